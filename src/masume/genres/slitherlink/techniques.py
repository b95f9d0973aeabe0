"""Techniques for Slitherlink."""

from functools import partial

from masume.core.borders import find_walk, name_walk, vertex_inside
from masume.core.cut_words import say_not_joined
from masume.core.phrases import describe_claims, join_words, name_corner_of, name_place, name_sides_of
from masume.core.techniques import Deduction, Joins, Technique
from masume.core.tracks import corner_track, drawn_loop
from masume.genres.slitherlink.local_views import AT_MOST_ONE, BOTH_OR_NONE, ONE, View, numbers
from masume.genres.slitherlink.number_pairs import (
    diagonal_argument,
    is_diagonal,
    is_diagonal_of_threes,
    is_one_beside_one,
    is_pair_of_threes,
    is_three_beside_one,
    pair_argument,
)

_NUMBERS = {1: "One", 2: "Two", 3: "Three"}
_RULES_OF_NUMBER = {1: "S1a|S1b S2|S3.odd", 2: "S1a|S1b S2|S3.odd", 3: "S1b S2|S3.odd"}


def corner_views(deduction: Deduction) -> list[View]:
    """Return the views from the first number to the corners that it touches."""
    grid, cell = deduction.board.grid, numbers(deduction)[0]
    corners = [corner for corner in _all_corners(deduction) if corner in grid.corners_of(cell)]
    return [View(deduction.board, cell, frozenset(grid.edges_at(corner))) for corner in corners]


def _all_corners(deduction: Deduction) -> list[int]:
    """Return the corners that a deduction uses; one can also be all that a border encloses."""
    inside = vertex_inside(corner_track(deduction.board.grid), deduction.cells("S3"))
    return deduction.cells("S2") if inside is None else [*deduction.cells("S2"), inside]


def _is_explained_by(views: list[View], deduction: Deduction) -> bool:
    return all(any(view.explains(claim) for view in views) for claim in deduction.claims)


def is_zero(deduction: Deduction) -> bool:
    """Return whether the number is 0."""
    return deduction.clue("S1a") == 0


def is_beside_zero(deduction: Deduction) -> bool:
    """Return whether a side of a 3 is a side of a 0."""
    grid, cell, clues = deduction.board.grid, deduction.cell("S1b"), deduction.board.clues["numbers"]
    zeros = (other for other in grid.neighbours(cell) if clues.get(other) == 0)
    shared = [edge for zero in zeros for edge in grid.edges_of(zero) if edge in grid.edges_of(cell)]
    return deduction.clue("S1b") == 3 and any(claim.place in shared for claim in deduction.known)


def three_argument(deduction: Deduction) -> str:
    """Say that a 3 needs its other sides, unless the claims are named so."""
    return "" if len(deduction.claims) == 3 else f"{deduction.name(deduction.cell('S1b'))} needs all its other sides"


def is_at_end(number: int, deduction: Deduction) -> bool:
    """Return whether a line comes to a corner of this number and takes at most one of its sides there."""
    views = [view for view in corner_views(deduction) if view.allowed_by_border in (ONE, AT_MOST_ONE)]
    return bool(views) and views[0].number == number and _is_explained_by(views, deduction)


def is_in_corner(number: int, deduction: Deduction) -> bool:
    """Return whether both sides of this number at a corner are lines or none is."""
    views = [view for view in corner_views(deduction) if view.allowed_by_border == BOTH_OR_NONE]
    return bool(views) and views[0].number == number and _is_explained_by(views, deduction)


def is_two_in_corner(deduction: Deduction) -> bool:
    """Return whether a 2 has both or none of its sides at a corner, and so one of those at the next corner."""
    views = corner_views(deduction)
    if is_in_corner(2, deduction):
        return True
    if len(views) != 2 or views[0].number != 2 or len(views[0].sides & views[1].sides) != 1:
        return False
    loop = drawn_loop(deduction.board, "loop")
    if loop.lines.intersection(deduction.board.grid.edges_of(views[0].cell)):
        return False
    for corner, following in (views, views[::-1]):
        rest = following.border - following.sides
        last = [edge for edge in rest if edge in loop.usable - loop.lines]
        is_odd = len(rest & loop.lines) % 2 == 0
        if corner.allowed_by_border == BOTH_OR_NONE and all(
            [claim.cell] == last and (claim.value == "line") == is_odd for claim in deduction.claims
        ):
            return loop.usable.issuperset(deduction.board.grid.edges_of(corner.cell))
    return False


