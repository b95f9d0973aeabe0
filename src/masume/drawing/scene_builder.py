"""Builds a scene: collects shapes on levels, and draws what several parts of looks have in common."""

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import NamedTuple

from masume.core.board import Board
from masume.core.grid import Grid
from masume.core.layers import UNKNOWN_CLUE
from masume.core.look import Look, Rooms
from masume.core.places import Area, Place
from masume.drawing import layout
from masume.drawing.board_view import BoardView
from masume.drawing.polylines import Polyline
from masume.drawing.roles import Role
from masume.drawing.scene import Circle, Label, Line, Pattern, Point, Polygon, Shape, Tone

LATTICE_WIDTH, MARK_WIDTH = 0.025, 0.12
GIVEN_WIDTH, GIVEN_GAP = 0.17, 0.06  # a given line is hollow, so that it differs from others without colour
GHOST_WIDTH, HATCH_WIDTH = 0.075, 0.03  # of the lines of ghosts, and of those in their cells
HATCH_INSET, HATCH_GAP, LIGHT_HATCH_GAP = 0.14, 0.11, 0.2
DIGIT_SIZE, MAX_TEXT_WIDTH = 0.62, 0.74
DIGIT_WIDTH = 0.66  # in the widest font that a browser may use, in units of the font size
TENTATIVE = (Role.GHOST, Role.TRIAL)  # roles of marks that may have to be taken back
CORNER_OFFSET, CORNER_SCALE = 0.3, 0.5  # of signs beside a clue: how far from the middle of the cell, how much smaller


class Level(IntEnum):
    """The order in which shapes are drawn, lowest first."""

    TINT = 0
    AREA = 1
    LATTICE = 2
    REST = 3


class ClueShape(NamedTuple):
    """A shape that belongs to a clue."""

    layer: str
    place: Place
    level: Level
    shape: Shape


