"""Vicinity: what lies around a cell up to so many steps, with the cells numbered nearest first.

Most cells of a board look alike from near by, so what is worked out about the vicinity of one holds for many.
"""

from typing import Any

from masume.core.grid import Grid, once_per_grid, reach
from masume.core.remembering import memory


class Vicinity:
    """Of each cell around cell 0 the distance and the neighbours; those that look alike are one and the same object."""

    def __init__(self, distances: tuple[int, ...], neighbours: tuple[tuple[int, ...], ...]) -> None:
        self.distances, self.neighbours = distances, neighbours


def vicinity(grid: Grid, cell: int, steps: int) -> tuple[Vicinity, list[int]]:
    """The vicinity of a cell, and which cells these are."""
    known = _offsets(grid)
    key = (grid.likeness(cell, steps), steps)
    found = known.get(key)
    if found is None:
        found = known[key] = _found(grid, cell, steps)
    shape, offsets = found
    return shape, [cell + offset for offset in offsets]


@once_per_grid
def _offsets(grid: Grid) -> dict[Any, tuple[Vicinity, list[int]]]:
    return {}


def _found(grid: Grid, cell: int, steps: int) -> tuple[Vicinity, list[int]]:
    distance = reach([cell], grid.neighbours, steps)
    number = {place: index for index, place in enumerate(distance)}
    neighbours = (tuple(number[n] for n in grid.neighbours(place) if n in number) for place in distance)
    form = tuple(distance.values()), tuple(neighbours)
    return _shapes.setdefault(form, Vicinity(*form)), [place - cell for place in distance]


_shapes: dict[Any, Vicinity] = memory()
