"""The rules of Akari, with the ids of Çelik et al. 2009; every clue, including "?", makes its cell black."""

from collections.abc import Sequence
from itertools import combinations, groupby

from masume.core.board import Board, cached_per_board
from masume.core.genre import Genre
from masume.core.grid import runs
from masume.core.layers import Layer, Numbers, Symbols
from masume.core.places import Chain, Place, PlaceKind
from masume.core.rule_queries import Count, cells_with, cells_without, count_around

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


@cached_per_board
def corridors(board: Board) -> Sequence[Chain]:
    """Return the straight stretches of white cells between black ones; a lamp lights its whole corridors."""
    black, result = board.clues["numbers"].keys(), list[Chain]()
    for run in runs(board.grid).values():
        if black.isdisjoint(run):
            result.append(run)
        else:
            result += (tuple(cells) for is_black, cells in groupby(run, key=black.__contains__) if not is_black)
    return result


@GENRE.check(
    "A1",
    "No lamp stands on a black cell.",
    otherwise="a lamp would stand on the black cell {place}",
)
def lamps_on_black(board: Board, finished: bool) -> list[Place]:
    return sorted(cells_with(board, "lamps", "lamp").intersection(board.clues["numbers"]))


@GENRE.check(
    "A1a",
    "A number has no more lamps beside it than it says.",
    otherwise="the {clue} at {place} would have too many lamps beside it",
)
def crowded_numbers(board: Board, finished: bool) -> list[Place]:
    return [count.cell for count in _lamps_beside(board) if count.certain > count.number]


@GENRE.check(
    "A1b",
    "A number has no fewer lamps beside it than it says.",
    otherwise="the lamps beside the {clue} at {place} would not come to {clue}",
)
def lonely_numbers(board: Board, finished: bool) -> list[Place]:
    return [count.cell for count in _lamps_beside(board) if count.possible < count.number]


@GENRE.check(
    "A2",
    "Every white cell is lit.",
    otherwise="{place} would stay dark",
)
def dark_cells(board: Board, finished: bool) -> list[Place]:
    empty, dark = cells_with(board, "lamps", "empty"), set(board.grid.cells).difference(board.clues["numbers"])
    for cells in corridors(board):
        if not empty.issuperset(cells):
            dark.difference_update(cells)
    return sorted(dark)


@GENRE.check(
    "A3",
    "No lamp shines on another.",
    otherwise="two lamps would shine on each other from {line}",
)
def blinded_lamps(board: Board, finished: bool) -> list[Place]:
    lamps = cells_with(board, "lamps", "lamp")
    lit_corridors = (cells for cells in corridors(board) if not lamps.isdisjoint(cells))
    return [pair for cells in lit_corridors for pair in combinations([c for c in cells if c in lamps], 2)]


@cached_per_board
def _lamps_beside(board: Board) -> list[Count]:
    """Count the lamps on the white cells beside each number."""
    black = board.clues["numbers"].keys()
    certain, possible = cells_with(board, "lamps", "lamp") - black, cells_without(board, "lamps", "empty") - black
    return count_around(board, "numbers", board.grid.neighbours, certain, possible)
