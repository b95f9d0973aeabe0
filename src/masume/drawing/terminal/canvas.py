"""A canvas over a square grid, on which lines, fills, words and signs are put.

A point is a corner of the grid, the middle of an edge or the middle of a cell; points are counted in halves of
cells, so that (0, 0) is the north-west corner of the cell (0, 0) and (1, 1) its middle.
"""

from functools import cache

from masume.drawing.roles import Role
from masume.drawing.terminal.glyphs import Arms, Fill, Line

Point = tuple[int, int]
_KINDS = (None, *Line)
_NUMBER = {line: number for number, line in enumerate(_KINDS)}


class Canvas:
    """What is drawn where; there is room for `margin` more cells above and left of the grid's."""

    def __init__(self, rows: int, cols: int, margin: int = 0) -> None:
        self.rows, self.cols, self.margin = rows, cols, margin
        self.fills: dict[Point, tuple[Fill, Role]] = {}  # by the row and column of a cell, as words are
        self.words: dict[Point, list[tuple[str, Role]]] = {}
        self.signs: dict[Point, tuple[str, Role]] = {}
        self.pointed: dict[Point, list[Role]] = {}
        self._wide = 2 * (cols + margin) + 1
        self._arms = [0] * (self._wide * (2 * (rows + margin) + 1))  # four digits of base 8: up, right, down, left

    def line(self, start: Point, end: Point, line: Line) -> None:
        """Draw between two points in one row or column; a heavier line stays on top."""
        start, end = sorted((start, end))
        forth, back, step = (1, 3, 1) if start[0] == end[0] else (2, 0, self._wide)
        for index in range(self._index(start), self._index(end), step):
            self._leave(index, forth, line)
            self._leave(index + step, back, line)

    def stub(self, point: Point, way: int, line: Line) -> None:
        """Draw from a point up (0), right (1), down (2) or left (3), short of the next point."""
        self._leave(self._index(point), way, line)

    def box(self, cell: Point, line: Line) -> None:
        """Draw around a cell."""
        north, west = 2 * cell[0], 2 * cell[1]
        for side in (0, 2):
            self.line((north + side, west), (north + side, west + 2), line)
            self.line((north, west + side), (north + 2, west + side), line)

    def fill(self, cell: Point, fill: Fill, role: Role) -> None:
        """Fill a cell."""
        self.fills[cell] = fill, role

    def write(self, cell: Point, word: str, role: Role) -> None:
        """Write a word in a cell: a clue before what is there, anything else behind it."""
        words = self.words.setdefault(cell, [])
        words.insert(0 if role is Role.CLUE else len(words), (word, role))

    def sign(self, point: Point, sign: str, role: Role) -> None:
        """Put one character on a point, over the lines that meet there."""
        self.signs[point] = sign, role

    def point_out(self, point: Point, role: Role) -> None:
        """Point out the cell, edge or corner that has its middle there."""
        self.pointed.setdefault(point, []).append(role)

    def arms(self, point: Point) -> Arms:
        """The lines that leave a point."""
        return _decoded(self._arms[self._index(point)])

    def _index(self, point: Point) -> int:
        return (point[0] + 2 * self.margin) * self._wide + point[1] + 2 * self.margin

    def _leave(self, index: int, way: int, line: Line) -> None:
        shift, arms = 3 * way, self._arms[index]
        there = _KINDS[arms >> shift & 7]
        if there is None or there.weight < line.weight:
            self._arms[index] = arms & ~(7 << shift) | _NUMBER[line] << shift


@cache
def _decoded(arms: int) -> Arms:
    return tuple(_KINDS[arms >> 3 * way & 7] for way in range(4))
