"""The black cells that hold the clues of runs, and where the clues are written in them.

A run is a straight row of cells; the black cell before its first cell is a hole of the grid, or lies outside the grid.
"""

from collections.abc import Mapping
from functools import partial
from itertools import product
from typing import NamedTuple

from masume.core.grid import Grid, cached_per_grid, runs
from masume.core.square import SquareGrid
from masume.drawing import layout
from masume.drawing.scene import Point, Points, Ring

_CLUE_DISTANCE = 0.4  # of a clue from the middle of its cell, as a fraction of the distance to the edge
_SIZE, _SMALL_SIZE = 0.38, 0.24  # of clues: on grids with at most two directions of runs, and on others
_round = partial(round, ndigits=6)  # so that points that differ only by rounding errors are equal


class RunClueSpot(NamedTuple):
    """Where the clue of a run is written, how large, and the line that divides its black cell (empty if none does)."""

    middle: Point
    size: float
    divider: Points


@cached_per_grid
def run_clue_spots(grid: Grid) -> Mapping[int, RunClueSpot]:
    """Return the spot of every run's clue, by the edge where the run is entered.

    A clue is written near that edge, and away from the other clues that the cell may hold.
    """
    offsets = {edge: _offset_to_edge(grid, edge, run[0]) for edge, run in runs(grid).items()}
    directions = sorted(set(offsets.values()))
    x, y = (sum(direction[axis] for direction in directions) for axis in (0, 1))
    others = max(len(directions) - 1, 1)  # x - u and y - v below are the sum of this many other directions
    spots: dict[int, RunClueSpot] = {}
    for edge, (u, v) in offsets.items():
        p, q = layout.edge_middle(grid, edge)
        p, q = p - u, q - v  # the middle of the black cell
        middle = p + _CLUE_DISTANCE * (u - (x - u) / others), q + _CLUE_DISTANCE * (v - (y - v) / others)
        divider = ((p - x, q - y), (p + x, q + y)) if others == 1 else ()
        spots[edge] = RunClueSpot(middle, _SIZE if others == 1 else _SMALL_SIZE, divider)
    return spots


@cached_per_grid
def black_cells(grid: Grid) -> tuple[Ring, ...]:
    """Return the polygons of all black cells.

    On a square grid these are all holes, and a whole row above the grid and column to its left.
    """
    if isinstance(grid, SquareGrid):
        positions = product(range(-1, grid.rows), range(-1, grid.columns))
        return tuple(layout.square_polygon(row, col) for row, col in positions if grid.cell(row, col) is None)
    rings: dict[Point, Ring] = {}
    for edge, run in runs(grid).items():
        (x, y), (u, v) = layout.cell_middle(grid, run[0]), layout.edge_middle(grid, edge)
        mirrored = tuple((2 * u - p, 2 * v - q) for p, q in layout.cell_polygon(grid, run[0]))
        rings.setdefault((_round(2 * u - x), _round(2 * v - y)), mirrored)
    return tuple(rings.values())


def _offset_to_edge(grid: Grid, edge: int, first_cell: int) -> Point:
    """Return the vector from the middle of the black cell to the edge where its run begins.

    It equals the vector from the edge to the middle of the first cell, because both cells have the same shape.
    """
    (x, y), (u, v) = layout.cell_middle(grid, first_cell), layout.edge_middle(grid, edge)
    return _round(x - u), _round(y - v)
