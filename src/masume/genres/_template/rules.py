"""The rules of Template: what is said of a board, and the checks that judge it."""

from masume.core.board import Board
from masume.core.genre import Genre
from masume.core.layers import Layer, Numbers, Symbols
from masume.core.places import Place, PlaceKind
from masume.genres._template import NAMES

GENRE = Genre(
    NAMES,
    package=__package__,
    title="Template",
    clues=(Layer("numbers", PlaceKind.CELL, Numbers(0, 9, unknown=True)),),
    marks=(Layer("shade", PlaceKind.CELL, Symbols({"shaded": "#", "clear": "+"}), default="clear"),),
    answer=("shade",),
)


@GENRE.check(
    "T1a",
    "Around a number no more cells are shaded than it says.",
    otherwise="the {clue} at {place} would see too many shaded cells",
)
def crowded_numbers(board: Board, finished: bool) -> list[Place]:
    shade = board.decided_marks("shade")
    return [clue for clue, number, around in _areas(board) if sum(shade.get(c) == "shaded" for c in around) > number]


@GENRE.check(
    "T1b",
    "Around a number no fewer cells are shaded than it says.",
    otherwise="the {clue} at {place} would see too few shaded cells",
)
def lonely_numbers(board: Board, finished: bool) -> list[Place]:
    shade = board.decided_marks("shade")
    return [clue for clue, number, around in _areas(board) if sum(shade.get(c) != "clear" for c in around) < number]


def _areas(board: Board) -> list[tuple[int, int, list[int]]]:
    """Each number with its cell and the cells it speaks of."""
    return [
        (cell, number, [cell, *board.grid.touching(cell)])
        for cell, number in board.clues["numbers"].items()
        if isinstance(number, int)
    ]
