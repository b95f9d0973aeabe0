"""Sums of runs as pzpr writes them: in the black cells before the runs, which are holes of the grid or lie outside."""

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
    """Return the sums by the edges over which their runs are entered; raise InputError if a sum has no run."""
    heads, entries = grid.run_clue_positions(), dict[Place, Value]()
    for spot, pair in sums.items():
        for direction, total, edge in zip(("down", "across"), pair, heads.get(spot, (None, None)), strict=True):
            if total is None:
                continue
            if edge is None:
                raise InputError(f"the sum {direction} {describe_spot(spot)} has no white cell behind it")
            entries[edge] = total
    return entries


def sums_by_spot(grid: SquareGrid, entries: Entries) -> dict[Spot, SumPair]:
    """Return the sums by the black cells before their runs; all holes are listed, with and without sums."""
    return {
        spot: (entries.get(down), entries.get(across)) for spot, (down, across) in grid.run_clue_positions().items()
    }


def describe_spot(spot: Spot) -> str:
    """Return where a spot is, in words."""
    row, col = spot
    if row < 0:
        return f"above column {col + 1}"
    return f"before row {row + 1}" if col < 0 else f"at r{row + 1}c{col + 1}"
