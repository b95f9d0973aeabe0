"""A scene is a board as a list of shapes, from which SVG, PNG and PDF are made.

Lengths are in cells; x runs to the right and y down.  A shape has a role (what it is) and a tone (how it is painted);
a theme has a colour for every pair of them.
"""

from collections.abc import Callable, Hashable
from enum import Enum
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

from masume.drawing.roles import Role

Point: TypeAlias = tuple[float, float]
Points: TypeAlias = tuple[Point, ...]
Ring: TypeAlias = Points  # closed: the last point is joined to the first


class Pattern(Enum):
    """How a line is interrupted: the lengths that are drawn and left out in turn."""

    SOLID = ()
    DASHED = (0.16, 0.13)
    FINE = (0.07, 0.05)  # short dashes
    DOTTED = (0.0, 0.125)  # the dots are the round ends of dashes without a length
    TIES = (0.035, 0.075)  # like the sleepers of a railway: for wide lines


class Tone(Enum):
    """How a shape is painted; its colour depends on its role and its tone."""

    INK = "strong: lines and signs"
    AREA = "medium: fills of whole cells, on which lines stay readable; thin lines of the lattice"
    TINT = "pale: backgrounds"
    PAPER = "the colour of the background, as if cut out of what is below"
    BLACK = "black, because the puzzle calls it black"
    WHITE = "white, because the puzzle calls it white"


class Rectangle(NamedTuple):
    """A filled rectangle with sides parallel to the axes."""

    left: float
    top: float
    width: float
    height: float
    role: Role
    tone: Tone = Tone.INK


class Line(NamedTuple):
    """A line through points, back to the first one if it is closed."""

    points: Points
    role: Role
    width: float
    tone: Tone = Tone.INK
    closed: bool = False
    pattern: Pattern = Pattern.SOLID

    @property
    def has_round_ends(self) -> bool:
        """Whether its ends, and those of its dashes, are round; otherwise they are straight."""
        return self.pattern in (Pattern.SOLID, Pattern.DOTTED)


class Circle(NamedTuple):
    """A disc, or a ring if `width` is not 0."""

    middle: Point
    radius: float
    role: Role
    width: float = 0.0
    tone: Tone = Tone.INK


class Polygon(NamedTuple):
    """A filled area within rings; a ring inside another one bounds a hole."""

    rings: tuple[Ring, ...]
    role: Role
    tone: Tone = Tone.AREA


class Label(NamedTuple):
    """A text, centred on a point."""

    middle: Point
    text: str
    size: float
    role: Role
    tone: Tone = Tone.INK
    bold: bool = False


Shape: TypeAlias = Rectangle | Line | Circle | Polygon | Label
_PAINT: dict[type, Callable[[Any], Hashable]] = {  # what decides how a shape of this type is painted
    Rectangle: attrgetter("role", "tone"),
    Line: attrgetter("role", "tone", "width", "pattern"),
    Circle: attrgetter("role", "tone", "width"),
    Polygon: attrgetter("role", "tone"),
    Label: attrgetter("role", "tone", "size", "bold"),
}


def move(shape: Shape, right: float, down: float) -> Shape:
    """Return a shape moved by a distance."""

    def moved(points: Points) -> Points:
        return tuple((x + right, y + down) for x, y in points)

    match shape:
        case Rectangle():
            return shape._replace(left=shape.left + right, top=shape.top + down)
        case Line():
            return shape._replace(points=moved(shape.points))
        case Polygon():
            return shape._replace(rings=tuple(map(moved, shape.rings)))
        case _:
            x, y = shape.middle
            return shape._replace(middle=(x + right, y + down))


def paint_key(shape: Shape) -> Hashable:
    """Return a key that is equal for shapes that are painted alike."""
    kind = type(shape)
    return kind, _PAINT[kind](shape)


class Scene(NamedTuple):
    """Shapes within a box, later ones drawn over earlier ones; the title describes the board in words."""

    title: str
    left: float
    top: float
    width: float
    height: float
    shapes: tuple[Shape, ...]
