"""What follows at once in Nurikabe: walls of finished islands, and cells that are the only open ones of their kind."""

from collections.abc import Iterator, Sequence
from itertools import chain, permutations
from typing import cast

from masume.core.board import Board
from masume.core.board_caching import cached_per_board
from masume.core.claims import Claim
from masume.core.grid import Grid, cached_per_grid
from masume.core.phrases import capitalize, name_places
from masume.core.places import Area, Chain, Place
from masume.core.rule_queries import cells_with, components
from masume.core.techniques import Deduction

Mark = tuple[Claim, Place]  # what follows at once, and the place of the rule that it follows from


def are_finished(deduction: Deduction) -> bool:
    """Return whether islands have all their cells, so that there is sea around them."""
    land = {claim.cell for claim in deduction.known if claim.value == "island"}
    numbers = dict.fromkeys(cast("tuple[int, ...]", deduction.places["N4a"]))
    return all(_is_finished(deduction.board, clue, frozenset({*land, clue})) for clue in numbers)


def _is_finished(board: Board, clue: int, land: Area) -> bool:
    """Return whether these land cells connect the clue with as many cells as it says."""
    island = next(component for component in components(board, land) if clue in component)
    return len(island) == board.clues["numbers"][clue]


def find_growth(board: Board) -> Iterator[Mark]:
    """Yield the only open cell beside each island that needs more cells."""
    for part, liberties in _parts(board, "island"):
        for clue in part & board.clues["numbers"].keys():
            number = board.clues["numbers"][clue]
            if isinstance(number, int) and len(part) < number and len(liberties) == 1:
                yield Claim("shade", min(liberties), "island"), clue


def say_growth(deduction: Deduction) -> str:
    """Say by which cells islands grow."""
    cells = set(deduction.places["N4b"])
    if len(cells) > 1:
        return f"Islands grow to {_claimed(deduction)}."
    return f"{capitalize(deduction.name(deduction.cell('N4b')))} grows to {_claimed(deduction)}."


def find_links(board: Board) -> Iterator[Mark]:
    """Yield the only open cell beside each part of the land that has no number."""
    for part, liberties in _parts(board, "island"):
        if len(liberties) == 1 and part.isdisjoint(board.clues["numbers"]):
            yield Claim("shade", min(liberties), "island"), min(part)


def say_links(deduction: Deduction) -> str:
    """Say where land goes on, and what no number reaches."""
    land, sea = (
        name_places(deduction.board, sorted({claim.cell for claim in deduction.claims if claim.value == value}))
        for value in ("island", "sea")
    )
    sentences = [f"The land goes on to {land}."] if land else []
    return " ".join([*sentences, *([f"No number reaches {sea}: sea."] if sea else [])])


def find_outlets(board: Board) -> Iterator[Mark]:
    """Yield the only open cell beside each of several parts of the sea."""
    parts = _parts(board, "sea")
    for _, liberties in parts if len(parts) > 1 else ():
        if len(liberties) == 1:
            yield Claim("shade", min(liberties), "sea"), board.grid.board


def say_outlets(deduction: Deduction) -> str:
    """Say where the sea goes on."""
    return f"The sea goes on to {_claimed(deduction)}."


def find_last_cells(board: Board) -> Iterator[Mark]:
    """Yield the last open cell of each 2x2 whose other cells are sea."""
    sea, land = (cells_with(board, "shade", value) for value in ("sea", "island"))
    for block in blocks_of_four(board.grid):
        rest = [cell for cell in block if cell not in sea]
        if len(rest) == 1 and rest[0] not in land:
            yield Claim("shade", rest[0], "island"), frozenset(block)


def say_last_cells(deduction: Deduction) -> str:
    """Say which cells break pools."""
    return f"No pool{'s' if len(deduction.claims) > 1 else ''}: {_claimed(deduction)}."


def find_straits(board: Board) -> Iterator[Mark]:
    """Yield the open cells between the islands of two numbers."""
    clues = board.clues["numbers"].keys()
    beside: dict[int, list[int]] = {}
    for part, liberties in _parts(board, "island"):
        for clue in part & clues:
            for cell in liberties:
                beside.setdefault(cell, []).append(clue)
    for cell, numbers in beside.items():
        for pair in permutations(numbers, 2):
            yield Claim("shade", cell, "sea"), pair


def say_straits(deduction: Deduction) -> str:
    """Say which cells are between two islands."""
    return f"Between islands: {_claimed(deduction)}."


def _claimed(deduction: Deduction) -> str:
    return name_places(deduction.board, sorted({claim.cell for claim in deduction.claims}))


@cached_per_board
def _parts(board: Board, value: str) -> list[tuple[Area, Area]]:
    """Return the connected parts of the land or the sea, each with the open cells beside it."""
    land = cells_with(board, "shade", "island").union(board.clues["numbers"])
    sea = cells_with(board, "shade", "sea")
    decided, cells = land | sea, land if value == "island" else sea
    neighbours = board.grid.neighbours
    return [
        (part, frozenset(chain.from_iterable(map(neighbours, part))) - decided) for part in components(board, cells)
    ]


@cached_per_grid
def blocks_of_four(grid: Grid) -> Sequence[Chain]:
    """Return all 2x2 blocks."""
    return tuple(grid.blocks(2, 2))