def is_line_past(deduction: Deduction) -> bool:
    """Return whether the number decides how many of its sides at a corner are lines, and so the last edge there."""
    views = corner_views(deduction)
    return bool(views) and all(
        any(view.explains_outside(claim) and view.allowed_by_number in (ONE, BOTH_OR_NONE) for view in views)
        for claim in deduction.claims
    )


def _corners(deduction: Deduction) -> str:
    views = corner_views(deduction)
    names = [name_corner_of(deduction.board, views[0].cell, _corner(view)) for view in views]
    return join_words(list(dict.fromkeys(names)))


def _corner(view: View) -> int:
    (corner,) = set.intersection(*({*view.board.grid.ends(edge)} for edge in view.border))
    return corner


def end_argument(deduction: Deduction) -> str:
    """Say why a line that comes to a corner of a number decides its sides."""
    view = corner_views(deduction)[0]
    takes = "takes only one side" if view.allowed_by_border == ONE else "takes at most one side"
    has_another = view.number == 2 and deduction.claim.value == "cross"
    more = ", and it has another already" if has_another else ""
    name = f"{_NUMBERS[view.number]} at a line's end"
    return f"{name}: {_say_sides(view.cell, deduction)}; the line at its {_corners(deduction)} {takes}{more}."


def _say_sides(cell: int, deduction: Deduction) -> str:
    """Say which sides of a number have lines and which do not; what is claimed elsewhere comes after that."""
    board, sides = deduction.board, deduction.board.grid.edges_of(cell)
    parts: list[str] = []
    for value, one, several in (("line", "needs a line", "needs lines"), ("cross", "has no line", "has no lines")):
        edges = [claim.cell for claim in deduction.claims if claim.value == value and claim.cell in sides]
        if edges:
            parts.append(f"{one if len(edges) == 1 else several} {name_sides_of(board, cell, edges)}")
    phrases = [f"{deduction.name(cell)} {join_words(parts)}"] if parts else []
    others = [claim for claim in deduction.claims if claim.cell not in sides]
    return "; ".join([*phrases, *([describe_claims(board, others)] if others else [])])


def corner_argument(deduction: Deduction) -> str:
    """Say why a number without a way out at a corner decides its sides there."""
    view = corner_views(deduction)[0]
    lines = drawn_loop(deduction.board, "loop").lines
    has_line = bool(lines & view.other_sides)
    needs = {
        1: "and both are too many",
        2: "and with the other line both are too many" if has_line else "and one other side is not enough",
        3: "and cannot spare both",
    }
    at_corner = f"it has both sides or none at its {_corners(deduction)}, {needs[view.number]}"
    return f"{_NUMBERS[view.number]} in a corner: {_say_sides(view.cell, deduction)}; {at_corner}."


def two_in_corner_argument(deduction: Deduction) -> str:
    """Say why the loop leaves a 2 in a corner at the next corner."""
    if is_in_corner(2, deduction):
        return corner_argument(deduction)
    views = sorted(corner_views(deduction), key=lambda view: view.allowed_by_border != BOTH_OR_NONE)
    corner, *following = (name_corner_of(deduction.board, view.cell, _corner(view)) for view in views)
    return (
        f"{deduction.name(views[0].cell)} has both sides or none at its {corner}, "
        f"so exactly one at its {join_words(following)}"
    )


def past_argument(deduction: Deduction) -> str:
    """Say how a number decides the last edge at its corner."""
    view = corner_views(deduction)[0]
    count = "exactly one side" if view.allowed_by_number == ONE else "both sides or none"
    return f"{deduction.name(view.cell)} has {count} at its {_corners(deduction)}"


def is_walk(deduction: Deduction) -> bool:
    """Return whether the border is a way from cell to cell, and a number decides the rest if there is one."""
    if not find_walk(deduction.board.grid, deduction.cells("S3")) or _all_corners(deduction):
        return False
    views = walk_views(deduction)
    return not views or (len(views[0].sides) == 2 and _is_explained_by(views, deduction))


def walk_views(deduction: Deduction) -> list[View]:
    """Return the view of the number on the way, if there is one."""
    border = frozenset(deduction.cells("S3"))
    return [View(deduction.board, cell, border) for cell in numbers(deduction)]


