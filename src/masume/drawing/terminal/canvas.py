"""A canvas over a square grid, for lines, fills, words and signs.

A point is a corner of the grid, the middle of an edge or the middle of a cell.  Its coordinates are row and column in
half cells: (0, 0) is the north-west corner of the cell (0, 0), and (1, 1) its middle.
"""

from functools import cache

from masume.drawing.roles import Role
from masume.drawing.terminal.glyphs import Arms, FillStyle, LineStyle

CanvasPoint = tuple[int, int]
GridPosition = tuple[int, int]  # row and column of a cell
_STYLES = (None, *LineStyle)
_STYLE_NUMBERS = {style: number for number, style in enumerate(_STYLES)}


class Canvas:
    """What is drawn where; `margin` is the number of additional rows above the grid, and columns to its left."""

    def __init__(self, rows: int, cols: int, margin: int = 0) -> None:
        self.rows, self.columns, self.margin = rows, cols, margin
        self.fills: dict[GridPosition, tuple[FillStyle, Role]] = {}
        self.words: dict[GridPosition, list[tuple[str, Role]]] = {}
        self.signs: dict[CanvasPoint, tuple[str, Role]] = {}
        self.highlights: dict[CanvasPoint, list[Role]] = {}
        self._width = 2 * (cols + margin) + 1
        # Per point the styles of its four arms as octal digits: up (the lowest), right, down and left.
        self._arms = [0] * (self._width * (2 * (rows + margin) + 1))

    def draw_line(self, start: CanvasPoint, end: CanvasPoint, style: LineStyle) -> None:
        """Draw a line between two points in one row or column; it does not replace a line that is at least as heavy."""
        start, end = sorted((start, end))
        forward, backward, step = (1, 3, 1) if start[0] == end[0] else (2, 0, self._width)
        for index in range(self._index(start), self._index(end), step):
            self._add_arm(index, forward, style)
            self._add_arm(index + step, backward, style)

    def draw_stub(self, point: CanvasPoint, direction: int, style: LineStyle) -> None:
        """Draw from a point up (0), right (1), down (2) or left (3), without reaching the next point."""
        self._add_arm(self._index(point), direction, style)

    def draw_box(self, cell: GridPosition, style: LineStyle) -> None:
        """Draw a line around a cell."""
        north, west = 2 * cell[0], 2 * cell[1]
        for side in (0, 2):
            self.draw_line((north + side, west), (north + side, west + 2), style)
            self.draw_line((north, west + side), (north + 2, west + side), style)

    def fill(self, cell: GridPosition, style: FillStyle, role: Role) -> None:
        """Fill a cell."""
        self.fills[cell] = style, role

    def write(self, cell: GridPosition, word: str, role: Role) -> None:
        """Write a word into a cell: a clue before the words already in it, anything else after them."""
        words = self.words.setdefault(cell, [])
        words.insert(0 if role is Role.CLUE else len(words), (word, role))

    def put_sign(self, point: CanvasPoint, sign: str, role: Role) -> None:
        """Put one character on a point, over the lines that meet there."""
        self.signs[point] = sign, role

    def highlight(self, point: CanvasPoint, role: Role) -> None:
        """Point out the cell, edge or corner whose middle is at a point."""
        self.highlights.setdefault(point, []).append(role)

    def arms(self, point: CanvasPoint) -> Arms:
        """Return the styles of the lines that leave a point."""
        return _decode_arms(self._arms[self._index(point)])

    def _index(self, point: CanvasPoint) -> int:
        return (point[0] + 2 * self.margin) * self._width + point[1] + 2 * self.margin

    def _add_arm(self, index: int, direction: int, style: LineStyle) -> None:
        shift, arms = 3 * direction, self._arms[index]
        present = _STYLES[arms >> shift & 7]
        if present is None or present.weight < style.weight:
            self._arms[index] = arms & ~(7 << shift) | _STYLE_NUMBERS[style] << shift


@cache
def _decode_arms(arms: int) -> Arms:
    return tuple(_STYLES[arms >> 3 * direction & 7] for direction in range(4))
