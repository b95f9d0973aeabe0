"""The cells before straight runs, outside the grid or in its holes, and where sums stand in them."""

from collections.abc import Mapping
from functools import partial
from itertools import product
from typing import NamedTuple

from masume.core.grid import Grid, once_per_grid, runs
from masume.core.square import SquareGrid
from masume.drawing import layout
from masume.drawing.scene import Point, Ring

_NEAR = 0.4  # how far from the middle of the cell a sum stands, of the way to the edge
_SIZE, _SMALL_SIZE = 0.38, 0.24  # of sums, where there are up to two in a cell, or more
_exactly = partial(round, ndigits=6)


class Head(NamedTuple):
    """The cell before a run: where and how large its sum is written, and the line that splits the cell, if any."""

    at: Point
    size: float
    slit: Ring


@once_per_grid
def heads_of_runs(grid: Grid) -> Mapping[int, Head]:
    """By the edge over which a run is entered; a sum is near it, and away from the other sums in the cell."""
    ways = {edge: _way(grid, edge, run[0]) for edge, run in runs(grid).items()}
    several = sorted(set(ways.values()))
    x, y = (sum(way[axis] for way in several) for axis in (0, 1))
    others = max(len(several) - 1, 1)
    found: dict[int, Head] = {}
    for edge, (u, v) in ways.items():
        p, q = layout.edge_middle(grid, edge)
        p, q = p - u, q - v  # the middle of the cell
        at = p + _NEAR * (u - (x - u) / others), q + _NEAR * (v - (y - v) / others)
        slit = ((p - x, q - y), (p + x, q + y)) if others == 1 else ()
        found[edge] = Head(at, _SIZE if others == 1 else _SMALL_SIZE, slit)
    return found


@once_per_grid
def black_cells(grid: Grid) -> tuple[Ring, ...]:
    """The cells before runs; on a square grid all holes, too, and a whole row and column before the first ones."""
    if isinstance(grid, SquareGrid):
        beyond = product(range(-1, grid.rows), range(-1, grid.cols))
        return tuple(layout.square(row, col) for row, col in beyond if grid.cell(row, col) is None)
    rings: dict[Point, Ring] = {}
    for edge, run in runs(grid).items():
        (x, y), (u, v) = layout.middle(grid, run[0]), layout.edge_middle(grid, edge)
        ring = tuple((2 * u - p, 2 * v - q) for p, q in layout.polygon(grid, run[0]))
        rings.setdefault((_exactly(2 * u - x), _exactly(2 * v - y)), ring)
    return tuple(rings.values())


def _way(grid: Grid, edge: int, first: int) -> Point:
    """From the middle of a head to the edge, as far as from there to the middle of the run's first cell."""
    (x, y), (u, v) = layout.middle(grid, first), layout.edge_middle(grid, edge)
    return _exactly(x - u), _exactly(y - v)
