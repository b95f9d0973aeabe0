"""Random shapes on square grids, from which genres draw new boards: regions, shaded cells that stand alone."""

from collections.abc import Iterable, Sequence
from random import Random

from masume.core.generation import Plan, shuffled
from masume.core.grid import Grid, cached_per_grid, is_connected

_RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))  # the cells around a cell, in order
_SIDES = 0b10101010  # those that share a side with it, as bits
_OUTSIDE = -1


def _is_simple(ring: int) -> bool:
    """Return whether a cell with these neighbours in a region can change sides and leave both sides in one piece."""
    around = [ring >> index & 1 for index in range(8)]
    return 0 < (ring & _SIDES).bit_count() < 4 and sum(around[i - 1] and not around[i] for i in range(8)) == 1


SIMPLE = tuple(map(_is_simple, range(256)))


@cached_per_grid
def rings(grid: Grid) -> Sequence[Sequence[int]]:
    """Return the eight cells around each cell, clockwise from the top left; -1 for those beyond the frame."""
    table = []
    for cell in grid.cells:
        row, col = grid.position(cell)  # type: ignore[attr-defined]
        around = [grid.cell(row + down, col + right) for down, right in _RING]
        table.append([_OUTSIDE if other is None else other for other in around])
    return table


class Region:
    """Cells that are connected and have no holes, so that one loop surrounds them without touching itself.

    `masks` has, for each cell, which of the eight cells around it are in the region, as bits.
    """

    def __init__(self, grid: Grid) -> None:
        self.cells = set[int]()
        self._rings = rings(grid)
        self.masks = [0] * len(self._rings)

    def can_flip(self, cell: int) -> bool:
        """Return whether the cell can be added or removed."""
        return SIMPLE[self.masks[cell]]

    def sides(self, cell: int) -> int:
        """Return how many cells of the region share a side with a cell."""
        return (self.masks[cell] & _SIDES).bit_count()

    def flip(self, cell: int) -> None:
        """Add a cell, or remove it."""
        self.cells ^= {cell}
        for index, other in enumerate(self._rings[cell]):
            if other >= 0:
                self.masks[other] ^= 1 << (index + 4) % 8

    def try_orbit(self, orbit: Sequence[int]) -> bool:
        """Flip the cells of an orbit one after the other; if that is not possible, flip none, and return False."""
        for number, cell in enumerate(orbit):
            if not self.can_flip(cell):
                for other in reversed(orbit[:number]):
                    self.flip(other)
                return False
            self.flip(cell)
        return True


def grow_region(plan: Plan, share: float, chances: Sequence[float], random: Random) -> Region:
    """Return a region of about this share of all cells.

    `chances` are the probabilities that a cell is added which shares so many sides with the region: if those with many
    are low, the border of the region winds more.
    """
    region, cells = Region(plan.grid), plan.grid.cells
    _start(plan, region, random)
    wanted = share * len(cells)
    frontier = _frontier(region)
    while frontier and len(region.cells) < wanted:
        index = random.randrange(len(frontier))
        frontier[index], frontier[-1] = frontier[-1], frontier[index]
        cell = frontier.pop()
        if cell in region.cells or random.random() >= chances[region.sides(cell)]:
            continue
        if region.try_orbit(plan.orbits[cell]):
            for added in plan.orbits[cell]:
                frontier += (other for other in plan.grid.neighbours(added) if other not in region.cells)
    return region


def _start(plan: Plan, region: Region, random: Random) -> None:
    """Put the first cells into a region: those of an orbit that are connected, or else those around the centre."""
    orbits = [orbit for orbit in dict.fromkeys(plan.orbits.values()) if is_connected(orbit, plan.grid.neighbours)]
    if orbits:
        first: Iterable[int] = random.choice(orbits)
    else:
        (*_, last) = plan.grid.cells
        rows, columns = (number + 1 for number in plan.grid.position(last))  # type: ignore[attr-defined]
        centre = [(row, col) for row in ((rows - 1) // 2, rows // 2) for col in ((columns - 1) // 2, columns // 2)]
        first = dict.fromkeys(row * columns + col for row, col in centre)
    for cell in first:
        region.flip(cell)


def _frontier(region: Region) -> list[int]:
    cells = region.cells
    return [cell for cell in range(len(region.masks)) if cell not in cells and region.sides(cell)]


def _count_at_frame(ring: Sequence[int]) -> int:
    """Return at how many places a cell touches the frame, from the cells around it: twice in a single row."""
    entries = sum(ring[index] < 0 <= ring[index - 1] for index in range(8))
    return entries or int(ring[0] < 0)


def draw_isolated_cells(plan: Plan, share: float, random: Random) -> set[int]:
    """Return about this share of the cells: no two of them share a side, and they cut no others off.

    Cells that touch diagonally, and the frame, form trees: a cell that closed a circle with them would cut off a part.
    """
    grid, chosen, blocked = plan.grid, set[int](), set[int]()
    wanted = share * len(grid.cells)
    parents = list(range(len(grid.cells) + 1))  # of a union-find structure; the last one is the frame

    def find(node: int) -> int:
        while parents[node] != node:
            parents[node] = parents[parents[node]]
            node = parents[node]
        return node

    table, frame = rings(grid), len(grid.cells)
    for first in shuffled(grid.cells, random):
        orbit = plan.orbits[first]
        if len(chosen) >= wanted:
            break
        if first in chosen or first in blocked:
            continue
        undo, added = parents.copy() if len(orbit) > 1 else None, list[int]()
        for cell in orbit:
            if cell in blocked or any(other in added for other in grid.neighbours(cell)):
                break
            roots = [find(other) for other in table[cell][::2] if other in chosen or other in added]
            roots += [find(frame)] * _count_at_frame(table[cell])
            if len(set(roots)) < len(roots):
                break
            for root in roots:
                parents[root] = cell
            added.append(cell)
        if len(added) < len(orbit):
            if undo is not None:
                parents[:] = undo
            continue
        chosen.update(added)
        blocked.update(added)
        for cell in added:
            blocked.update(grid.neighbours(cell))
    return chosen
