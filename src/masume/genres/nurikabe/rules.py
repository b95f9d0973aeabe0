"""The rules of Nurikabe, with the ids of Çaylı et al. 2007."""

from masume.core.board import Board
from masume.core.genre import Genre
from masume.core.layers import Layer, Numbers, Symbols
from masume.core.places import Place, PlaceKind
from masume.core.rule_queries import cells_with, cells_without, parts_of, torn_parts
from masume.genres.nurikabe import NAMES

GENRE = Genre(
    NAMES,
    home=__package__,
    title="Nurikabe",
    clues=(Layer("numbers", PlaceKind.CELL, Numbers(1, unknown=True)),),
    marks=(
        Layer(
            "shade", PlaceKind.CELL, Symbols({"sea": "#", "island": "+"}, words={"island": "land"}), default="island"
        ),
    ),
    answer=("shade",),
    needs=frozenset({"blocks"}),
)


@GENRE.check(
    "N1",
    "A numbered cell is not shaded.",
    otherwise="the number at {place} would be sea",
)
def drowned_numbers(board: Board, finished: bool) -> list[Place]:
    shade = board.decided("shade")
    return [cell for cell in board.clues["numbers"] if shade.get(cell) == "sea"]


@GENRE.check(
    "N2",
    "Every island holds a number.",
    otherwise="{place} would be land that belongs to no number",
)
def nameless_islands(board: Board, finished: bool) -> list[Place]:
    land, numbers = cells_with(board, "shade", "island"), board.clues["numbers"]
    return [
        frozenset(part)
        for part in parts_of(board, cells_without(board, "shade", "sea"))
        if part.isdisjoint(numbers) and part & land
    ]


@GENRE.check(
    "N3",
    "No island holds two numbers.",
    otherwise="the islands of {place} would join",
)
def joined_islands(board: Board, finished: bool) -> list[Place]:
    numbers, islands = set(board.clues["numbers"]), parts_of(board, cells_with(board, "shade", "island"))
    return [frozenset(part) for part in islands if len(part & numbers) > 1]


@GENRE.check(
    "N4a",
    "An island has no more cells than its number says.",
    otherwise="the island of the {clue} at {place} would be too large",
)
def large_islands(board: Board, finished: bool) -> list[Place]:
    return [clue for clue, number, part in _islands(board, sure=True) if len(part) > number]


@GENRE.check(
    "N4b",
    "An island has no fewer cells than its number says.",
    otherwise="the island of the {clue} at {place} could not grow to {clue}",
)
def small_islands(board: Board, finished: bool) -> list[Place]:
    return [clue for clue, number, part in _islands(board, sure=False) if len(part) < number]


GENRE.rule("N5", "The cells of an island are connected by their sides.")


@GENRE.check(
    "N7",
    "The sea is connected by the sides of its cells.",
    otherwise="the sea at {one} would be cut off from {other}",
)
def torn_seas(board: Board, finished: bool) -> list[Place]:
    return list(torn_parts(board, "shade", "sea", other="island"))


@GENRE.check(
    "N8",
    "No 2x2 block is all sea.",
    otherwise="the block at {place} would be all sea",
)
def pools(board: Board, finished: bool) -> list[Place]:
    sea = cells_with(board, "shade", "sea")
    return [frozenset(block) for block in board.grid.blocks(2, 2) if sea.issuperset(block)]


def _islands(board: Board, *, sure: bool) -> list[tuple[Place, int, set[int]]]:
    """The numbers on island cells with what is surely, or at most, their island."""
    land = cells_with(board, "shade", "island")
    home = {
        cell: part for part in parts_of(board, land if sure else cells_without(board, "shade", "sea")) for cell in part
    }
    return [
        (clue, number, home[clue])
        for clue, number in board.clues["numbers"].items()
        if isinstance(number, int) and clue in land
    ]
