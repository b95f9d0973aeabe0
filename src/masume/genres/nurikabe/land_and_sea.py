"""The land and the sea of a deduction in Nurikabe, on the board and in words."""

from collections.abc import Callable, Iterable
from itertools import chain
from typing import cast

from masume.core.board import Board
from masume.core.board_caching import cached_per_board
from masume.core.phrases import name_places
from masume.core.places import Area
from masume.core.rule_queries import cells_with, components
from masume.core.techniques import Deduction

MAX_NAMED = 3  # of more numbers or parts of the sea, none is named


@cached_per_board
def islands(board: Board) -> dict[int, Area]:
    """Return the connected land of each land cell; a clue is land even without a mark."""
    land = cells_with(board, "shade", "island").union(board.clues["numbers"])
    return {cell: island for island in components(board, land) for cell in island}


def beside(board: Board, cells: Area) -> set[int]:
    """Return the cells that share a side with these."""
    return set(chain.from_iterable(map(board.grid.neighbours, cells))).difference(cells)


def claims_only(value: str) -> Callable[[Deduction], bool]:
    """Return a test of whether all claims have this value, and no clue "?" is among those that must not join."""
    return lambda deduction: all(claim.value == value for claim in deduction.claims) and knows_pairs(deduction)


def knows_pairs(deduction: Deduction) -> bool:
    """Return whether it is known which numbers must not join; of the clues "?", it is known only that none may."""
    return all(isinstance(place, tuple) for place in deduction.places.get("N3", ()))


claims_sea, claims_land = claims_only("sea"), claims_only("island")


def claimed(deduction: Deduction) -> str:
    """Return the names of the claimed cells."""
    return name_places(deduction.board, sorted(claim.cell for claim in deduction.claims))


def pairs_of(deduction: Deduction) -> list[tuple[int, int]]:
    """Return the pairs of numbers that would join; the first would reach the second."""
    return [cast("tuple[int, int]", place) for place in dict.fromkeys(deduction.places.get("N3", ()))]


def numbers(deduction: Deduction, cells: Iterable[int], conjunction: str = "and") -> str:
    """Return numbers by name, "the 4s at r1c1 and r2c2 and the 3 at r2c5"; "several numbers" if there are too many."""
    cells = list(dict.fromkeys(cells))
    return "several numbers" if len(cells) > MAX_NAMED else deduction.names(cells, conjunction)


def seas(deduction: Deduction) -> str:
    """Return names of the parts of the sea that would be cut off, one cell of each; those of the smaller sides."""
    seas_on_board = components(deduction.board, cells_with(deduction.board, "shade", "sea"))
    part_of = {cell: part for part in seas_on_board for cell in part}
    witnesses = cast("tuple[int, ...]", deduction.places["N7"][::2])
    parts = {part_of.get(cell, frozenset({cell})): cell for cell in reversed(witnesses)}
    cells = sorted(parts.values())
    return (
        f"the sea at {name_places(deduction.board, cells)}" if len(cells) <= MAX_NAMED else "the sea at several places"
    )
