"""The rules of Slitherlink; they work on any grid that has edges and corners."""

from collections.abc import Mapping, Sequence

from masume.core import tracks
from masume.core.board import Board
from masume.core.board_caching import cached_per_board
from masume.core.genre import Genre
from masume.core.grid import Grid, cached_per_grid
from masume.core.layers import REMOVED, Layer, Numbers, Option, Options
from masume.core.phrases import name_sides_of
from masume.core.places import Place, PlaceKind
from masume.core.rule_queries import Counts, count_around
from masume.core.techniques import Deduction
from masume.core.tracks import LINE_OR_CROSS, corner_track, drawn_loop

GENRE = Genre(
    __package__,
    title="Slitherlink",
    clues=(
        Layer("numbers", PlaceKind.CELL, lambda grid, options: Numbers(0, grid.sides, unknown=True), dropped=REMOVED),
    ),
    marks=(Layer("loop", PlaceKind.EDGE, LINE_OR_CROSS, default="cross"),),
    answer=("loop",),
    options=(Option("visit_all", "The loop visits every corner."),),
    needs=frozenset({"edges", "corners"}),
)


def visits_all(options: Options) -> bool:
    """Return whether the loop must visit every corner."""
    return options["visit_all"] == "yes"


def needs_sides(deduction: Deduction) -> str:
    """Say that a number needs the sides that are left, or that it needs none of them."""
    cell, edges = deduction.cell("S1b"), [claim.cell for claim in deduction.claims]
    sides, noun = name_sides_of(deduction.board, cell, edges), "line" if len(edges) == 1 else "lines"
    if deduction.claim.value == "cross":
        return f"{deduction.name(cell)} has all its lines: no {noun} {sides}"
    return f"{deduction.name(cell)} needs {'a line' if len(edges) == 1 else 'lines'} {sides}"


@GENRE.check(
    "S1a",
    "The loop takes no more edges of a cell than its number says.",
    otherwise="the {clue} at {place} would have too many lines",
    because="the {clue} at {place} has all its lines",
    at_once=True,
)
def crowded_numbers(board: Board, finished: bool) -> list[Place]:
    return _lines_around(board).cells_with_too_many()


@GENRE.check(
    "S1b",
    "The loop takes no fewer edges of a cell than its number says.",
    otherwise="the {clue} at {place} would have too few lines",
    statement=needs_sides,
    in_short="for the {clue} at {place}",
)
def lonely_numbers(board: Board, finished: bool) -> list[Place]:
    return _lines_around(board).cells_with_too_few()


@GENRE.check(
    "S2",
    "At every corner the loop passes once or not at all.",
    otherwise="the loop would branch or end at {place}",
    at_once="The line goes on to {end}.",
)
def branches_and_ends(board: Board, finished: bool) -> list[Place]:
    return list(tracks.branches_and_ends(corner_track(board.grid), drawn_loop(board, "loop")))


@GENRE.check("S3", "There is one loop.")
def several_loops(board: Board, finished: bool) -> list[Place]:
    return list(tracks.stray_pieces(corner_track(board.grid), drawn_loop(board, "loop")))


@GENRE.check("S3")
def missing_loops(board: Board, finished: bool) -> list[Place]:
    return [board.grid.board] if tracks.has_no_loop(drawn_loop(board, "loop")) else []


@GENRE.check(
    "S4",
    "The loop visits every corner.",
    when=visits_all,
    otherwise="the loop would not visit {place}",
)
def unvisited_corners(board: Board, finished: bool) -> list[Place]:
    return list(tracks.unvisited_vertices(corner_track(board.grid), drawn_loop(board, "loop")))


@cached_per_board
def _lines_around(board: Board) -> Counts:
    loop = drawn_loop(board, "loop")
    around = _edges_by_cell(board.grid).__getitem__
    return count_around(board, "numbers", around, certain=loop.lines, possible=loop.usable)


@cached_per_grid
def _edges_by_cell(grid: Grid) -> Mapping[int, Sequence[int]]:
    return {cell: grid.edges_of(cell) for cell in grid.cells}
