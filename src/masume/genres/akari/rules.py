"""The rules of Akari, with the ids of Çelik et al. 2009; every clue, including "?", makes its cell black."""

from itertools import combinations, groupby

from masume.core.board import Board
from masume.core.genre import Genre
from masume.core.grid import runs
from masume.core.layers import Layer, Numbers, Symbols
from masume.core.places import Chain, Place, PlaceKind
from masume.core.rule_queries import cells_with

GENRE = Genre(
    __package__,
    title="Akari",
    clues=(Layer("numbers", PlaceKind.CELL, lambda grid, options: Numbers(0, grid.sides, unknown=True)),),
    marks=(
        Layer(
            "lamps",
            PlaceKind.CELL,
            Symbols({"lamp": "#", "empty": "+"}, phrases={"lamp": "a lamp", "empty": "no lamp"}),
            default="empty",
        ),
    ),
    answer=("lamps",),
    needs=frozenset({"rays"}),
)


def corridors(board: Board) -> list[Chain]:
    """Return the straight stretches of white cells between black ones; a lamp lights its whole corridors."""
    black, result = board.clues["numbers"], list[Chain]()
    for run in runs(board.grid).values():
        result += (tuple(cells) for is_black, cells in groupby(run, key=black.__contains__) if not is_black)
    return result


@GENRE.check(
    "A1",
    "No lamp stands on a black cell.",
    otherwise="a lamp would stand on the black cell {place}",
)
def lamps_on_black(board: Board, finished: bool) -> list[Place]:
    return sorted(cells_with(board, "lamps", "lamp") & set(board.clues["numbers"]))


@GENRE.check(
    "A1a",
    "A number has no more lamps beside it than it says.",
    otherwise="the {clue} at {place} would have too many lamps beside it",
)
def crowded_numbers(board: Board, finished: bool) -> list[Place]:
    return [clue for clue, number, marks in _beside(board) if marks.count("lamp") > number]


@GENRE.check(
    "A1b",
    "A number has no fewer lamps beside it than it says.",
    otherwise="the lamps beside the {clue} at {place} would not come to {clue}",
)
def lonely_numbers(board: Board, finished: bool) -> list[Place]:
    return [clue for clue, number, marks in _beside(board) if len(marks) - marks.count("empty") < number]


@GENRE.check(
    "A2",
    "Every white cell is lit.",
    otherwise="{place} would stay dark",
)
def dark_cells(board: Board, finished: bool) -> list[Place]:
    lamps, dark = board.decided_marks("lamps"), set(board.grid.cells) - set(board.clues["numbers"])
    for cells in corridors(board):
        if any(lamps.get(cell) != "empty" for cell in cells):
            dark.difference_update(cells)
    return sorted(dark)


@GENRE.check(
    "A3",
    "No lamp shines on another.",
    otherwise="two lamps would shine on each other from {line}",
)
def blinded_lamps(board: Board, finished: bool) -> list[Place]:
    lamps = cells_with(board, "lamps", "lamp")
    return [pair for cells in corridors(board) for pair in combinations([c for c in cells if c in lamps], 2)]


def _beside(board: Board) -> list[tuple[int, int, list[object]]]:
    """Return each number's cell, the number, and the marks of the white cells beside it."""
    lamps, black = board.decided_marks("lamps"), board.clues["numbers"]
    return [
        (cell, number, [lamps.get(other) for other in board.grid.neighbours(cell) if other not in black])
        for cell, number in black.items()
        if isinstance(number, int)
    ]
