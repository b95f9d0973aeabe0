"""The orders in which pzpr lists the places of a square grid: row by row from the top left, holes included.

The parts of URLs take a function that returns places (`all_cells`), the blocks of files a function that returns
rows of places (`cell_rows`).
"""

from collections.abc import Sequence
from itertools import chain

from masume.core.square import SquareGrid


def all_cells(grid: SquareGrid) -> Sequence[int]:
    """Return all cells, holes included."""
    return range(grid.rows * grid.columns)


def all_corners(grid: SquareGrid) -> Sequence[int]:
    """Return all corners."""
    return range(grid.corner(0, 0), grid.corner(grid.rows, grid.columns) + 1)


def columns_then_rows(grid: SquareGrid) -> Sequence[int]:
    """Return the lines of the grid: columns from the left, then rows from the top."""
    return [*grid.lines[grid.rows :], *grid.lines[: grid.rows]]


def cell_rows(grid: SquareGrid) -> Sequence[Sequence[int]]:
    """Return the rows of cells, holes included."""
    return [range(row * grid.columns, (row + 1) * grid.columns) for row in range(grid.rows)]


def corner_rows(grid: SquareGrid) -> Sequence[Sequence[int]]:
    """Return the rows of corners."""
    return [range(grid.corner(row, 0), grid.corner(row, grid.columns) + 1) for row in range(grid.rows + 1)]


def edge_rows(grid: SquareGrid) -> Sequence[Sequence[int]]:
    """Return the rows of vertical edges, then those of horizontal edges."""
    vertical = [
        range(grid.vertical_edge(row, 0), grid.vertical_edge(row, grid.columns) + 1) for row in range(grid.rows)
    ]
    return vertical + [
        range(grid.horizontal_edge(row, 0), grid.horizontal_edge(row + 1, 0)) for row in range(grid.rows + 1)
    ]


def inner_edge_rows(grid: SquareGrid) -> Sequence[Sequence[int]]:
    """Return the rows of vertical edges between two cells, then those of horizontal ones."""
    vertical = [range(grid.vertical_edge(row, 1), grid.vertical_edge(row, grid.columns)) for row in range(grid.rows)]
    return vertical + [
        range(grid.horizontal_edge(row, 0), grid.horizontal_edge(row + 1, 0)) for row in range(1, grid.rows)
    ]


def inner_edges_by_direction(grid: SquareGrid) -> tuple[Sequence[int], Sequence[int]]:
    """Return the vertical edges between two cells, and the horizontal edges between two cells."""
    rows = (range(grid.vertical_edge(row, 1), grid.vertical_edge(row, grid.columns)) for row in range(grid.rows))
    return list(chain.from_iterable(rows)), range(grid.horizontal_edge(1, 0), grid.horizontal_edge(grid.rows, 0))
