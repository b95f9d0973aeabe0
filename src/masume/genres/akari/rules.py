"""The rules of Akari, with the ids of Çelik et al. 2009; every clue, including "?", makes its cell black."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from masume.core.board import Board
from masume.core.board_caching import cached_per_board, cached_per_puzzle
from masume.core.genre import Genre
from masume.core.grid import runs
from masume.core.layers import UNKNOWN_CLUE, Layer, Numbers, Symbols
from masume.core.phrases import name_places
from masume.core.places import Area, Chain, Place, PlaceKind
from masume.core.rule_queries import Counts, cells_with, cells_without, count_around
from masume.core.techniques import Deduction

GENRE = Genre(
    __package__,
    title="Akari",
    clues=(
        Layer(
            "numbers", PlaceKind.CELL, lambda grid, options: Numbers(0, grid.sides, unknown=True), dropped=UNKNOWN_CLUE
        ),
    ),
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


@cached_per_puzzle
def corridors(board: Board) -> Sequence[Chain]:
    """Return the straight stretches of white cells between black ones; a lamp lights its whole corridors."""
    black, result = board.clues["numbers"], list[Chain]()
    for run in runs(board.grid).values():
        start = 0
        for end, cell in enumerate(run):
            if cell in black:
                result.append(run[start:end])
                start = end + 1
        result.append(run[start:])
    return tuple(filter(None, result))


@cached_per_puzzle
def _corridors_through(board: Board) -> Mapping[int, Sequence[Chain]]:
    through: dict[int, list[Chain]] = {}
    for cells in corridors(board):
        for cell in cells:
            through.setdefault(cell, []).append(cells)
    return through


def cells_lighting(board: Board, cell: int) -> Area:
    """Return the cells from which a lamp can still light a cell."""
    empty = cells_with(board, "lamps", "empty")
    return frozenset(other for cells in _corridors_through(board)[cell] for other in cells if other not in empty)


def open_beside(board: Board, number: int) -> Area:
    """Return the undecided white cells beside a number."""
    decided, black = board.decided_marks("lamps"), board.clues["numbers"]
    return frozenset(cell for cell in board.grid.neighbours(number) if cell not in decided and cell not in black)


def needs_all_cells(board: Board, number: Place) -> bool:
    """Return whether a number needs a lamp on every open cell beside it, and there are some."""
    assert isinstance(number, int)
    return 0 < len(open_beside(board, number)) == missing_lamps(board, number)


def missing_lamps(board: Board, number: int) -> int:
    """Return how many lamps a number still needs."""
    clue = board.clues["numbers"][number]
    assert isinstance(clue, int)
    return clue - len(cells_with(board, "lamps", "lamp").intersection(board.grid.neighbours(number)))


def only_lamp(deduction: Deduction) -> str:
    """Say how few cells can light a cell."""
    cells = deduction.places["A2"]
    if {claim.place for claim in deduction.claims} == set(cells):
        return "nothing else can light it" if len(cells) == 1 else "nothing else can light them"
    return f"{name_places(deduction.board, cells)} can be lit only from there"


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
    at_once=True,
    because="the {clue} at {place} has all its lamps",
)
def crowded_numbers(board: Board, finished: bool) -> list[Place]:
    return _lamps_beside(board).cells_with_too_many()


@GENRE.check(
    "A1b",
    "A number has no fewer lamps beside it than it says.",
    otherwise="the {clue} at {place} would have too few lamps beside it",
    in_short="for the {clue} at {place}",
    at_once_when=needs_all_cells,
)
def lonely_numbers(board: Board, finished: bool) -> list[Place]:
    return _lamps_beside(board).cells_with_too_few()


@GENRE.check(
    "A2",
    "Every white cell is lit.",
    otherwise="{place} would stay dark",
    because=only_lamp,
    in_short="to light {place}",
)
def dark_cells(board: Board, finished: bool) -> list[Place]:
    empty = cells_with(board, "lamps", "empty")
    lit = (cells for cells in corridors(board) if not empty.issuperset(cells))
    return sorted(set(board.grid.cells).difference(board.clues["numbers"], *lit))


@GENRE.check(
    "A3",
    "No lamp shines on another.",
    otherwise="two lamps would shine on each other along {line}",
    at_once=True,
    because="a lamp shines on it",
)
def blinded_lamps(board: Board, finished: bool) -> list[Place]:
    lamps = cells_with(board, "lamps", "lamp")
    in_one_corridor = (cells for cells in corridors(board) if len(lamps.intersection(cells)) > 1)
    return [pair for cells in in_one_corridor for pair in combinations([c for c in cells if c in lamps], 2)]


@cached_per_board
def _lamps_beside(board: Board) -> Counts:
    """Count the lamps on the white cells beside each number."""
    black = board.clues["numbers"]
    certain = cells_with(board, "lamps", "lamp").difference(black)
    possible = cells_without(board, "lamps", "empty").difference(black)
    return count_around(board, "numbers", board.grid.neighbours, certain, possible)
