"""Sketches: rectangular rooms and shaded cells of a board in the making, as bits of integers.

An integer has two bits for every cell: one in the order of the rows, one in the order of the columns.  Each line of the
grid is then some bits in a row.  A wall has the bit of the cell before it, in the order of the line that it crosses.
"""

from collections.abc import Iterable, Sequence
from math import log
from typing import TypeAlias

from masume.core.caching import cached
from masume.core.generation import Plan
from masume.core.grid import Grid, cached_per_grid

Rectangle: TypeAlias = tuple[int, int, int, int]  # top, left, bottom, right; the last two are the first ones outside


class Sheet:
    """The geometry of a grid: the bits of cells and rectangles, and those of each line (its first bit, and a mask)."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns, self.count = rows, columns, rows * columns
        self.all_rows = (1 << self.count) - 1  # the bits in the order of the rows
        firsts = range(0, self.count, columns), range(self.count, 2 * self.count, rows)
        row_mask, column_mask = (1 << columns) - 1, (1 << rows) - 1
        self.lines = (*((first, row_mask) for first in firsts[0]), *((first, column_mask) for first in firsts[1]))
        self.bits = tuple(1 << cell | 1 << self.count + cell % columns * rows + cell // columns for cell in self.cells)
        self.neighbours = tuple(map(self._find_neighbours, self.cells))
        self._left = sum(1 << first for first in firsts[0])
        self._areas = dict[Rectangle, int]()
        self._borders = dict[Rectangle, int]()
        self._cells = dict[Rectangle, frozenset[int]]()
        self._rectangles = dict[frozenset[int], Rectangle]()

    @property
    def cells(self) -> range:
        """All cells."""
        return range(self.count)

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
            self._areas[room] = sum(self.bits[cell] for cell in self.cells_of(room))
        return self._areas[room]

    def border(self, room: Rectangle) -> int:
        """Return the bits of the walls around a rectangle, without the frame."""
        if room not in self._borders:
            self._borders[room] = self._find_border(room)
        return self._borders[room]

    def _find_neighbours(self, cell: int) -> tuple[int, ...]:
        row, column = divmod(cell, self.columns)
        around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        return tuple(r * self.columns + c for r, c in around if 0 <= r < self.rows and 0 <= c < self.columns)

    def _find_border(self, room: Rectangle) -> int:
        top, left, bottom, right = room
        border = 0
        for column, beyond in ((left, 0), (right, self.columns)):
            if column != beyond:
                border |= sum(1 << row * self.columns + column - 1 for row in range(top, bottom))
        for row, beyond in ((top, 0), (bottom, self.rows)):
            if row != beyond:
                border |= sum(1 << self.count + column * self.rows + row - 1 for column in range(left, right))
        return border

    def is_connected(self, shaded: int) -> bool:
        """Return whether the cells that are not shaded are connected."""
        white = self.all_rows & ~shaded
        reached, before = white & -white, 0
        while reached != before:
            before = reached
            sideways = (reached & ~self._left) >> 1 | reached << 1 & ~self._left
            reached = (reached | sideways | reached << self.columns | reached >> self.columns) & white
        return reached == white


@cached_per_grid
def sheet_of(grid: Grid) -> Sheet:
    """Return the sheet of a square grid."""
    return Sheet(grid.rows, grid.columns)  # type: ignore[attr-defined]


@cached(100_000)
def judge_line(shaded: int, walls: int) -> tuple[int, int]:
    """Return how many cells of a line each break a line across two walls alone, and how many such lines are white."""
    needed, white, before = 0, 0, -1
    while walls:
        wall = (walls & -walls).bit_length() - 1
        walls &= walls - 1
        if before >= 0:
            inside = shaded & (1 << wall + 2) - (1 << before)
            if not inside:
                white += 1
            elif not inside & inside - 1:
                needed |= inside
        before = wall
    return needed.bit_count(), white


@cached(1_000)
def freedom(height: int, width: int, number: int) -> float:
    """Return the logarithm of the number of ways to shade so many cells of a room, no two of which share a side."""
    if height < width:
        height, width = width, height
    rows = [row for row in range(1 << width) if not row & row << 1]
    ways = {(0, 0): 1}  # by the last row and how many cells are shaded
    for _ in range(height):
        longer = dict[tuple[int, int], int]()
        for (last, count), known in ways.items():
            for row in rows:
                if not row & last:
                    key = row, count + row.bit_count()
                    longer[key] = longer.get(key, 0) + known
        ways = longer
    return log(sum(known for (_, count), known in ways.items() if count == number))


class Sketch:
    """Rooms and shaded cells; the rooms may still leave a part of the grid free."""

    def __init__(self, sheet: Sheet, shaded: int, rooms: Iterable[Rectangle] = ()) -> None:
        self.sheet, self.shaded, self.rooms = sheet, shaded, dict.fromkeys(rooms)
        self.walls = self.border(self.rooms)

    def room_at(self, cell: int) -> Rectangle:
        """Return the room of a cell."""
        bit = self.sheet.bits[cell]
        return next(room for room in self.rooms if self.sheet.area(room) & bit)

    def border(self, rooms: Iterable[Rectangle]) -> int:
        """Return the walls around some rooms."""
        walls = 0
        for room in rooms:
            walls |= self.sheet.border(room)
        return walls

    def judge(self, shaded: int, walls: int) -> tuple[int, int]:
        """Return how many shaded cells alone break a line across two walls, and how many such lines are white."""
        needed = white = 0
        for first, mask in self.sheet.lines:
            here = walls >> first & mask
            if here & here - 1:
                needed_here, white_here = judge_line(shaded >> first & mask, here)
                needed += needed_here
                white += white_here
        return needed, white

    def white_lines(self) -> list[int]:
        """Return the cells of the lines of the grid with a white line across two walls."""
        sheet, found = self.sheet, list[int]()
        for number, (first, mask) in enumerate(sheet.lines):
            if judge_line(self.shaded >> first & mask, self.walls >> first & mask)[1]:
                if number < sheet.rows:
                    found += range(first, first + sheet.columns)
                else:
                    found += range(number - sheet.rows, sheet.count, sheet.columns)
        return found

    def freedom(self, room: Rectangle, shaded: int) -> float:
        """Return the freedom of a room with the number of its shaded cells."""
        top, left, bottom, right = room
        return freedom(bottom - top, right - left, (self.sheet.area(room) & shaded).bit_count() // 2)


def bits_of(sheet: Sheet, cells: Iterable[int]) -> int:
    """Return the bits of some cells."""
    return sum(sheet.bits[cell] for cell in cells)


def images_of(plan: Plan, rooms: Sequence[Rectangle]) -> list[Sequence[Rectangle]]:
    """Return some rooms and all their images under the symmetry of a plan, together each."""
    images = [rooms]
    if plan.is_symmetric:
        while (image := [_image_of(plan, room) for room in images[-1]]) != list(rooms):
            images.append(image)
    return images


def _image_of(plan: Plan, room: Rectangle) -> Rectangle:
    top, left, bottom, right = room
    columns = sheet_of(plan.grid).columns
    corners = plan.symmetry.numbers[top * columns + left], plan.symmetry.numbers[(bottom - 1) * columns + right - 1]
    rows, cols = zip(*(divmod(corner, columns) for corner in corners), strict=True)
    return min(rows), min(cols), max(rows) + 1, max(cols) + 1