def walk_argument(deduction: Deduction) -> str:
    """Say how many lines one crosses on the way."""
    border = deduction.cells("S3")
    way = name_walk(deduction.board, find_walk(deduction.board.grid, border))
    views = walk_views(deduction)
    if views:
        count = "one is a line" if views[0].allowed_by_border == ONE else "both are lines or none"
        name = deduction.name(views[0].cell)
        return f"the way {way} crosses an even number of lines, so of the sides of {name} on it {count}"
    lines = len(drawn_loop(deduction.board, "loop").lines.intersection(border))
    parity = "even" if lines % 2 == 0 else "odd"
    return f"the way {way} crosses {lines} other line{'s' * (lines != 1)}, an {parity} number"


def is_closed(deduction: Deduction) -> bool:
    """Return whether the loop is closed, and the claim is about a line that it would leave out."""
    return deduction.places["S3"][0] == deduction.claim.place


def closing_argument(deduction: Deduction) -> str:
    """Say which line would be left out."""
    edge, *loop = deduction.cells("S3")
    left_out = name_place(deduction.board, edge)
    cells = [cell for cell in numbers(deduction) if not {*loop}.isdisjoint(deduction.board.grid.edges_of(cell))]
    if not cells:
        otherwise = "" if len(deduction.places) == 1 else "otherwise "
        return f"{otherwise}the loop would close without the line {left_out}"
    names = deduction.names(cells)
    return f"otherwise the lines around {names} would close the loop without the line {left_out}"


def dead_end_argument(deduction: Deduction) -> str:
    """Say which lines could not be joined."""
    own = {edge for cell in numbers(deduction) for edge in deduction.board.grid.edges_of(cell)}
    left_out = {*own, *(claim.place for claim in deduction.claims)}
    lines = [place for place in deduction.places["S3"] if place not in left_out]
    names = deduction.names(numbers(deduction))
    return say_not_joined(deduction.board, lines, f"the lines around {names}" if names else "")


def at_line_end(number: int) -> Technique:
    """Return the technique for a number at the end of a line."""
    rules = _RULES_OF_NUMBER[number]
    return Technique(f"{_NUMBERS[number]} at a line's end", rules, end_argument, applies=partial(is_at_end, number))


def in_corner(number: int) -> Technique:
    """Return the technique for a number whose sides at a corner are both lines or none."""
    rules = _RULES_OF_NUMBER[number]
    return Technique(f"{_NUMBERS[number]} in a corner", rules, corner_argument, applies=partial(is_in_corner, number))


TECHNIQUES = (
    Technique("Zero", "S1a", "", applies=is_zero, joins=Joins.EVERYWHERE),
    Technique("Zero beside a three", "S1b", three_argument, applies=is_beside_zero),
    Technique(
        "Adjacent threes",
        "S1b S1b S3.closed, S1b S1b S2 S2, S1b S1b S2",
        pair_argument,
        applies=is_pair_of_threes,
        joins_up_to=4,
    ),
    Technique("Diagonal threes", "S1b S1b S2", diagonal_argument, applies=is_diagonal_of_threes),
    Technique("Numbers on a diagonal", "S1a|S1b S1a|S1b S2", diagonal_argument, applies=is_diagonal),
    at_line_end(3),
    at_line_end(2),
    at_line_end(1),
    in_corner(3),
    Technique("Two in a corner", "S1a|S1b S2|S3.odd, S1a|S1b S2 S2", two_in_corner_argument, applies=is_two_in_corner),
    in_corner(1),
    Technique("Line past a number", "S1a|S1b S2|S3.odd", past_argument, applies=is_line_past),
    Technique(
        "Ones side by side",
        "S1a S1a S2",
        "a line between {S1a.all} would complete both and could not go on at {S2.place}",
        applies=is_one_beside_one,
    ),
    Technique(
        "Three beside a one",
        "S1b S1a S2",
        "otherwise {S1b} would take the side between them, and the line would go on along {S1a}: two lines",
        applies=is_three_beside_one,
    ),
    Technique("Inside and outside", "S3.odd, S1a|S1b S3.odd", walk_argument, applies=is_walk),
    Technique("The loop is closed", "S3.closed", "", applies=is_closed),
    Technique("Closing too early", "S3.closed S2*, S3.closed S1a|S1b S1a|S1b? S2? S2?", closing_argument),
    Technique("Dead end", "S3.blocked S1a|S1b S2?, S3.blocked S2*", dead_end_argument),
)
