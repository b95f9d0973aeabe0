"""Random shapes on square grids, from which genres draw new boards: regions, shaded cells that stand alone."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import TypeAlias

from masume.core.generation import Plan, shuffled
from masume.core.grid import Grid, cached_per_grid, is_connected

_RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))  # the cells around a cell, in order
_SIDES = 0b10101010  # those that share a side with it, as bits
_CORNERS = ((7, 0, 1), (1, 2, 3), (3, 4, 5), (5, 6, 7))  # the three other cells at each corner of a cell, in the ring
_OUTSIDE = -1
Orbits: TypeAlias = Mapping[int, Sequence[int]]


def _is_simple(ring: int) -> bool:
    """Return whether a cell with these neighbours in a region can change sides and leave both sides in one piece."""
    around = [ring >> index & 1 for index in range(8)]
    return 0 < (ring & _SIDES).bit_count() < 4 and sum(around[i - 1] and not around[i] for i in range(8)) == 1


def _turns(ring: int) -> int:
    """Return how many more turns the border of a region has if a cell with these neighbours in the region is added."""
    return sum((1, -1, 1, -1)[count] for count in _inside_at_corners(ring))  # it turns with 1 or 3 of four cells inside


def _corners(ring: int) -> int:
    """Return how many more corners the border passes then."""
    return sum((1, 0, 0, -1)[count] for count in _inside_at_corners(ring))


def _inside_at_corners(ring: int) -> list[int]:
    return [sum(ring >> index & 1 for index in corner) for corner in _CORNERS]


SIMPLE = tuple(map(_is_simple, range(256)))
TURNS = tuple(map(_turns, range(256)))
WINDING = tuple(4 * _corners(ring) + _turns(ring) for ring in range(256))  # a corner counts more than all turns


@cached_per_grid
def single_orbits(grid: Grid) -> Orbits:
    """Return the orbits for a shape that need not be symmetric: each cell by itself."""
    return {cell: (cell,) for cell in grid.cells}


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

    def turns(self, cell: int) -> int:
        """Return how many more turns the border has if the cell is flipped."""
        gain = TURNS[self.masks[cell]]
        return -gain if cell in self.cells else gain

    def winding(self, cell: int) -> int:
        """Return how much more the border winds if the cell is flipped: passes corners, or else turns."""
        gain = WINDING[self.masks[cell]]
        return -gain if cell in self.cells else gain

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


def grow_region(
    plan: Plan, share: float, chances: Sequence[float], random: Random, orbits: Orbits | None = None
) -> Region:
    """Return a region of about this share of all cells.

    `chances` are the probabilities that a cell is added which shares so many sides with the region: if those with many
    are low, the border of the region winds more.  The region is symmetric as planned, unless other orbits are given.
    """
    orbits = plan.orbits if orbits is None else orbits
    region, cells = Region(plan.grid), plan.grid.cells
    _start(plan.grid, orbits, region, random)
    wanted = share * len(cells)
    frontier = _frontier(region)
    while frontier and len(region.cells) < wanted:
        index = random.randrange(len(frontier))
        frontier[index], frontier[-1] = frontier[-1], frontier[index]
        cell = frontier.pop()
        if cell in region.cells or random.random() >= chances[region.sides(cell)]:
            continue
        if region.try_orbit(orbits[cell]):
            for added in orbits[cell]:
                frontier += (other for other in plan.grid.neighbours(added) if other not in region.cells)
    return region


def wind_border(region: Region, orbits: Orbits, random: Random, share: float = 1.0) -> None:
    """Change a region near a share of its cells such that its border passes more corners, and turns more often."""
    for cell in shuffled(sorted(region.cells), random):
        if cell in region.cells and region.can_flip(cell) and region.winding(cell) >= 0 and random.random() < share:
            region.try_orbit(orbits[cell])
    for cell in shuffled(orbits, random):
        if region.can_flip(cell) and region.winding(cell) > 0 and random.random() < share:
            region.try_orbit(orbits[cell])


def roughen_border(region: Region, wanted: int, flips: int, random: Random) -> None:
    """Flip a few cells of a region, at most so many, so that it keeps about the wanted number of cells.

    No orbit is flipped as a whole: a symmetric region becomes less symmetric.  The border does not turn less often.
    """
    for cell in shuffled(range(len(region.masks)), random):
        if flips <= 0:
            return
        if (
            (cell in region.cells) == (len(region.cells) >= wanted)
            and region.can_flip(cell)
            and region.turns(cell) >= 0
        ):
            region.flip(cell)
            flips -= 1


def _start(grid: Grid, orbits: Orbits, region: Region, random: Random) -> None:
    """Put the first cells into a region: those of an orbit that are connected, or else those around the centre."""
    connected = [orbit for orbit in dict.fromkeys(orbits.values()) if is_connected(orbit, grid.neighbours)]
    for cell in random.choice(connected) if connected else _centre(grid):
        region.flip(cell)


def _centre(grid: Grid) -> Sequence[int]:
    """Return the one, two or four cells around the centre of a grid."""
    rows, columns = (number + 1 for number in grid.position(grid.cells[-1]))  # type: ignore[attr-defined]
    around = [(row, col) for row in ((rows - 1) // 2, rows // 2) for col in ((columns - 1) // 2, columns // 2)]
    return tuple(dict.fromkeys(row * columns + col for row, col in around))


def _frontier(region: Region) -> list[int]:
    cells = region.cells
    return [cell for cell in range(len(region.masks)) if cell not in cells and region.sides(cell)]


def draw_isolated_cells(plan: Plan, share: float, random: Random, orbits: Orbits | None = None) -> set[int]:
    """Return about this share of the cells: no two of them share a side, and they cut no others off.

    Cells that touch diagonally, and the frame, form trees: a cell that closed a circle with them would cut off a part.
    The cells are symmetric as planned, unless other orbits are given.
    """
    orbits = plan.orbits if orbits is None else orbits
    grid, forest, blocked = plan.grid, _Forest(plan.grid), set[int]()
    wanted = share * len(grid.cells)
    for first in shuffled(grid.cells, random):
        orbit = orbits[first]
        if len(forest.cells) + len(orbit) / 2 > wanted:
            break
        if first not in blocked and forest.add_all(orbit):
            for cell in orbit:
                blocked.update((cell, *grid.neighbours(cell)))
    return forest.cells


def _contacts_with_frame(ring: Sequence[int]) -> int:
    """Return how often a cell at the frame touches it: twice if it is in the middle of a single row or column."""
    return max(1, sum(ring[i] == _OUTSIDE != ring[i - 1] for i in range(8)))


class _Forest:
    """Cells that touch diagonally, and the frame, as a union-find structure: no two of them are joined in two ways."""

    def __init__(self, grid: Grid) -> None:
        self.cells = set[int]()
        self._grid, self._rings, self._frame = grid, rings(grid), len(grid.cells)
        self._parents = list(range(len(grid.cells) + 1))

    def add_all(self, cells: Sequence[int]) -> bool:
        """Add some cells; if that would join any in two ways, or two share a side, add none, and return False."""
        undo = self._parents.copy() if len(cells) > 1 else None
        for number, cell in enumerate(cells):
            if not self._add(cell):
                self.cells.difference_update(cells[:number])
                if undo is not None:
                    self._parents = undo
                return False
        return True

    def _add(self, cell: int) -> bool:
        if any(other in self.cells for other in self._grid.neighbours(cell)):
            return False
        around = self._rings[cell]
        roots = [self._find(other) for other in around[::2] if other in self.cells]
        if min(around) < 0:
            roots += [self._find(self._frame)] * _contacts_with_frame(around)
        if len(set(roots)) < len(roots):
            return False
        for root in roots:
            self._parents[root] = cell
        self.cells.add(cell)
        return True

    def _find(self, node: int) -> int:
        parents = self._parents
        while parents[node] != node:
            parents[node] = parents[parents[node]]
            node = parents[node]
        return node
