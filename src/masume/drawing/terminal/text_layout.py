"""From a canvas to characters: a cell is as wide as its words need, and one character high."""

from masume.drawing.roles import Role
from masume.drawing.terminal.canvas import Canvas, CanvasPoint
from masume.drawing.terminal.character_grid import CharacterGrid
from masume.drawing.terminal.glyphs import BRACKETS, FillStyle, LineStyle, colour_of, junction

_MIN_CELL_WIDTH = 3


def lay_out(canvas: Canvas, ascii_only: bool, coordinates: bool) -> CharacterGrid:
    """Return the canvas as characters, with the numbers of rows and columns beside it if `coordinates`."""
    return _TextLayout(canvas, ascii_only, coordinates).characters


class _TextLayout:
    """Copies everything on a canvas to a grid of characters."""

    def __init__(self, canvas: Canvas, ascii_only: bool, coordinates: bool) -> None:
        self.canvas, self.ascii_only = canvas, ascii_only
        # Brackets around corners and upright edges need one more character on both sides of every cell.
        self.padding = int(any(x % 2 == 0 for _, x in canvas.highlights))
        self.cell_width = _cell_width(canvas, coordinates, self.padding)
        self.top = 2 * canvas.margin + coordinates
        label_width = len(str(canvas.rows)) + 1 if coordinates else 0
        self.left = (self.cell_width + 1) * canvas.margin + label_width + self.padding
        self.characters = CharacterGrid(
            height=self.top + 2 * canvas.rows + 1,
            width=self.left + (self.cell_width + 1) * canvas.columns + 1 + self.padding,
        )
        self._put_lines()
        self._put_fills()
        for point, (sign, role) in canvas.signs.items():
            self.characters.put(*self._position(point), sign, colour_of(role))
        self._join_light_fills()
        self._put_words()
        self._put_brackets()
        if coordinates:
            self._put_coordinates(label_width - 1)

    def _position(self, point: CanvasPoint) -> tuple[int, int]:
        """Return the y and x of the character at a point."""
        col, half = divmod(point[1], 2)
        return self.top + point[0], self.left + (self.cell_width + 1) * col + half * (self.cell_width + 1) // 2

    def _put_lines(self) -> None:
        canvas, start = self.canvas, -2 * self.canvas.margin
        for y in range(start, 2 * canvas.rows + 1):
            from_left: LineStyle | None = None
            for x in range(start, 2 * canvas.columns + 1):
                arms = canvas.arms((y, x))
                if any(arms):
                    self.characters.put(*self._position((y, x)), *junction(arms, self.ascii_only))
                if style := from_left or arms[3]:
                    self._put_between((y, x - 1), style)
                from_left = arms[1]

    def _put_between(self, start: CanvasPoint, style: LineStyle) -> None:
        """Draw a line over the characters between a point and the next point to its right."""
        (y, x), (_, end) = self._position(start), self._position((start[0], start[1] + 1))
        sign, colour = junction((None, style, None, style), self.ascii_only)
        self.characters.put(y, x + 1, sign * (end - x - 1), colour)

    def _put_fills(self) -> None:
        for (row, col), (style, role) in self.canvas.fills.items():
            y, x = self._position((2 * row + 1, 2 * col))
            self.characters.put(y, x + 1, style.character(self.ascii_only) * self.cell_width, colour_of(role))

    def _join_light_fills(self) -> None:
        """Fill the space between adjacent cells with a light fill."""
        light = {cell: colour_of(role) for cell, (fill, role) in self.canvas.fills.items() if fill is FillStyle.LIGHT}
        sign = FillStyle.LIGHT.character(self.ascii_only)
        for (row, col), colour in light.items():
            y, x = self._position((2 * row + 1, 2 * col))
            right, below = (row, col + 1) in light, (row + 1, col) in light
            if right:
                self.characters.put(y, x + self.cell_width + 1, sign, colour)
            if below:
                self.characters.put(y + 1, x + 1, sign * self.cell_width, colour)
            if right and below and (row + 1, col + 1) in light:
                self.characters.put(y + 1, x + self.cell_width + 1, sign, colour)

    def _put_words(self) -> None:
        solid = FillStyle.SOLID.character(ascii_only=False)
        for (row, col), words in self.canvas.words.items():
            y, x = self._position((2 * row + 1, 2 * col))
            x += 1 + _indent(self.cell_width, sum(len(word) for word, _ in words))
            for word, role in words:
                self.characters.overlay(y, x, word, colour_of(role), solid)
                x += len(word)

    def _put_brackets(self) -> None:
        """Put brackets around highlights: a place with two or three roles gets one bracket each of the first two."""
        for point, roles in self.canvas.highlights.items():
            y, x = self._position(point)
            distance = (self.cell_width - 1) // 2 - self.padding if point[1] % 2 else 1
            first, last = roles[0], roles[min(1, len(roles) - 1)]
            self.characters.put(y, x - distance, BRACKETS[first][0], colour_of(first))
            self.characters.put(y, x + distance, BRACKETS[last][1], colour_of(last))

    def _put_coordinates(self, width: int) -> None:
        for row in range(self.canvas.rows):
            y, _ = self._position((2 * row + 1, 0))
            self.characters.put(y, 0, f"{row + 1:{width}}", colour_of(Role.LATTICE))
        for col in range(self.canvas.columns):
            label = str(col + 1)
            x = self._position((0, 2 * col))[1] + 1 + _indent(self.cell_width, len(label))
            self.characters.put(0, x, label, colour_of(Role.LATTICE))


def _indent(width: int, length: int) -> int:
    """Return how many blanks centre a text of this length."""
    return (width - length + 1) // 2


def _cell_width(canvas: Canvas, coordinates: bool, padding: int) -> int:
    """Return the width of a cell in characters: odd, so that it has a middle."""
    needed = max(_MIN_CELL_WIDTH + 2 * padding, len(str(canvas.columns)) if coordinates else 0)
    for cell, words in canvas.words.items():
        fill = canvas.fills.get(cell)
        brackets = 2 * padding + 2 * ((2 * cell[0] + 1, 2 * cell[1] + 1) in canvas.highlights)
        visible_fill = fill[0].min_visible if fill else 0
        needed = max(needed, sum(len(word) for word, _ in words) + visible_fill + brackets)
    return needed + 1 - needed % 2
