"""Loops from cell to cell on a rectangle, and the circles that fit them, computed for all cells at once.

A loop is the border of the corners inside it, and these are the bits of an integer: bit n is the n-th corner of the
grid.  A set of cells is an integer, too: a cell has the bit of its north-west corner.  So shifting by one bit leads to
the cell or corner in the next column, and shifting by `width` bits to the one in the next row.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from masume.core.grid import Grid, cached_per_grid
from masume.core.random_shapes import SIMPLE
from masume.core.tracks import cell_track

# The bits of `SIMPLE` around a corner, in the order of rows and columns; None for the corner itself.
_AROUND = (0, 1, 2, 7, None, 3, 6, 5, 4)


def _can_flip(block: int) -> bool:
    around = (1 << ring for index, ring in enumerate(_AROUND) if ring is not None and block >> index & 1)
    return SIMPLE[sum(around)]


_NEAR = ((-2, 0), (-1, -1), (-1, 0), (-1, 1), (0, -2), (0, -1), (0, 0), (0, 1), (0, 2), (1, -1), (1, 0), (1, 1), (2, 0))
_CAN_FLIP = tuple(map(_can_flip, range(512)))  # by the three rows of corners around one


class Course(NamedTuple):
    """The cells that a loop passes as white and as black circles ask, those where it turns, and those it leaves out."""

    white: int
    black: int
    turns: int
    unvisited: int


class Lattice:
    """The cells and corners of a rectangle as bits: `all` cells, and the `corners` that a loop can surround."""

    def __init__(self, grid: Grid) -> None:
        self._first_corner = first = grid.corners[0]
        self._bits = {cell: grid.corners_of(cell)[0] - first for cell in grid.cells}
        self._ends = {edge: tuple(end - first for end in grid.ends(edge)) for edge in cell_track(grid).edges}
        self.corners = [corner - first for corner in grid.corners if len(grid.cells_at(corner)) == 4]
        self._inner = frozenset(self.corners)
        self.all = sum(1 << bit for bit in self._bits.values())
        self._width = grid.ends(grid.edges_of(grid.cells[0])[3])[1] - first

    def course(self, inside: int) -> Course:
        """Return how a loop runs."""
        width = self._width
        north, west = inside ^ inside >> 1, inside ^ inside >> width  # the cells that the loop leaves in this direction
        south, east = north >> width, west >> 1
        down, across = north & south, east & west
        turns = (north ^ south) & (east ^ west)
        white = across & (turns << 1 | turns >> 1) | down & (turns << width | turns >> width)
        onward = (east & across >> 1 | west & across << 1) & (south & down >> width | north & down << width)
        return Course(white, turns & onward, turns, self.all & ~(down | across | turns))

    def blocks(self, cells: int) -> int:
        """Return the north-west cells of the blocks of two by two cells that consist of these cells."""
        rows = cells & cells >> 1
        return rows & rows >> self._width

    def widest_square(self, cells: int) -> int:
        """Return the width of the largest square of these cells."""
        width = 0
        while cells:
            cells, width = self.blocks(cells), width + 1
        return width

    def flip(self, inside: int, corners: Sequence[int]) -> int | None:
        """Return the loop with some corners on its other side; None if it would touch itself or fall apart."""
        width = self._width
        for corner in corners:
            near = inside >> corner - width - 1
            if not _CAN_FLIP[near & 7 | (near >> width & 7) << 3 | (near >> 2 * width & 7) << 6]:
                return None
            inside ^= 1 << corner
        return inside

    def bits(self, cells: Iterable[int]) -> int:
        """Return a set of cells as an integer."""
        return sum(1 << self._bits[cell] for cell in cells)

    def cells_of(self, bits: int) -> Iterator[int]:
        """Yield the cells in a set."""
        return (cell for cell, bit in self._bits.items() if bits >> bit & 1)

    def lines(self, inside: int) -> Mapping[int, str]:
        """Return the marks of a loop."""
        return {
            edge: "line" if (inside >> one ^ inside >> other) & 1 else "cross"
            for edge, (one, other) in self._ends.items()
        }

    def inside(self, marks: Mapping[int, object]) -> int:
        """Return the loop that marks draw."""
        found = 0
        for edge, (west, east) in self._ends.items():
            if east == west + 1 and (found >> west & 1) != (marks.get(edge) == "line"):  # the first one is outside
                found |= 1 << east
        return found

    def near(self, corner: int) -> list[int]:
        """Return the corners inside the frame that are at most two steps away."""
        near = (corner + down * self._width + right for down, right in _NEAR)
        return [other for other in near if other in self._inner]

    def bit_of_corner(self, corner: int) -> int:
        """Return the bit of a corner of the grid."""
        return corner - self._first_corner


@cached_per_grid
def lattice(grid: Grid) -> Lattice:
    """Return the lattice of a grid."""
    return Lattice(grid)
