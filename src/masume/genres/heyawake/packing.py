"""Packing: the ways to shade cells of a room so that no two share a side and nothing is cut off.

People know how many cells a narrow room along the edge can hold.  A search finds out the same: first, for growing parts
of the room, how many cells fit at most; this says early which beginnings leave too little room for the rest.
"""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from masume.core.grid import Grid
from masume.core.places import Area

MAX_WAYS = 2000  # no human solver considers more
MAX_CELLS = 64
FEWEST_IN_RING = 4  # shaded cells around a white one
MAX_TRIES = 5_000
FEW_CELLS = 16


class Packing(NamedTuple):
    """The most cells that can be shaded in a room, and all ways to shade a certain number of them."""

    capacity: int
    ways: tuple[Area, ...]


def pack(grid: Grid, room: Area, number: int) -> Packing | None:
    """Return the ways to shade this many cells of a room; None if they are too many, or none cuts cells off."""
    is_at_frame = any(len(grid.neighbours(cell)) < grid.sides for cell in room)
    can_cut = number >= (2 if is_at_frame else FEWEST_IN_RING)
    return _Search(grid, room).run(number) if can_cut and len(room) <= MAX_CELLS else None


class Walls:
    """Tells whether a cell can be shaded in addition to others, all within some cells of a grid."""

    def __init__(self, grid: Grid, cells: Area) -> None:
        self._grid = grid
        self._neighbours = {cell: frozenset(grid.neighbours(cell)) for cell in cells}
        self._diagonal = {cell: cells.intersection(grid.touching(cell)) - self._neighbours[cell] for cell in cells}
        self._at_frame = {cell for cell in cells if len(self._neighbours[cell]) < grid.sides}

    def allow(self, cell: int, chosen: Area) -> bool:
        """Return whether no neighbour of a cell is shaded, and shading it separates none of its neighbours."""
        if not self._neighbours[cell].isdisjoint(chosen):
            return False
        return not self._closes_wall(cell, chosen) or not self._cuts_off(cell, chosen)

    def _closes_wall(self, cell: int, chosen: Area) -> bool:
        """Return whether a cell joins a wall to itself, or twice to the frame; only then can it cut cells off."""
        seen, is_at_frame = set[int](), cell in self._at_frame
        for start in self._diagonal[cell] & chosen:
            if start in seen:
                return True
            seen.add(start)
            wall = [start]
            for other in wall:
                new = (self._diagonal[other] & chosen) - seen
                seen |= new
                wall += new
            if not self._at_frame.isdisjoint(wall):
                if is_at_frame:
                    return True
                is_at_frame = True
        return False

    def _cuts_off(self, cell: int, chosen: Area) -> bool:
        neighbours, limit = self._neighbours[cell], FEW_CELLS
        while True:  # until one side of a wall is seen completely: the smaller one
            for start in neighbours:
                reached = self._flood(start, chosen | {cell}, limit)
                if neighbours <= reached:
                    return False
                if len(reached) < limit:
                    return True
            limit *= 4

    def _flood(self, start: int, walls: Area, limit: int) -> set[int]:
        """Return the cells that can be reached from one of them, or at least `limit` of them."""
        reached, queue = {start}, [start]
        for cell in queue:
            if len(reached) >= limit:
                break
            new = [other for other in self._grid.neighbours(cell) if other not in reached and other not in walls]
            reached.update(new)
            queue += new
        return reached


class _Search:
    def __init__(self, grid: Grid, room: Area) -> None:
        self._cells, self._walls = _from_end_to_end(grid, room), Walls(grid, room)
        self._capacities = [0] * (len(room) + 1)  # of the cells from the n-th on
        self._tries = 0

    def run(self, number: int) -> Packing | None:
        capacities = self._capacities
        for first in reversed(range(len(self._cells))):
            most = capacities[first + 1] + 1
            capacities[first] = most  # as an assumption, which holds or is one too many
            is_possible = next(self._ways(first, frozenset(), most), None) is not None
            capacities[first] = most if is_possible else most - 1
        ways = list(islice(self._ways(0, frozenset(), number), MAX_WAYS + 1))
        is_complete = len(ways) <= MAX_WAYS and self._tries <= MAX_TRIES
        return Packing(capacities[0], tuple(ways)) if is_complete else None

    def _ways(self, first: int, chosen: Area, number: int) -> Iterator[Area]:
        """Yield the ways to shade this many further cells, from the n-th on; it stops after too many tries."""
        self._tries += 1
        if not number:
            yield chosen
        elif number <= self._capacities[first] and self._tries <= MAX_TRIES:
            cell = self._cells[first]
            if self._walls.allow(cell, chosen):
                yield from self._ways(first + 1, chosen | {cell}, number - 1)
            yield from self._ways(first + 1, chosen, number)


def _from_end_to_end(grid: Grid, room: Area) -> list[int]:
    """Return the cells of a room from one of its ends on: then a search settles one part after the other."""
    *_, end = _by_distance(grid, room, min(room))
    return _by_distance(grid, room, end)


def _by_distance(grid: Grid, room: Area, start: int) -> list[int]:
    cells = {start: None}
    queue = [start]
    for cell in queue:
        new = [other for other in grid.neighbours(cell) if other in room and other not in cells]
        cells |= dict.fromkeys(new)
        queue += new
    return queue
