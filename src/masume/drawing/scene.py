"""Scene: a board as a short list of shapes, before it becomes SVG, PNG or PDF.

Lengths are counted in cells, x to the right and y down.  A shape says what it is (its role) and in which tone it is
painted; a theme has a colour for each of both.
"""

from collections.abc import Hashable
from enum import Enum
from typing import NamedTuple, TypeAlias

from masume.drawing.roles import Role

Point: TypeAlias = tuple[float, float]
Ring: TypeAlias = tuple[Point, ...]
DASH = (0.16, 0.13)  # drawn and left out, of a dashed line


class Tone(Enum):
    """How a shape is painted, given its role."""

    INK = "lines and signs, as clear as can be"
    AREA = "what fills whole cells and has to leave lines on it readable; thin lines of the lattice"
    TINT = "a pale ground"
    PAPER = "the colour of the paper: cut out of what is under it"
    BLACK = "black, because the puzzle calls it black"
    WHITE = "white, likewise"


class Rectangle(NamedTuple):
    """A filled rectangle with its sides along the axes."""

    left: float
    top: float
    width: float
    height: float
    role: Role
    tone: Tone = Tone.INK

    @property
    def paint(self) -> Hashable:
        """What it has in common with shapes that are painted alike."""
        return Rectangle, self.role, self.tone


class Line(NamedTuple):
    """A line from point to point, and back to the first one if it is closed."""

    points: Ring
    role: Role
    width: float
    tone: Tone = Tone.INK
    closed: bool = False
    dashed: bool = False

    @property
    def paint(self) -> Hashable:
        """What it has in common with shapes that are painted alike."""
        return Line, self.role, self.tone, self.width, self.dashed


class Circle(NamedTuple):
    """A disc, or a ring if its line has a width."""

    middle: Point
    radius: float
    role: Role
    width: float = 0.0
    tone: Tone = Tone.INK

    @property
    def paint(self) -> Hashable:
        """What it has in common with shapes that are painted alike."""
        return Circle, self.role, self.tone, self.width


class Polygon(NamedTuple):
    """A filled area within rings; what lies within two of them is outside again."""

    rings: tuple[Ring, ...]
    role: Role
    tone: Tone = Tone.AREA

    @property
    def paint(self) -> Hashable:
        """What it has in common with shapes that are painted alike."""
        return Polygon, self.role, self.tone


class Text(NamedTuple):
    """A word, centred on a point."""

    middle: Point
    text: str
    size: float
    role: Role
    tone: Tone = Tone.INK
    bold: bool = False

    @property
    def paint(self) -> Hashable:
        """What it has in common with shapes that are painted alike."""
        return Text, self.role, self.tone, self.size, self.bold


Shape: TypeAlias = Rectangle | Line | Circle | Polygon | Text


class Scene(NamedTuple):
    """Shapes, later ones on top, within a box; the title says what the board is."""

    title: str
    left: float
    top: float
    width: float
    height: float
    shapes: tuple[Shape, ...]
