"""Patterns of black cells, as planned: no run of white cells has one cell or more than nine."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from random import Random

from masume.core.generation import Plan
from masume.core.grid import Grid, cached_per_grid, is_connected
from masume.genres.kakuro.rules import DIGITS

SHARES = (0.22, 0.32)  # of black cells: the lowest and the highest that are wanted
LARGEST_SHARE = 0.42
LONGEST_RUNS = (5, 5, 5, 6, 6, 7, 9)  # one of these is chosen for each board
TRIES = 60  # to blacken a cell
CHOICES = 4  # cells that are compared in each try: that is blackened which forces the fewest others to be black


def draw_black_cells(plan: Plan, random: Random) -> frozenset[int] | None:
    """Return black cells that leave few or no white 3x3 squares; None if this try failed."""
    grid, wanted = plan.grid, random.uniform(*SHARES) * len(plan.grid.cells)
    longest, white = random.choice(LONGEST_RUNS), _without_short_runs(plan, set(grid.cells))
    if not white:
        return None
    for _ in range(TRIES):
        long_runs = [cell for run in _white_runs(grid, white) if len(run) > longest for cell in run]
        crowded = long_runs or [cell for square in _squares(grid) if white.issuperset(square) for cell in square]
        if not crowded and len(grid.cells) - len(white) >= wanted:
            break
        cells = random.choices(crowded or sorted(white), k=CHOICES)
        patterns = (_without_short_runs(plan, white.difference(plan.orbits[cell])) for cell in cells)
        white = max([pattern for pattern in patterns if _is_natural(grid, pattern)], key=len, default=white)
    if any(len(run) > len(DIGITS) for run in _white_runs(grid, white)):
        return None
    return frozenset(grid.cells) - white


def count_white_squares(grid: Grid) -> int:
    """Return how many 3x3 squares are all white."""
    return len(_squares(grid))


def _squares(grid: Grid) -> list[tuple[int, ...]]:
    return [tuple(square) for square in grid.blocks(3, 3)]


def _without_short_runs(plan: Plan, white: set[int]) -> set[int]:
    """Return the white cells without those that are alone in a run, until none is alone."""
    while alone := [run[0] for run in _white_runs(plan.grid, white) if len(run) == 1]:
        white = white.difference(*(plan.orbits[cell] for cell in alone))
    return white


def _white_runs(grid: Grid, white: set[int]) -> Iterable[list[int]]:
    for line in grid.lines:
        for is_white, cells in groupby(grid.cells_on(line), white.__contains__):
            if is_white:
                yield list(cells)


@cached_per_grid
def _lines_and_blocks(grid: Grid) -> Sequence[frozenset[int]]:
    lines = map(grid.cells_on, grid.lines)
    return [frozenset(cells) for cells in (*lines, *grid.blocks(2, 3), *grid.blocks(3, 2))]


def _is_natural(grid: Grid, white: set[int]) -> bool:
    """Return whether the white cells are connected, reach every row and column, and leave few black cells together."""
    return (
        len(white) >= (1 - LARGEST_SHARE) * len(grid.cells)
        and not any(map(white.isdisjoint, _lines_and_blocks(grid)))
        and is_connected(white, grid.neighbours)
    )
