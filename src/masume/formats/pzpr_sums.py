"""Sums of runs as pzpr has them: in the black cells before the runs, which are holes of the grid or lie outside."""

from collections.abc import Mapping
from typing import TypeAlias

from masume.core.board import Entries
from masume.core.errors import InputError
from masume.core.layers import Value
from masume.core.places import Place
from masume.core.square import SquareGrid

Spot: TypeAlias = tuple[int, int]  # row and column from 0, -1 just outside
Pair: TypeAlias = tuple[Value | None, Value | None]  # the sums down and across


def entered(grid: SquareGrid, sums: Mapping[Spot, Pair]) -> dict[Place, Value]:
    """The sums at the edges into their runs."""
    heads, entries = grid.run_heads(), dict[Place, Value]()
    for spot, pair in sums.items():
        for way, total, edge in zip(("down", "across"), pair, heads.get(spot, (None, None)), strict=True):
            if total is None:
                continue
            if edge is None:
                raise InputError(f"the sum {way} {_where(spot)} has no white cell behind it")
            entries[edge] = total
    return entries


def written(grid: SquareGrid, entries: Entries) -> dict[Spot, Pair]:
    """The sums in the black cells before their runs, of which all inside the frame are listed."""
    return {spot: (entries.get(down), entries.get(across)) for spot, (down, across) in grid.run_heads().items()}


def _where(spot: Spot) -> str:
    row, col = spot
    if row < 0:
        return f"above column {col + 1}"
    return f"before row {row + 1}" if col < 0 else f"at r{row + 1}c{col + 1}"