class SceneBuilder(BoardView):
    """The shapes of a board.

    `mark_role` is the role of all marks that are neither given nor `folded`.  Values that are ruled out, but are not
    on the board `before`, are crossed out.  With `shows_every_mark`, no mark is left out because it is obvious.
    `clue_shapes` has the shapes of clues a second time, each with its clue.
    """

    def __init__(
        self,
        board: Board,
        look: Look,
        mark_role: Role,
        folded: Collection[int] = (),
        before: Board | None = None,
        *,
        shows_every_mark: bool = False,
    ) -> None:
        super().__init__(board, look, folded, shows_progress=shows_every_mark or before is not None)
        self.look, self.mark_role, self.before, self.shows_every_mark = look, mark_role, before, shows_every_mark
        self.grid: Grid = board.grid
        self.tinted: set[int] = set()  # cells whose mark is a pale fill
        self._inks = dict.fromkeys(self.filled_cells, Tone.WHITE)  # the tone of whatever is drawn on a filled cell
        self._labelled = self.clue_cells | set(self.room_labels())  # cells where marks have to make room
        self._shapes: dict[Level, list[Shape]] = {level: [] for level in Level}
        self.clue_shapes: list[ClueShape] = []
        self._clue: tuple[str, Place] | None = None  # that is being drawn

    @property
    def shapes(self) -> list[Shape]:
        """All shapes, from the lowest level to the highest."""
        return [shape for level in self._shapes.values() for shape in level]

    def take_shapes(self) -> dict[Level, list[Shape]]:
        """Return the shapes drawn so far by level, and begin again without any."""
        taken, self._shapes = self._shapes, {level: [] for level in Level}
        return taken

    def put(self, *shapes: Shape, level: Level = Level.REST) -> None:
        """Add shapes over the others of their level."""
        self._shapes[level].extend(shapes)
        if self._clue is not None:
            self.clue_shapes += (ClueShape(*self._clue, level, shape) for shape in shapes)

    @contextmanager
    def drawing_clue(self, layer: str, place: Place) -> Iterator[None]:
        """Note that the shapes that are added now belong to a clue, if the layer is one of clues."""
        self._clue = (layer, place) if layer in self.board.clues else None
        yield
        self._clue = None

    def room_labels(self) -> dict[int, tuple[str, Area]]:
        """Return each room's clue and the room, by the cell it is written in: the topmost of the leftmost cells."""
        layers = [part.layer for part in self.look.parts if isinstance(part, Rooms)]
        rooms = ((room, clue) for layer in layers for room, clue in self.board.clues[layer].items())
        return {
            min(room, key=lambda cell: layout.cell_middle(self.grid, cell)): (str(clue), room)
            for room, clue in rooms
            if clue != UNKNOWN_CLUE
        }

    def actual_role(self, role: Role) -> Role:
        """Return the role to draw in: for `MARK` the role that marks have in this picture, otherwise the same role."""
        return self.mark_role if role is Role.MARK else role

    def fill(self, cells: Iterable[int], role: Role, tone: Tone) -> None:
        """Fill cells.

        To differ without colour, common marks are separate tiles, given ones have a frame, and tentative ones are
        hatched.
        """
        cells, role = list(cells), self.actual_role(role)
        if not cells:
            return
        if role in TENTATIVE:
            self._hatch(cells, role, HATCH_GAP if tone is Tone.AREA else LIGHT_HATCH_GAP)
            return
        if role is Role.COMMON:
            rings = tuple(layout.cell_polygon(self.grid, cell, 0.16) for cell in cells)
        else:
            rings = layout.trace_outline(self.grid, cells)
        self.put(Polygon(rings, role, tone), level=Level.TINT if tone is Tone.TINT else Level.AREA)
        if role is Role.GIVEN:
            for cell in cells:
                frame = layout.cell_polygon(self.grid, cell, 0.25)
                self.put(Line(frame, role, 0.05, Tone.PAPER, closed=True), level=Level.LATTICE)
        if tone is Tone.TINT and role is not Role.REMARK:
            self.tinted.update(cells)
        if tone is Tone.AREA and role is not Role.FOLDED:
            self._inks |= dict.fromkeys(cells, Tone.PAPER)

    def _hatch(self, cells: Iterable[int], role: Role, gap: float) -> None:
        for cell in cells:
            for segment in layout.trace_hatching(layout.cell_polygon(self.grid, cell, HATCH_INSET), gap):
                self.put(Line(segment, role, HATCH_WIDTH))

    def draw_lines(self, lines: Iterable[Polyline], role: Role, width: float) -> None:
        """Draw lines; given ones are hollow, common and tentative ones dashed, and those of ghosts also thinner."""
        role = self.actual_role(role)
        pattern = Pattern.DASHED if role in (Role.COMMON, *TENTATIVE) else Pattern.SOLID
        width = GHOST_WIDTH if role is Role.GHOST else width
        for points, closed in lines:
            self.put(Line(points, role, width, closed=closed, pattern=pattern))
            if role is Role.GIVEN:
                self.put(Line(points, role, GIVEN_GAP, Tone.PAPER, closed=closed))

    def ink(self, cell: int) -> Tone:
        """Return the tone that is visible on the fill of a cell."""
        return self._inks.get(cell, Tone.INK)

    def write(self, cell: int, text: str, role: Role) -> None:
        """Write into a cell; a mark beside a clue is smaller, in the corner."""
        at, scale = self.spot(cell, role)
        size = scale * min(DIGIT_SIZE, MAX_TEXT_WIDTH / (DIGIT_WIDTH * max(len(text), 1)))
        self.put(Label(at, text, size, self.actual_role(role), self.ink(cell), bold=role in (Role.CLUE, Role.GIVEN)))
        self.frame_if_given(cell, role)

    def spot(self, cell: int, role: Role) -> tuple[Point, float]:
        """Return where to draw in a cell, and at which scale: marks beside a clue are small and in the corner."""
        x, y = layout.cell_middle(self.grid, cell)
        if role is Role.CLUE or cell not in self._labelled:
            return (x, y), 1.0
        return (x + CORNER_OFFSET, y + CORNER_OFFSET), CORNER_SCALE

    def frame_if_given(self, cell: int, role: Role) -> None:
        """Draw a frame in the cell of a given mark."""
        if role is Role.GIVEN:
            self.put(Line(layout.cell_polygon(self.grid, cell, 0.16), role, 0.035, self.ink(cell), closed=True))

    def draw_cross(self, at: Point, role: Role, arm: float, width: float, tone: Tone = Tone.INK) -> None:
        """Draw a cross of two diagonal lines."""
        x, y = at
        for rise in (-arm, arm):
            self.put(Line(((x - arm, y - rise), (x + arm, y + rise)), role, width, tone))

    def draw_disc(self, at: Point, radius: float, inner_tone: Tone, role: Role, tone: Tone = Tone.INK) -> None:
        """Draw a disc with a rim."""
        self.put(Circle(at, radius, role, tone=inner_tone), Circle(at, radius, role, 0.06, tone))
