"""New boards of Nurikabe: islands of mixed sizes in one sea, each with one number."""

from collections.abc import Sequence
from random import Random
from statistics import mean, pstdev
from typing import Any

from masume.core.board import Board
from masume.core.generation import Generation, Plan, shuffled
from masume.genres.nurikabe.islands import Islands

SIZES = (1, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9)  # that islands grow to while they are drawn, if there is room
LARGEST = 10  # size that repairs let an island grow to
GROWING = 0.75  # the chance that an island grows into a pool, rather than that a new one begins there
LAND = 0.45  # the share of land that is wanted
CHANGES = 20  # tries of a repair


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


def repair(plan: Plan, board: Board, places: Sequence[Any], random: Random) -> Board | None:
    """Change the islands near a place where other solutions differ: move a number, or make sea land, or land sea."""
    islands, grid = Islands.from_board(plan, board), plan.grid
    largest = dict.fromkeys(grid.cells, LARGEST)
    for _ in range(CHANGES):
        place = random.choice(places)
        near = random.choice((place, place, *grid.neighbours(place)))
        if islands.owner[near] < 0:
            changed = islands.grow(near, largest) or bool(islands.begin(near))
        elif random.random() < 0.5:
            changed = islands.move_number(near)
        else:
            changed = islands.flood(near)
        if changed:
            return islands.to_board()
    return None


def _numbers(board: Board) -> list[int]:
    return [number for number in board.clues["numbers"].values() if isinstance(number, int)]


GENERATION = Generation(
    draw=draw,
    repair=repair,
    drops_clues=False,
    measures={
        "numbers per cell": lambda board: len(_numbers(board)) / len(board.grid.cells),
        "cells per island": lambda board: mean(_numbers(board) or [0]),
        "spread of sizes": lambda board: pstdev(_numbers(board) or [0]),
        "largest island": lambda board: max(_numbers(board), default=0),
        "islands of one cell": lambda board: _numbers(board).count(1) / max(1, len(_numbers(board))),
    },
)
