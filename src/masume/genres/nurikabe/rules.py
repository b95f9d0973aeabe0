"""The rules of Nurikabe, with the ids of Çaylı et al. 2007."""

from masume.core.board import Board
from masume.core.genre import Genre
from masume.core.grid import parts
from masume.core.layers import Layer, Numbers, Symbols
from masume.core.places import Place, PlaceKind
from masume.genres.nurikabe import NAMES

GENRE = Genre(
    NAMES,
    home=__package__,
    title="Nurikabe",
    clues=(Layer("numbers", PlaceKind.CELL, Numbers(1, unknown=True)),),
    marks=(Layer("shade", PlaceKind.CELL, Symbols({"sea": "#", "island": "+"}), default="island"),),
    answer=("shade",),
    needs=frozenset({"blocks"}),
)


@GENRE.check("N1", "A numbered cell is not shaded.")
def drowned_numbers(board: Board, finished: bool) -> list[Place]:
    shade = board.decided("shade")
    return [cell for cell in board.clues["numbers"] if shade.get(cell) == "sea"]


@GENRE.check("N2", "Every island holds a number.")
def nameless_islands(board: Board, finished: bool) -> list[Place]:
    shade, numbers = board.decided("shade"), board.clues["numbers"]
    return [
        frozenset(part)
        for part in _parts_without(board, "sea")
        if part.isdisjoint(numbers) and any(shade.get(cell) == "island" for cell in part)
    ]


@GENRE.check("N3", "No island holds two numbers.")
def joined_islands(board: Board, finished: bool) -> list[Place]:
    return [frozenset(part) for part in _parts_of(board, "island") if len(part & set(board.clues["numbers"])) > 1]


@GENRE.check("N4a", "An island has no more cells than its number says.")
def large_islands(board: Board, finished: bool) -> list[Place]:
    return [clue for clue, number, part in _islands(board, sure=True) if len(part) > number]


@GENRE.check("N4b", "An island has no fewer cells than its number says.")
def small_islands(board: Board, finished: bool) -> list[Place]:
    return [clue for clue, number, part in _islands(board, sure=False) if len(part) < number]


GENRE.rule("N5", "The cells of an island are connected by their sides.")


@GENRE.check("N7", "The sea is connected by the sides of its cells.")
def torn_seas(board: Board, finished: bool) -> list[Place]:
    sea = _cells(board, "sea")
    seas = [part & sea for part in _parts_without(board, "island") if part & sea]
    return [frozenset(part) for part in sorted(seas, key=len)[:-1]]


@GENRE.check("N8", "No 2x2 block is all sea.")
def pools(board: Board, finished: bool) -> list[Place]:
    sea = _cells(board, "sea")
    return [frozenset(block) for block in board.grid.blocks(2, 2) if sea.issuperset(block)]


def _cells(board: Board, mark: str) -> set[Place]:
    return {cell for cell, shade in board.decided("shade").items() if shade == mark}


def _parts_of(board: Board, mark: str) -> list[set[int]]:
    """The parts formed by the cells that surely have this mark."""
    shade = board.decided("shade")
    return parts((cell for cell in board.grid.cells if shade.get(cell) == mark), board.grid.neighbours)


def _parts_without(board: Board, mark: str) -> list[set[int]]:
    """The parts formed by the cells that may still lack this mark."""
    shade = board.decided("shade")
    return parts((cell for cell in board.grid.cells if shade.get(cell) != mark), board.grid.neighbours)


def _islands(board: Board, *, sure: bool) -> list[tuple[Place, int, set[int]]]:
    """The numbers on island cells with what is surely, or at most, their island."""
    shade = board.decided("shade")
    found = _parts_of(board, "island") if sure else _parts_without(board, "sea")
    home = {cell: part for part in found for cell in part}
    return [
        (clue, number, home[clue])
        for clue, number in board.clues["numbers"].items()
        if isinstance(number, int) and shade.get(clue) == "island"
    ]
