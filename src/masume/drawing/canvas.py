"""A canvas of characters over a square grid: cells, the edges between them, and corners that fit the edges."""

from collections.abc import Iterator
from enum import Enum
from itertools import groupby

from masume.core.square import SquareGrid

# Indexed by up * 27 + right * 9 + down * 3 + left, each 0 (nothing), 1 (light) or 2 (heavy).
_BOX = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"


class Role(Enum):
    """What a character is, with the code that colours it in a terminal."""

    LATTICE = "2"
    CLUE = "1"
    GIVEN = "1;33"
    MARK = "36"
    CROSS = "2;36"


class Line(Enum):
    """How an edge is drawn: its weight, then across and upright, each with its ASCII form."""

    LATTICE = (1, "─", "│", "-", "|", Role.LATTICE)
    MARK = (2, "━", "┃", "-", "|", Role.MARK)
    GIVEN = (2, "═", "║", "=", "#", Role.GIVEN)

    @property
    def weight(self) -> int:
        return self.value[0]

    @property
    def role(self) -> Role:
        return self.value[5]

    def sign(self, upright: bool, ascii_only: bool) -> str:
        """The character an edge is made of."""
        return str(self.value[1 + upright + 2 * ascii_only])


class Canvas:
    """Characters with roles; a cell is `width` characters wide and one high, an edge one character thick."""

    def __init__(self, grid: SquareGrid, width: int, ascii_only: bool) -> None:
        self.grid, self.width, self.ascii_only = grid, width, ascii_only
        size = grid.cols * (width + 1) + 1
        self._chars = [[" "] * size for _ in range(2 * grid.rows + 1)]
        self._roles: list[list[Role | None]] = [[None] * size for _ in self._chars]
        self._lines: dict[int, Line] = {}

    def write(self, cell: int, text: str, role: Role) -> None:
        """Write in the middle of a cell, leaving what shows beside the text."""
        row, col = self.grid.at(cell)
        start = col * (self.width + 1) + 1 + (self.width - len(text) + 1) // 2
        self._put(2 * row + 1, start, text, role)

    def fill(self, cell: int, sign: str, role: Role) -> None:
        """Fill a cell."""
        row, col = self.grid.at(cell)
        self._put(2 * row + 1, col * (self.width + 1) + 1, sign * self.width, role)

    def draw(self, edge: int, line: Line) -> None:
        """Draw along an edge; a heavier line stays on top."""
        if edge not in self._lines or self._lines[edge].weight < line.weight:
            self._lines[edge] = line
            upright, row, col = self.grid.edge_at(edge)
            sign = line.sign(upright, self.ascii_only)
            if upright:
                self._put(2 * row + 1, col * (self.width + 1), sign, line.role)
            else:
                self._put(2 * row, col * (self.width + 1) + 1, sign * self.width, line.role)

    def cross(self, edge: int, sign: str) -> None:
        """Put a sign on the middle of an edge."""
        upright, row, col = self.grid.edge_at(edge)
        start = col * (self.width + 1) + (0 if upright else 1 + self.width // 2)
        self._put(2 * row + upright, start, sign, Role.CROSS)

    def join(self, dot: str) -> None:
        """Draw every corner so that it fits the edges that meet there; a dot where none do."""
        for corner in self.grid.corners:
            row, col = self.grid.corner_at(corner)
            lines = self._lines_at(row, col)
            weights = [line.weight if line else 0 for line in lines]
            heaviest = max((line for line in lines if line), key=lambda line: line.weight, default=None)
            if heaviest is None:
                sign = dot
            elif self.ascii_only:
                sign = "+"
            else:
                up, right, down, left = weights
                sign = _BOX[up * 27 + right * 9 + down * 3 + left]
            self._put(2 * row, col * (self.width + 1), sign, heaviest.role if heaviest else Role.LATTICE)

    def text(self, colour: bool) -> str:
        """The picture, one line of text per row of characters."""
        return "\n".join("".join(self._painted(row, colour)) for row in range(len(self._chars)))

    def _lines_at(self, row: int, col: int) -> list[Line | None]:
        grid = self.grid
        up = self._lines.get(grid.down(row - 1, col)) if row > 0 else None
        right = self._lines.get(grid.across(row, col)) if col < grid.cols else None
        down = self._lines.get(grid.down(row, col)) if row < grid.rows else None
        left = self._lines.get(grid.across(row, col - 1)) if col > 0 else None
        return [up, right, down, left]

    def _put(self, y: int, x: int, text: str, role: Role) -> None:
        self._chars[y][x : x + len(text)] = text
        self._roles[y][x : x + len(text)] = [role] * len(text)

    def _painted(self, y: int, colour: bool) -> Iterator[str]:
        end = len("".join(self._chars[y]).rstrip())
        both = zip(self._chars[y][:end], self._roles[y][:end], strict=True)
        for role, run in groupby(both, key=lambda pair: pair[1] if pair[0] != " " else None):
            text = "".join(char for char, _ in run)
            yield f"\x1b[{role.value}m{text}\x1b[0m" if colour and role else text
