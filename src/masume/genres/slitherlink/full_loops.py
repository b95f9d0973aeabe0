"""Loops that visit every corner of a square grid.

The cells inside such a loop form a tree in which no 2x2 block is full.  Any such tree becomes another one if a cell in
the middle of a straight piece, between two others only, is moved to a place where it joins both parts again.
"""

from collections.abc import Sequence
from random import Random

from masume.core.generation import shuffled
from masume.core.grid import Grid, distances
from masume.core.random_shapes import rings

_MOVES = 3  # for each cell
_SIDES = slice(1, None, 2)  # of the cells around a cell: north, east, south, west


def draw_full_inside(grid: Grid, random: Random) -> set[int] | None:
    """Return the cells inside a loop that visits every corner; None if there is no such loop."""
    inside = _comb(grid)
    if inside is None:
        return None
    table = [tuple(around[_SIDES]) for around in rings(grid)]
    for _ in range(_MOVES):
        for cell in shuffled(sorted(inside), random):
            if cell in inside and _is_bridge(table[cell], inside):
                _move(cell, inside, table, random)
    return inside


def _comb(grid: Grid) -> set[int] | None:
    """Return every second line of cells, joined at one end; None if both dimensions are even."""
    rows, columns = (number + 1 for number in grid.position(grid.cells[-1]))  # type: ignore[attr-defined]
    if rows % 2:
        return {row * columns + col for row in range(rows) for col in range(columns) if row % 2 == 0 or col == 0}
    if columns % 2:
        return {row * columns + col for row in range(rows) for col in range(columns) if col % 2 == 0 or row == 0}
    return None


def _move(cell: int, inside: set[int], table: Sequence[Sequence[int]], random: Random) -> None:
    """Remove a cell, and add one that joins the two parts: perhaps the same."""
    sides = [other for other in table[cell] if other in inside]
    inside.remove(cell)
    part = distances(sides[:1], lambda each: (other for other in table[each] if other in inside))
    joining = [
        other
        for other in range(len(table))
        if other not in inside and _is_bridge(table[other], inside) and sum(each in part for each in table[other]) == 1
    ]
    inside.add(random.choice(joining))


def _is_bridge(sides: Sequence[int], inside: set[int]) -> bool:
    """Return whether just the two cells on opposite sides are inside."""
    north, east, south, west = (side in inside for side in sides)
    return north == south != east == west
