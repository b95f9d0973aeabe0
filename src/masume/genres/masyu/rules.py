"""The rules of Masyu, with the ids of Çaylı et al. 2007."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TypeAlias

from masume.core import tracks
from masume.core.board import Board
from masume.core.genre import Genre
from masume.core.grid import Grid, cached_per_place
from masume.core.layers import REMOVED, Layer, Option, Options, Symbols, Where
from masume.core.places import Place, PlaceKind
from masume.core.techniques import Deduction
from masume.core.tracks import LINE_OR_CROSS, cell_track, drawn_loop

GENRE = Genre(
    __package__,
    title="Masyu",
    clues=(Layer("circles", PlaceKind.CELL, Symbols({"white": "w", "black": "b"}), dropped=REMOVED),),
    marks=(Layer("loop", PlaceKind.EDGE, LINE_OR_CROSS, default="cross", where=Where.ACROSS),),
    answer=("loop",),
    options=(Option("visit_all", "The loop visits every cell."),),
    needs=frozenset({"edges", "rays"}),
)


def visits_all(options: Options) -> bool:
    """Return whether the loop must visit every cell."""
    return options["visit_all"] == "yes"


# A way for the loop to pass through a cell: whether it is straight, the two edges that it crosses, the other edges of
# the cell, and the next edges straight on from the crossed ones, which may be on the frame.  (It is a plain tuple
# because the garbage collector skips those that are cached.)
Passage: TypeAlias = tuple[bool, tuple[int, int], tuple[int, ...], tuple[int, int]]
PassageTest: TypeAlias = Callable[[bool, tuple[int, int]], bool]


@cached_per_place
def passages(grid: Grid, cell: int) -> Sequence[Passage]:
    """Return all ways to pass through a cell."""
    ahead = edges_ahead(grid, cell)
    out, onward, half = ahead[::2], ahead[1::2], len(ahead) // 4
    ways = [way for way, edge in enumerate(out) if edge != onward[way]]
    return tuple(
        (
            way_out - way_in == half,
            (out[way_in], out[way_out]),
            tuple([out[way] for way in ways if way not in (way_in, way_out)]),
            (onward[way_in], onward[way_out]),
        )
        for way_in, way_out in combinations(ways, 2)
    )


@cached_per_place
def edges_ahead(grid: Grid, cell: int) -> tuple[int, ...]:
    """Return two edges per direction: the one to leave the cell by, and the next straight on.

    If the first edge is on the frame, there is no next one and the first is repeated.
    """
    ahead: list[int] = []
    for way, edge in enumerate(grid.edges_of(cell)):
        beyond = [other for other in grid.cells_beside(edge) if other != cell]
        ahead += (edge, grid.edges_of(beyond[0])[way] if beyond else edge)
    return tuple(ahead)


def passing_white(deduction: Deduction) -> str:
    """Say what a white circle asks of the loop."""
    circle = deduction.cell("M2")
    if _is_about_lines_at(circle, deduction):
        return f"the loop goes straight through {deduction.name(circle)}"
    grid = deduction.board.grid
    turn = next(cell for cell in grid.cells_beside(deduction.claim.cell) if cell in grid.neighbours(circle))
    return f"beyond {deduction.name(circle)} the loop goes straight on, so it turns in {grid.name(turn)}"


def passing_black(deduction: Deduction) -> str:
    """Say what a black circle asks of the loop."""
    circle = deduction.cell("M3")
    if _is_about_lines_at(circle, deduction):
        return f"the loop turns in {deduction.name(circle)} and goes straight on"
    return f"the loop goes straight on from {deduction.name(circle)}"


def _is_about_lines_at(cell: int, deduction: Deduction) -> bool:
    edges = deduction.board.grid.edges_of(cell)
    return any(claim.place in edges for claim in deduction.claims)


@GENRE.check(
    "M1",
    "There is one loop, which neither branches nor ends.",
    otherwise="the loop would branch or end in {place}",
    at_once="The line goes on to {end}.",
)
def branches_and_ends(board: Board, finished: bool) -> list[Place]:
    return list(tracks.branches_and_ends(cell_track(board.grid), drawn_loop(board, "loop")))


@GENRE.check("M1")
def several_loops(board: Board, finished: bool) -> list[Place]:
    return list(tracks.stray_pieces(cell_track(board.grid), drawn_loop(board, "loop")))


@GENRE.check("M1")
def missing_loops(board: Board, finished: bool) -> list[Place]:
    return [board.grid.board] if tracks.has_no_loop(drawn_loop(board, "loop")) else []


@GENRE.check(
    "M2",
    "Through a white circle the loop goes straight, and it turns in the cell before or after.",
    otherwise="the loop could not pass the white at {place}",
    because=passing_white,
    in_short="for the white at {place}",
)
def wrong_white_circles(board: Board, finished: bool) -> list[Place]:
    lines = drawn_loop(board, "loop").lines
    return _impassable_circles(board, "white", lambda is_straight, beyond: is_straight and not lines.issuperset(beyond))


@GENRE.check(
    "M3",
    "In a black circle the loop turns, and it goes straight through the cells before and after.",
    otherwise="the loop could not pass the black at {place}",
    because=passing_black,
    in_short="for the black at {place}",
)
def wrong_black_circles(board: Board, finished: bool) -> list[Place]:
    usable = drawn_loop(board, "loop").usable
    return _impassable_circles(
        board, "black", lambda is_straight, beyond: not is_straight and usable.issuperset(beyond)
    )


@GENRE.check(
    "M4",
    "The loop visits every cell.",
    when=visits_all,
    otherwise="the loop would not visit {place}",
)
def unvisited_cells(board: Board, finished: bool) -> list[Place]:
    return list(tracks.unvisited_vertices(cell_track(board.grid), drawn_loop(board, "loop")))


def _impassable_circles(board: Board, colour: str, fits: PassageTest) -> list[Place]:
    """Return the circles of a colour that the loop can no longer pass in a way that fits.

    `fits` gets whether a passage is straight, and the edges beyond it.
    """
    lines, usable = drawn_loop(board, "loop")

    def can_be_passed(cell: int) -> bool:
        for is_straight, taken, others, beyond in passages(board.grid, cell):
            if usable.issuperset(taken) and lines.isdisjoint(others) and fits(is_straight, beyond):
                return True
        return False

    circles = (cell for cell, clue in board.clues["circles"].items() if clue == colour)
    return [cell for cell in circles if not can_be_passed(cell)]
