"""Sheets: the geometry of a grid as bits of integers, for boards in the making.

An integer has two bits for every cell: one in the order of the rows, one in the order of the columns.  Each line of the
grid is then some bits in a row, with an unused bit behind it.  A wall has the bit of the cell before it, in the order
of the line that it crosses.
"""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from masume.core.grid import Grid, cached_per_grid

Rectangle: TypeAlias = tuple[int, int, int, int]  # top, left, bottom, right; the last two are the first ones outside


class Sheet:
    """The bits of cells and rectangles, and those of each line (its first bit, and a mask)."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns, self.count = rows, columns, rows * columns
        self.stride = columns + 1  # from a cell to the one below it, in the order of the rows
        self._start = rows * self.stride  # the first bit in the order of the columns
        row_lines = ((row * self.stride, (1 << columns) - 1) for row in range(rows))
        column_lines = ((self._start + column * (rows + 1), (1 << rows) - 1) for column in range(columns))
        self.lines = (*row_lines, *column_lines)
        self.bits = tuple(
            1 << row * self.stride + column | 1 << self._start + column * (rows + 1) + row
            for row in range(rows)
            for column in range(columns)
        )
        self.everything = sum(self.bits)
        self.in_rows = self.everything & (1 << self._start) - 1  # the bits in the order of the rows
        self.neighbours = tuple(map(self._find_neighbours, self.cells))
        self._areas = dict[Rectangle, int]()
        self._borders = dict[Rectangle, int]()
        self._cells = dict[Rectangle, frozenset[int]]()
        self._rectangles = dict[frozenset[int], Rectangle]()

    @property
    def cells(self) -> range:
        """All cells."""
        return range(self.count)

    def cells_at(self, bits: int) -> list[int]:
        """Return the cells that have some of these bits, in order."""
        bits &= self.in_rows
        found = []
        while bits:
            row, column = divmod((bits & -bits).bit_length() - 1, self.stride)
            found.append(row * self.columns + column)
            bits &= bits - 1
        return found

    def bits_of(self, cells: Iterable[int]) -> int:
        """Return the bits of some cells, none of which is listed twice."""
        return sum(map(self.bits.__getitem__, cells))

    def cells_of(self, room: Rectangle) -> frozenset[int]:
        """Return the cells of a rectangle."""
        if room not in self._cells:
            top, left, bottom, right = room
            rows, columns = range(top, bottom), range(left, right)
            self._cells[room] = frozenset(row * self.columns + column for row in rows for column in columns)
        return self._cells[room]

    def rectangle(self, cells: frozenset[int]) -> Rectangle:
        """Return the smallest rectangle around some cells."""
        if cells not in self._rectangles:
            rows, columns = zip(*(divmod(cell, self.columns) for cell in cells), strict=True)
            self._rectangles[cells] = min(rows), min(columns), max(rows) + 1, max(columns) + 1
        return self._rectangles[cells]

    def area(self, room: Rectangle) -> int:
        """Return the bits of the cells of a rectangle."""
        if room not in self._areas:
            self._areas[room] = self.bits_of(self.cells_of(room))
        return self._areas[room]

    def border(self, room: Rectangle) -> int:
        """Return the bits of the walls around a rectangle, without the frame."""
        if room not in self._borders:
            self._borders[room] = sum(self._find_border(room))
        return self._borders[room]

    def is_connected(self, shaded: int) -> bool:
        """Return whether the cells that are not shaded are connected."""
        white = self.in_rows & ~shaded
        reached, before = white & -white, 0
        while reached != before:
            before = reached
            reached |= (reached << 1 | reached >> 1 | reached << self.stride | reached >> self.stride) & white
        return reached == white

    def has_white_line(self, shaded: int, walls: int) -> bool:
        """Return whether a white line crosses two of the walls."""
        white = self.everything & ~shaded
        crossed = walls & white & white >> 1
        # In each line of white cells, the first wall that is added carries to the end; others would be left over.
        return (white + crossed) & crossed != 0

    def _find_neighbours(self, cell: int) -> tuple[int, ...]:
        row, column = divmod(cell, self.columns)
        around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        return tuple(r * self.columns + c for r, c in around if 0 <= r < self.rows and 0 <= c < self.columns)

    def _find_border(self, room: Rectangle) -> Iterator[int]:
        top, left, bottom, right = room
        for column, frame in ((left, 0), (right, self.columns)):
            if column != frame:
                yield from (1 << row * self.stride + column - 1 for row in range(top, bottom))
        for row, frame in ((top, 0), (bottom, self.rows)):
            if row != frame:
                yield from (1 << self._start + column * (self.rows + 1) + row - 1 for column in range(left, right))


@cached_per_grid
def sheet_of(grid: Grid) -> Sheet:
    """Return the sheet of a square grid."""
    return Sheet(grid.rows, grid.columns)  # type: ignore[attr-defined]
