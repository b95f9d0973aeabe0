"""The rules of Kuromasu."""

from functools import partial

from masume.core.board import Board
from masume.core.cut_words import say_cut
from masume.core.genre import Genre
from masume.core.layers import REMOVED, Layer, Numbers, Symbols
from masume.core.places import Place, PlaceKind
from masume.core.rule_queries import Counts, cut_off_components, neighbours_with, visible_cells
from masume.core.sight import Sight
from masume.core.sight_words import say_too_few, say_too_many

GENRE = Genre(
    __package__,
    title="Kuromasu",
    clues=(Layer("numbers", PlaceKind.CELL, Numbers(1, unknown=True), dropped=REMOVED),),
    marks=(Layer("shade", PlaceKind.CELL, Symbols({"shaded": "#", "white": "+"}), default="white"),),
    answer=("shade",),
    needs=frozenset({"rays"}),
)
SIGHT = Sight("numbers", "shade", clear="white", blocked="shaded", too_many="U1a", too_few="U1b")


@GENRE.check(
    "U1a",
    "A number sees no more white cells than it says, its own cell included.",
    otherwise="the {clue} at {place} would see too many",
    because=partial(say_too_many, SIGHT),
    in_short="for the {clue} at {place}",
)
def far_sighted_numbers(board: Board, finished: bool) -> list[Place]:
    return _visible_cells(board).cells_with_too_many()


@GENRE.check(
    "U1b",
    "A number sees no fewer white cells than it says, its own cell included.",
    otherwise="the {clue} at {place} would not see {clue}",
    because=partial(say_too_few, SIGHT),
    in_short="for the {clue} at {place}",
)
def short_sighted_numbers(board: Board, finished: bool) -> list[Place]:
    return _visible_cells(board).cells_with_too_few()


@GENRE.check(
    "U2",
    "A numbered cell is not shaded.",
    otherwise="the number at {place} would be shaded",
)
def shaded_numbers(board: Board, finished: bool) -> list[Place]:
    shade = board.decided_marks("shade")
    return [cell for cell in board.clues["numbers"] if shade.get(cell) == "shaded"]


@GENRE.check(
    "U3",
    "No two shaded cells share a side.",
    otherwise="{place} would both be shaded",
    because="a neighbour is shaded",
    at_once=True,
)
def shaded_neighbours(board: Board, finished: bool) -> list[Place]:
    return list(neighbours_with(board, "shade", "shaded"))


@GENRE.check(
    "U4",
    "The white cells are connected by their sides.",
    otherwise="{one} would be cut off from {other}",
    because=say_cut,
)
def cut_off_cells(board: Board, finished: bool) -> list[Place]:
    return list(cut_off_components(board, "shade", "white", blocked_by="shaded"))


def _visible_cells(board: Board) -> Counts:
    return visible_cells(board, "numbers", "shade", clear="white", blocked="shaded")
