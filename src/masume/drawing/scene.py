"""Scene: a board as a short list of shapes, before it becomes SVG, PNG or PDF.

Lengths are counted in cells, x to the right and y down.  A shape says what it is (its role) and in which tone it is
painted; a theme has a colour for each of both.
"""

from collections.abc import Callable, Hashable
from enum import Enum
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

from masume.drawing.roles import Role

Point: TypeAlias = tuple[float, float]
Ring: TypeAlias = tuple[Point, ...]
DASH = (0.16, 0.13)  # drawn and left out, of a dashed line
DOTS = (0.0, 0.125)  # of a dotted one, whose dots are its round ends


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


class Line(NamedTuple):
    """A line from point to point, and back to the first one if it is closed."""

    points: Ring
    role: Role
    width: float
    tone: Tone = Tone.INK
    closed: bool = False
    dashed: bool = False
    dotted: bool = False

    @property
    def pattern(self) -> tuple[float, ...]:
        """What is drawn and left out by turns; nothing of a line that is whole."""
        return DASH if self.dashed else DOTS if self.dotted else ()


class Circle(NamedTuple):
    """A disc, or a ring if its line has a width."""

    middle: Point
    radius: float
    role: Role
    width: float = 0.0
    tone: Tone = Tone.INK


class Polygon(NamedTuple):
    """A filled area within rings; what lies within two of them is outside again."""

    rings: tuple[Ring, ...]
    role: Role
    tone: Tone = Tone.AREA


class Text(NamedTuple):
    """A word, centred on a point."""

    middle: Point
    text: str
    size: float
    role: Role
    tone: Tone = Tone.INK
    bold: bool = False


Shape: TypeAlias = Rectangle | Line | Circle | Polygon | Text
_PAINT: dict[type, Callable[[Any], Hashable]] = {
    Rectangle: attrgetter("role", "tone"),
    Line: attrgetter("role", "tone", "width", "pattern"),
    Circle: attrgetter("role", "tone", "width"),
    Polygon: attrgetter("role", "tone"),
    Text: attrgetter("role", "tone", "size", "bold"),
}


def paint_of(shape: Shape) -> Hashable:
    """What shapes have in common that are painted alike."""
    kind = type(shape)
    return kind, _PAINT[kind](shape)


class Scene(NamedTuple):
    """Shapes, later ones on top, within a box; the title says what the board is."""

    title: str
    left: float
    top: float
    width: float
    height: float
    shapes: tuple[Shape, ...]
