"""A scene while it is built: shapes on levels, and what recurs in the parts of looks."""

from collections.abc import Iterable
from enum import IntEnum

from masume.core.board import Board
from masume.core.grid import Grid
from masume.core.layers import UNKNOWN_CLUE
from masume.core.look import Look, Rooms
from masume.drawing import layout
from masume.drawing.board_view import Shown
from masume.drawing.polylines import Trace
from masume.drawing.roles import Role
from masume.drawing.scene import Circle, Line, Point, Polygon, Shape, Text, Tone

LATTICE_WIDTH, MARK_WIDTH = 0.025, 0.12
GIVEN_WIDTH, SLIT = 0.17, 0.06  # a given line is slit, so that it shows without colour
DIGIT, BROADEST, DIGIT_WIDTH = 0.62, 0.74, 0.66  # one digit, the room for several, and one in the widest font
ASIDE, SMALL = 0.3, 0.5  # how far from the middle signs stand beside a clue, and how large


class Level(IntEnum):
    """What lies over what."""

    TINT = 0
    AREA = 1
    LATTICE = 2
    REST = 3


class Stage(Shown):
    """A board on its way to a scene; `marks` is the role of the marks on it."""

    def __init__(self, board: Board, look: Look, marks: Role) -> None:
        super().__init__(board, look)
        self.look, self.marks = look, marks
        self.grid: Grid = board.grid
        self._inks = dict.fromkeys(self.black_cells, Tone.WHITE)  # in which tone to draw on cells that are filled
        self._written = self.clue_cells | set(self.room_labels())  # cells in which signs have to make room
        self._shapes: tuple[list[Shape], ...] = tuple([] for _ in Level)

    @property
    def shapes(self) -> list[Shape]:
        """All shapes, from the lowest to the highest."""
        return [shape for level in self._shapes for shape in level]

    def put(self, *shapes: Shape, level: Level = Level.REST) -> None:
        """Put shapes over those of their level and below."""
        self._shapes[level].extend(shapes)

    def room_labels(self) -> dict[int, str]:
        """The numbers of rooms, each by the cell it is written in: the topmost of the leftmost ones."""
        layers = [part.layer for part in self.look.parts if isinstance(part, Rooms)]
        rooms = ((room, clue) for layer in layers for room, clue in self.board.clues[layer].items())
        return {
            min(room, key=lambda cell: layout.middle(self.grid, cell)): str(clue)
            for room, clue in rooms
            if clue != UNKNOWN_CLUE
        }

    def role(self, role: Role) -> Role:
        """The role of a mark is the one that all marks have in this picture."""
        return self.marks if role is Role.MARK else role

    def fill(self, cells: Iterable[int], role: Role, tone: Tone) -> None:
        """Fill cells; those of common marks as single tiles, given ones with a rim, so that it shows without colour."""
        cells, role = list(cells), self.role(role)
        if not cells:
            return
        if role is Role.COMMON:
            rings = tuple(layout.polygon(self.grid, cell, 0.16) for cell in cells)
        else:
            rings = layout.outline(self.grid, cells)
        self.put(Polygon(rings, role, tone), level=Level.TINT if tone is Tone.TINT else Level.AREA)
        if role is Role.GIVEN:
            for cell in cells:
                rim = layout.polygon(self.grid, cell, 0.25)
                self.put(Line(rim, role, 0.05, Tone.PAPER, closed=True), level=Level.LATTICE)
        if tone is Tone.AREA:
            self._inks |= dict.fromkeys(cells, Tone.PAPER)

    def line(self, traces: Iterable[Trace], role: Role, width: float) -> None:
        """Draw lines; those of given marks are slit, those of common ones dashed."""
        role = self.role(role)
        for points, closed in traces:
            self.put(Line(points, role, width, closed=closed, dashed=role is Role.COMMON))
            if role is Role.GIVEN:
                self.put(Line(points, role, SLIT, Tone.PAPER, closed=closed))

    def ink(self, cell: int) -> Tone:
        """The tone in which to draw on a cell, so that it shows on what fills it."""
        return self._inks.get(cell, Tone.INK)

    def write(self, cell: int, word: str, role: Role) -> None:
        """Write into a cell; a mark on a clue stands aside."""
        at, scale = self.spot(cell, role)
        size = scale * min(DIGIT, BROADEST / (DIGIT_WIDTH * max(len(word), 1)))
        self.put(Text(at, word, size, self.role(role), self.ink(cell), bold=role in (Role.CLUE, Role.GIVEN)))
        self.mark_given(cell, role)

    def spot(self, cell: int, role: Role) -> tuple[Point, float]:
        """Where something is put into a cell, and how large: marks make room for a clue."""
        x, y = layout.middle(self.grid, cell)
        return ((x, y), 1.0) if role is Role.CLUE or cell not in self._written else ((x + ASIDE, y + ASIDE), SMALL)

    def mark_given(self, cell: int, role: Role) -> None:
        """A given mark in a cell stands in a frame of its own."""
        if role is Role.GIVEN:
            self.put(Line(layout.polygon(self.grid, cell, 0.16), role, 0.035, self.ink(cell), closed=True))

    def cross(self, at: Point, role: Role, arm: float, width: float, tone: Tone = Tone.INK) -> None:
        """A cross of two lines."""
        x, y = at
        for up in (-arm, arm):
            self.put(Line(((x - arm, y - up), (x + arm, y + up)), role, width, tone))

    def disc(self, at: Point, radius: float, within: Tone, role: Role, tone: Tone = Tone.INK) -> None:
        """A disc with a rim."""
        self.put(Circle(at, radius, role, tone=within), Circle(at, radius, role, 0.06, tone))
