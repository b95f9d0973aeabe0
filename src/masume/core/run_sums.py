"""Sums of runs as pzpr writes them: in black cells above the runs down and to the left of the runs across.

A black cell is a hole of the grid, or lies just outside the grid.
"""

from collections.abc import Mapping
from typing import TypeAlias

from masume.core.board import Entries
from masume.core.errors import InputError
from masume.core.layers import Value
from masume.core.places import Place
from masume.core.square import SquareGrid

Spot: TypeAlias = tuple[int, int]  # row and column from 0; -1 is just outside the grid
SumPair: TypeAlias = tuple[Value | None, Value | None]  # the sums down and across


def sums_by_edge(grid: SquareGrid, sums: Mapping[Spot, SumPair]) -> dict[Place, Value]:
    """Return the sums by the edges through which their runs are entered; raise InputError if a sum has no run."""
    run_edges, entries = grid.run_clue_positions(), dict[Place, Value]()
    for spot, (total_down, total_across) in sums.items():
        edge_down, edge_across = run_edges.get(spot, (None, None))
        for direction, total, edge in (("down", total_down, edge_down), ("across", total_across, edge_across)):
            if total is None:
                continue
            if edge is None:
                raise InputError(f"the sum {direction} {describe_spot(spot)} has no white cell behind it")
            entries[edge] = total
    return entries


def sums_by_spot(grid: SquareGrid, entries: Entries) -> dict[Spot, SumPair]:
    """Return the pairs of sums by the black cells that contain them; holes without sums are included."""
    return {
        spot: (entries.get(down), entries.get(across)) for spot, (down, across) in grid.run_clue_positions().items()
    }


def describe_spot(spot: Spot) -> str:
    """Return the position of a spot in words, for errors."""
    row, col = spot
    if row < 0:
        return f"above column {col + 1}"
    return f"to the left of row {row + 1}" if col < 0 else f"at r{row + 1}c{col + 1}"
