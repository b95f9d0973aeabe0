"""New boards of Nurikabe: islands of mixed sizes in one sea, each with one number."""

from collections.abc import Sequence
from math import exp
from random import Random
from statistics import mean, pstdev
from typing import Any

from masume.core.board import Board
from masume.core.generation import Faults, Generation, Plan, shuffled
from masume.genres.nurikabe.islands import Islands

SIZES = (2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6)  # that islands grow to while they are drawn, if there is room
LARGEST = 6  # size that changes let an island grow to
GROWING = 0.75  # the chance that an island grows into a pool, rather than that a new one begins there
LAND = 0.45  # the share of land that is wanted
CHANGES = 20  # tries of a repair
SHAPING = 4  # changes of a drawn board that are tried, for each cell
CROWDING = 65  # for each cell: islands that crowd the board more should be fewer or larger
SMALL_CROWD = 1.5  # the larger, the more do small islands crowd the board
SMALLER = 200  # how readily they become more or smaller all the same


def draw(plan: Plan, random: Random) -> Board | None:
    """Draw islands until no 2x2 block is all sea."""
    islands, wanted = Islands(plan), dict[int, int]()  # the wanted sizes, by number
    pools: Sequence[Sequence[int]] = [plan.grid.cells]
    while pools:
        if not _break_pool(islands, wanted, shuffled(random.choice(pools), random), random):
            return None
        pools = islands.pools()
    land = sum(islands.sizes().values())
    for cell in shuffled(plan.grid.cells, random):
        if land >= LAND * len(plan.grid.cells):
            break
        land += islands.grow(cell, wanted)
    for _ in range(SHAPING * len(plan.grid.cells)):
        if _crowding(islands) <= CROWDING * len(plan.grid.cells):
            break
        _change(islands, random.choice(plan.grid.cells), random)
    return islands.to_board()


def _break_pool(islands: Islands, wanted: dict[int, int], pool: Sequence[int], random: Random) -> bool:
    """Make one cell of a block of sea land: an island grows into it, or a new one begins there."""

    def begin() -> bool:
        for cell in pool:
            if numbers := islands.begin(cell):
                wanted.update((number, random.choice(SIZES)) for number in numbers)
                return True
        return False

    def grow(sizes: dict[int, int]) -> bool:
        return any(islands.grow(cell, sizes) for cell in pool)

    larger = {number: 2 * size for number, size in wanted.items()}
    if random.random() < GROWING:
        return grow(wanted) or begin() or grow(larger)
    return begin() or grow(larger)


def repair(plan: Plan, board: Board, faults: Faults, random: Random) -> Board | None:
    """Change the islands near a place where other solutions differ."""
    islands = Islands.from_board(plan, board)
    for _ in range(CHANGES):
        place: Any = random.choice(faults.places)
        if _change(islands, random.choice((place, place, *plan.grid.neighbours(place))), random):
            return islands.to_board()
    return None


def _change(islands: Islands, cell: int, random: Random) -> bool:
    """Move a number to a cell, or make it land, or sea, and return whether that was done."""
    before, crowding = islands.owner.copy(), _crowding(islands)
    if islands.owner[cell] < 0:
        largest = dict.fromkeys(islands.plan.grid.cells, LARGEST)
        changed = islands.grow(cell, largest) or islands.join(cell, LARGEST) or bool(islands.begin(cell))
    elif random.random() < 0.5:
        changed = islands.move_number(cell)
    else:
        changed = islands.flood(cell)
    worse = _crowding(islands) - crowding
    if worse > 0 and random.random() > exp(-worse / SMALLER):
        islands.owner = before
        return False
    return changed


def _crowding(islands: Islands) -> int:
    """Return a number that is higher the more islands there are, and the smaller they are, if they are too many."""
    crowds: int = sum(round(1000 * size**-SMALL_CROWD) for size in islands.sizes().values())
    return max(crowds, CROWDING * len(islands.owner))


def _numbers(board: Board) -> list[int]:
    return [number for number in board.clues["numbers"].values() if isinstance(number, int)]


GENERATION = Generation(
    draw=draw,
    repair=repair,
    slack=2,
    patience=1,
    drops_clues=False,
    measures={
        "numbers per cell": lambda board: len(_numbers(board)) / len(board.grid.cells),
        "cells per island": lambda board: mean(_numbers(board) or [0]),
        "spread of sizes": lambda board: pstdev(_numbers(board) or [0]),
        "largest island": lambda board: max(_numbers(board), default=0),
        "islands of one cell": lambda board: _numbers(board).count(1) / max(1, len(_numbers(board))),
    },
)
