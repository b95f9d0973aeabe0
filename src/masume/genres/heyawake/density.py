"""Density: how many cells can be shaded on a board before the white ones fall apart.

To be connected, n white cells need n - 1 borders between them, and one more for each 2x2 of them, which is a ring.  A
shaded cell takes away its borders with other cells.  It has fewer of them at the frame, so a board with many shaded
cells needs many of them there; but of two neighbours, at most one is shaded.
"""

from collections.abc import Iterator

from masume.core.board import Board
from masume.core.board_caching import cached_per_puzzle
from masume.core.grid import Grid
from masume.core.places import Chain

MAX_GAPS = 3  # with more gaps left, nothing follows


def possible_gaps(grid: Grid) -> list[Chain]:
    """Return what is a gap if all its cells are white: cells along each side of the frame, in twos, and each 2x2."""
    sides = [[cell for cell in grid.cells if grid.step(cell, direction) is None] for direction in grid.directions]
    return [*(pair for side in sides for pair in _in_twos(grid, side)), *grid.blocks(2, 2)]


@cached_per_puzzle
def most_gaps(board: Board) -> int:
    """Return how many gaps the numbers of the rooms allow; negative if they cannot all be shaded."""
    grid, numbers = board.grid, board.clues["rooms"].values()
    borders = sum(len(grid.neighbours(cell)) for cell in grid.cells) // 2
    shaded = sum(number for number in numbers if isinstance(number, int))
    at_frame = len(possible_gaps(grid)) - len(grid.blocks(2, 2))  # the most shaded cells there, corners counted twice
    needed_at_frame = (grid.sides - 1) * shaded + len(grid.cells) - 1 - borders
    return at_frame - needed_at_frame


def _in_twos(grid: Grid, side: list[int]) -> Iterator[Chain]:
    """Yield neighbours in twos, and single cells where there is no neighbour."""
    rest = list(side)
    while rest:
        cell, *rest = rest
        if rest and rest[0] in grid.neighbours(cell):
            yield cell, rest.pop(0)
        else:
            yield (cell,)
