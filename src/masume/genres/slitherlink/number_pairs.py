"""Number pairs: two numbers side by side or on a diagonal, for the techniques of Slitherlink."""

from typing import NamedTuple

from masume.core.techniques import Deduction
from masume.core.tracks import drawn_loop
from masume.genres.slitherlink.local_views import View, numbers, pairs_at_corner


def is_pair_of_threes(deduction: Deduction) -> bool:
    """Return whether two 3s share a side, and the claims are about it, the outer sides and what leads on from it."""
    if set(_clues(deduction)) != {3} or len(_shared_sides(deduction)) != 1:
        return False
    pair = _Pair.of(deduction)
    lines = {pair.shared, *pair.outer}
    return all(
        (claim.place in lines) if claim.value == "line" else (claim.place in pair.beyond) for claim in deduction.claims
    )


class _Pair(NamedTuple):
    """The edges of two adjacent numbers: the shared side, the outer sides, and what leads on from the shared one."""

    shared: int
    outer: set[int]
    beyond: set[int]

    @classmethod
    def of(cls, deduction: Deduction) -> "_Pair":
        grid, (shared,) = deduction.board.grid, _shared_sides(deduction)
        sides = {edge for cell in numbers(deduction) for edge in grid.edges_of(cell)}
        at_ends = {edge for corner in grid.ends(shared) for edge in grid.edges_at(corner)}
        return cls(shared, sides - at_ends, at_ends - sides)


def _clues(deduction: Deduction) -> list[object]:
    return [deduction.board.clues["numbers"][cell] for cell in numbers(deduction)]


def _shared_sides(deduction: Deduction) -> set[int]:
    cells = numbers(deduction)
    return set.intersection(*({*deduction.board.grid.edges_of(cell)} for cell in cells)) if len(cells) == 2 else set()


def pair_argument(deduction: Deduction) -> str:
    """Say why two 3s side by side have their shared and their outer sides."""
    pair, claimed = _Pair.of(deduction), {claim.cell for claim in deduction.claims}
    arguments = []
    if pair.shared in claimed:
        arguments.append("without their shared side they would close a loop of their own")
    if claimed & pair.outer:
        arguments.append("without an outer side the other 3 would have only two sides left")
    if claimed & pair.beyond:
        arguments.append("the line between them turns at both ends")
    return f"for {deduction.names(numbers(deduction))}: {'; '.join(arguments)}"


def diagonal_views(deduction: Deduction) -> tuple[View, View] | None:
    """Return the views of two numbers that touch only at the corner of the deduction."""
    cells, corners, grid = numbers(deduction), deduction.cells("S2"), deduction.board.grid
    if len(cells) != 2 or len(corners) != 1 or _shared_sides(deduction):
        return None
    border = frozenset(grid.edges_at(corners[0]))
    one, other = (View(deduction.board, cell, border) for cell in cells)
    return (one, other) if one.sides | other.sides == border else None


def is_diagonal(deduction: Deduction) -> bool:
    """Return whether the claims follow because two numbers have two lines together where they touch, or none."""
    views = diagonal_views(deduction)
    if views is None:
        return False
    pairs = pairs_at_corner(*views)
    counts = [{pair[0] for pair in pairs}, {pair[1] for pair in pairs}]
    return len(pairs) == 1 and all(
        any(view.explains(claim, own) for view, own in zip(views, counts, strict=True)) for claim in deduction.claims
    )


def is_diagonal_of_threes(deduction: Deduction) -> bool:
    """Return whether two 3s touch at a corner."""
    return set(_clues(deduction)) == {3} and is_diagonal(deduction)


def diagonal_argument(deduction: Deduction) -> str:
    """Say how many lines two numbers have where they touch."""
    views = diagonal_views(deduction)
    assert views is not None
    one, other = (deduction.name(view.cell) for view in views)
    ((first, second),) = pairs_at_corner(*views)
    if min(views[0].allowed_by_number) == min(views[1].allowed_by_number) == 1:
        return f"where they touch, {one} and {other} both need a line, so each takes just one"
    for view, name, result in ((views[0], other, second), (views[1], one, first)):
        if len(view.allowed_by_number) == 1:
            (count,) = view.allowed_by_number
            return (
                f"where they touch, {deduction.name(view.cell)} takes {_sides(count)}, so {name} takes {_sides(result)}"
            )
    return f"where {one} and {other} touch, they take two sides or none, so {_sides(first)} and {_sides(second)}"


def _sides(count: int) -> str:
    return ("no side", "one side", "both sides")[count]


def is_one_beside_one(deduction: Deduction) -> bool:
    """Return whether a line between two numbers would complete both and could not go on at its end."""
    shared, grid = _shared_sides(deduction), deduction.board.grid
    return [claim.place for claim in deduction.claims] == [*shared] and all(
        corner in grid.ends(edge) for edge in shared for corner in deduction.cells("S2")
    )


def is_three_beside_one(deduction: Deduction) -> bool:
    """Return whether a 3 needs a side because the side that it shares with a 1 would lead along the 1."""
    grid, shared = deduction.board.grid, _shared_sides(deduction)
    (corner,) = deduction.cells("S2")
    three, one = (set(grid.edges_of(deduction.cell(rule))) for rule in ("S1b", "S1a"))
    here, usable = set(grid.edges_at(corner)), drawn_loop(deduction.board, "loop").usable
    return (
        (deduction.clue("S1b"), deduction.clue("S1a")) == (3, 1)
        and bool(shared & here)
        and usable.isdisjoint(here - three - one)
        and all(claim.value == "line" and claim.place in three & here for claim in deduction.claims)
    )
