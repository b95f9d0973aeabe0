"""From a canvas to a sheet of characters: cells are as wide as their words ask for, and one character high."""

from masume.drawing.roles import Role
from masume.drawing.terminal.canvas import Canvas, Point
from masume.drawing.terminal.character_grid import Sheet
from masume.drawing.terminal.glyphs import BRACKETS, Fill, Line, colour_of, joined

_SMALLEST_WIDTH = 3


def printed(canvas: Canvas, ascii_only: bool, coordinates: bool) -> Sheet:
    """The canvas as characters, with the numbers of rows and columns beside it if wanted."""
    return _Printer(canvas, ascii_only, coordinates).sheet


class _Printer:
    """A canvas on its way onto a sheet."""

    def __init__(self, canvas: Canvas, ascii_only: bool, coordinates: bool) -> None:
        self.canvas, self.ascii_only = canvas, ascii_only
        self.aside = int(
            any(x % 2 == 0 for _, x in canvas.pointed)
        )  # room for brackets around upright edges and corners
        self.width = _width(canvas, coordinates, self.aside)
        self.top = 2 * canvas.margin + coordinates
        labels = len(str(canvas.rows)) + 1 if coordinates else 0
        self.left = (self.width + 1) * canvas.margin + labels + self.aside
        self.sheet = Sheet(self.top + 2 * canvas.rows + 1, self.left + (self.width + 1) * canvas.cols + 1 + self.aside)
        self._print_lines()
        self._print_fills()
        for point, (sign, role) in canvas.signs.items():
            self.sheet.put(*self._at(point), sign, colour_of(role))
        self._print_shade()
        self._print_words()
        self._print_brackets()
        if coordinates:
            self._print_coordinates(labels - 1)

    def _at(self, point: Point) -> tuple[int, int]:
        """Where the character of a point stands."""
        col, half = divmod(point[1], 2)
        return self.top + point[0], self.left + (self.width + 1) * col + half * (self.width + 1) // 2

    def _print_lines(self) -> None:
        canvas, start = self.canvas, -2 * self.canvas.margin
        for y in range(start, 2 * canvas.rows + 1):
            before: Line | None = None
            for x in range(start, 2 * canvas.cols + 1):
                arms = canvas.arms((y, x))
                if any(arms):
                    self.sheet.put(*self._at((y, x)), *joined(arms, self.ascii_only))
                if line := before or arms[3]:
                    self._print_across((y, x - 1), line)
                before = arms[1]

    def _print_across(self, start: Point, line: Line) -> None:
        """Print the part of a line between two points that no point has."""
        (y, x), (_, end) = self._at(start), self._at((start[0], start[1] + 1))
        sign, colour = joined((None, line, None, line), self.ascii_only)
        self.sheet.put(y, x + 1, sign * (end - x - 1), colour)

    def _print_fills(self) -> None:
        for (row, col), (fill, role) in self.canvas.fills.items():
            y, x = self._at((2 * row + 1, 2 * col))
            self.sheet.put(y, x + 1, fill.sign(self.ascii_only) * self.width, colour_of(role))

    def _print_shade(self) -> None:
        """Let light fills flow together where neighbours have them."""
        light = {cell: colour_of(role) for cell, (fill, role) in self.canvas.fills.items() if fill is Fill.LIGHT}
        sign = Fill.LIGHT.sign(self.ascii_only)
        for (row, col), colour in light.items():
            y, x = self._at((2 * row + 1, 2 * col))
            right, below = (row, col + 1) in light, (row + 1, col) in light
            if right:
                self.sheet.put(y, x + self.width + 1, sign, colour)
            if below:
                self.sheet.put(y + 1, x + 1, sign * self.width, colour)
            if right and below and (row + 1, col + 1) in light:
                self.sheet.put(y + 1, x + self.width + 1, sign, colour)

    def _print_words(self) -> None:
        solid = Fill.SOLID.sign(ascii_only=False)
        for (row, col), words in self.canvas.words.items():
            y, x = self._at((2 * row + 1, 2 * col))
            x += 1 + _indent(self.width, sum(len(word) for word, _ in words))
            for word, role in words:
                self.sheet.print_over(y, x, word, colour_of(role), solid)
                x += len(word)

    def _print_brackets(self) -> None:
        """Put brackets around what is pointed out: of two roles one each, of three the loudest two."""
        for point, roles in self.canvas.pointed.items():
            y, x = self._at(point)
            far = (self.width - 1) // 2 - self.aside if point[1] % 2 else 1
            first, last = roles[0], roles[min(1, len(roles) - 1)]
            self.sheet.put(y, x - far, BRACKETS[first][0], colour_of(first))
            self.sheet.put(y, x + far, BRACKETS[last][1], colour_of(last))

    def _print_coordinates(self, width: int) -> None:
        for row in range(self.canvas.rows):
            self.sheet.put(self._at((2 * row + 1, 0))[0], 0, f"{row + 1:{width}}", colour_of(Role.LATTICE))
        for col in range(self.canvas.cols):
            label = str(col + 1)
            x = self._at((0, 2 * col))[1] + 1 + _indent(self.width, len(label))
            self.sheet.put(0, x, label, colour_of(Role.LATTICE))


def _indent(width: int, length: int) -> int:
    return (width - length + 1) // 2


def _width(canvas: Canvas, coordinates: bool, aside: int) -> int:
    """The width of a cell: odd, so that it has a middle."""
    needed = max(_SMALLEST_WIDTH + 2 * aside, len(str(canvas.cols)) if coordinates else 0)
    for cell, words in canvas.words.items():
        fill = canvas.fills.get(cell)
        brackets = 2 * aside + 2 * ((2 * cell[0] + 1, 2 * cell[1] + 1) in canvas.pointed)
        needed = max(needed, sum(len(word) for word, _ in words) + (fill[0].least if fill else 0) + brackets)
    return needed + 1 - needed % 2
