"""The rules of Corral, with the ids of Çaylı et al. 2007; each cell is marked as inside or outside the loop."""

from collections.abc import Sequence
from functools import partial

from masume.core.board import Board
from masume.core.cut_words import say_cut
from masume.core.genre import Genre
from masume.core.grid import Grid, cached_per_grid, is_connected
from masume.core.layers import REMOVED, Layer, Numbers, Symbols
from masume.core.places import Place, PlaceKind
from masume.core.rule_queries import (
    Counts,
    cells_with,
    cells_without,
    components,
    cut_off_components,
    visible_cells,
)
from masume.core.sight import Sight
from masume.core.sight_words import say_too_few, say_too_many

GENRE = Genre(
    __package__,
    title="Corral",
    clues=(Layer("numbers", PlaceKind.CELL, Numbers(1, unknown=True), dropped=REMOVED),),
    marks=(Layer("side", PlaceKind.CELL, Symbols({"inside": "+", "outside": "#"}), default="inside"),),
    answer=("side",),
    needs=frozenset({"edges", "rays"}),
)
SIGHT = Sight("numbers", "side", clear="inside", blocked="outside", too_many="B3a", too_few="B3b")


def is_block(board: Board, place: Place) -> bool:
    """Return whether a place is a 2x2 block, where the loop would touch itself."""
    return isinstance(place, frozenset)


@GENRE.check(
    "B1",
    "There is one loop: what is inside it hangs together, and what is outside reaches the frame.",
    otherwise="{one} would be cut off from {other}",
    otherwise_there="{place} would be a checkerboard",
    because=say_cut,
    in_short="no checkerboard",
    at_once_when=is_block,
    dead_ends=True,
)
def torn_insides(board: Board, finished: bool) -> list[Place]:
    return list(cut_off_components(board, "side", "inside", blocked_by="outside"))


@GENRE.check("B1")
def enclosed_outsides(board: Board, finished: bool) -> list[Place]:
    outside, frame = cells_with(board, "side", "outside"), frozenset(cells_at_frame(board.grid))
    return [
        component & outside
        for component in components(board, cells_without(board, "side", "inside"))
        if component.isdisjoint(frame) and not component.isdisjoint(outside)
    ]


@GENRE.check("B1")
def missing_loops(board: Board, finished: bool) -> list[Place]:
    return [] if cells_without(board, "side", "outside") else [board.grid.board]


@GENRE.check(
    "B2",
    "Every number is inside the loop.",
    otherwise="the number at {place} would be outside",
)
def numbers_outside(board: Board, finished: bool) -> list[Place]:
    side = board.decided_marks("side")
    return [cell for cell in board.clues["numbers"] if side.get(cell) == "outside"]


@GENRE.check(
    "B3a",
    "A number sees no more cells inside the loop than it says, its own cell included.",
    otherwise="the {clue} at {place} would see too many",
    because=partial(say_too_many, SIGHT),
    at_once=True,
    in_short="for the {clue} at {place}",
)
def far_sighted_numbers(board: Board, finished: bool) -> list[Place]:
    return _visible_cells(board).cells_with_too_many()


@GENRE.check(
    "B3b",
    "A number sees no fewer cells inside the loop than it says, its own cell included.",
    otherwise="the {clue} at {place} would not see {clue}",
    because=partial(say_too_few, SIGHT),
    at_once_when=SIGHT.is_determined,
    in_short="for the {clue} at {place}",
)
def short_sighted_numbers(board: Board, finished: bool) -> list[Place]:
    return _visible_cells(board).cells_with_too_few()


@cached_per_grid
def cells_at_frame(grid: Grid) -> Sequence[int]:
    """Return the cells beside the frame or a hole."""
    return tuple(cell for cell in grid.cells if len(grid.neighbours(cell)) < len(grid.edges_of(cell)))


@cached_per_grid
def has_no_holes(grid: Grid) -> bool:
    """Return whether a grid has 2x2 blocks and, by Euler's formula, no holes."""
    if not {"blocks", "corners"} <= grid.abilities:
        return False
    return len(grid.corners) - len(grid.edges) + len(grid.cells) == 1 and is_connected(grid.cells, grid.neighbours)


def _visible_cells(board: Board) -> Counts:
    return visible_cells(board, "numbers", "side", clear="inside", blocked="outside")
