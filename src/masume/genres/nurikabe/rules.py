"""The rules of Nurikabe, with the ids of Çaylı et al. 2007."""

from masume.core.board import Board
from masume.core.genre import Genre
from masume.core.layers import UNKNOWN_CLUE, Layer, Numbers, Symbols
from masume.core.places import Area, Place, PlaceKind
from masume.core.rule_queries import cells_with, cells_without, components, cut_off_components
from masume.core.techniques import Deduction
from masume.genres.nurikabe.at_once import (
    are_finished,
    blocks_of_four,
    find_growth,
    find_last_cells,
    find_links,
    find_outlets,
    find_straits,
    say_growth,
    say_last_cells,
    say_links,
    say_outlets,
    say_straits,
)

GENRE = Genre(
    __package__,
    title="Nurikabe",
    clues=(Layer("numbers", PlaceKind.CELL, Numbers(1, unknown=True), dropped=UNKNOWN_CLUE),),
    marks=(
        Layer(
            "shade", PlaceKind.CELL, Symbols({"sea": "#", "island": "+"}, phrases={"island": "land"}), default="island"
        ),
    ),
    answer=("shade",),
    needs=frozenset({"blocks"}),
)


def land_in_short(deduction: Deduction) -> str:
    """Say that a mark is needed for a number to reach some land, or that no number would reach the mark itself."""
    place, (claim,) = deduction.places["N2"][0], deduction.claims
    if claim.value == "sea":
        return "out of reach" if claim.place == place else f"for {deduction.name(place)}"
    return f"to reach {deduction.name(place)}"


@GENRE.check(
    "N1",
    "A numbered cell is not shaded.",
    otherwise="the number at {place} would be sea",
)
def drowned_numbers(board: Board, finished: bool) -> list[Place]:
    shade = board.decided_marks("shade")
    return [cell for cell in board.clues["numbers"] if shade.get(cell) == "sea"]


@GENRE.check(
    "N2",
    "Every island holds a number.",
    otherwise="no number would reach {place}",
    in_short=land_in_short,
    at_once=say_links,
    at_once_marks=find_links,
)
def nameless_islands(board: Board, finished: bool) -> list[Place]:
    land, numbers = cells_with(board, "shade", "island"), frozenset(board.clues["numbers"])
    return [
        component
        for component in components(board, cells_without(board, "shade", "sea"))
        if component.isdisjoint(numbers) and not component.isdisjoint(land)
    ]


@GENRE.check(
    "N3",
    "No island holds two numbers.",
    otherwise="{first} would join {second}",
    at_once=say_straits,
    at_once_marks=find_straits,
)
def joined_islands(board: Board, finished: bool) -> list[Place]:
    numbers, islands = frozenset(board.clues["numbers"]), components(board, cells_with(board, "shade", "island"))
    return [island for island in islands if len(island & numbers) > 1]


@GENRE.check(
    "N4a",
    "An island has no more cells than its number says.",
    otherwise="the {clue} at {place} would get too large",
    at_once=are_finished,
)
def large_islands(board: Board, finished: bool) -> list[Place]:
    return [clue for clue, number, island in _islands(board, only_certain=True) if len(island) > number]


@GENRE.check(
    "N4b",
    "An island has no fewer cells than its number says.",
    otherwise="the {clue} at {place} would stay too small",
    in_short="for the {clue} at {place}",
    at_once=say_growth,
    at_once_marks=find_growth,
)
def small_islands(board: Board, finished: bool) -> list[Place]:
    return [clue for clue, number, island in _islands(board, only_certain=False) if len(island) < number]


GENRE.rule("N5", "The cells of an island are connected by their sides.")


@GENRE.check(
    "N7",
    "The sea is connected by the sides of its cells.",
    otherwise="{one} would be cut off",
    at_once=say_outlets,
    at_once_marks=find_outlets,
)
def torn_seas(board: Board, finished: bool) -> list[Place]:
    return list(cut_off_components(board, "shade", "sea", blocked_by="island"))


@GENRE.check(
    "N8",
    "No 2x2 block is all sea.",
    otherwise="{place} would be all sea",
    in_short="no pool",
    at_once=say_last_cells,
    at_once_marks=find_last_cells,
)
def pools(board: Board, finished: bool) -> list[Place]:
    sea = cells_with(board, "shade", "sea")
    return [frozenset(block) for block in blocks_of_four(board.grid) if sea.issuperset(block)]


def _islands(board: Board, *, only_certain: bool) -> list[tuple[Place, int, Area]]:
    """Return each number on land, its cell, and its island: the certain cells only, or all that may still join."""
    land = cells_with(board, "shade", "island")
    cells = land if only_certain else cells_without(board, "shade", "sea")
    island_of = {cell: island for island in components(board, cells) for cell in island}
    return [
        (clue, number, island_of[clue])
        for clue, number in board.clues["numbers"].items()
        if isinstance(number, int) and clue in land
    ]
