"""The words in which a genre says how it looks, so that drawing needs no code per genre."""

from dataclasses import dataclass
from enum import Enum

from masume.core.layers import Value


class Lattice(Enum):
    """What is drawn of the grid itself."""

    LINES = "thin lines between cells and around them"
    HAIRLINES = "the same where heavier lines matter more: in ASCII only dots between cells"
    DOTS = "a dot at every corner"
    FRAME = "dots, and a thin line around them"


@dataclass(frozen=True, slots=True)
class Text:
    """The layer's value, written in the middle of its cell; `filled` makes the cell black, "?" then goes unwritten."""

    layer: str
    filled: bool = False


@dataclass(frozen=True, slots=True)
class Fill:
    """Cells with this mark are filled; `light` leaves what is written in them easy to read."""

    layer: str
    mark: Value
    light: bool = False


@dataclass(frozen=True, slots=True)
class Symbol:
    """Cells with this clue or mark show a small sign; `plain` is its form in ASCII."""

    layer: str
    mark: Value
    sign: str
    plain: str


@dataclass(frozen=True, slots=True)
class Stroke:
    """Edges with the mark `on` are drawn as heavy lines, those with `off` are crossed out."""

    layer: str
    on: Value
    off: Value


@dataclass(frozen=True, slots=True)
class Path:
    """Edges with the mark `on` are crossed by a heavy line between the middles of their cells; `off` is a cross."""

    layer: str
    on: Value
    off: Value


@dataclass(frozen=True, slots=True)
class Outline:
    """A heavy line on every edge with one cell inside and the other outside or off the board."""

    layer: str
    inside: Value
    outside: Value


@dataclass(frozen=True, slots=True)
class Rays:
    """Thin lines from every cell with this mark in all directions, up to a cell with a clue of another layer."""

    layer: str
    mark: Value
    stopped_by: str


@dataclass(frozen=True, slots=True)
class Rooms:
    """Heavy lines around rooms, and a room's clue, unless it is "?", in the topmost of its leftmost cells."""

    layer: str


@dataclass(frozen=True, slots=True)
class SplitCells:
    """The sums of runs, down and across, in the black cells before them; further black cells where there are holes."""

    layer: str


LookPart = Text | Fill | Symbol | Stroke | Path | Outline | Rays | Rooms | SplitCells


@dataclass(frozen=True, slots=True)
class Look:
    """A genre's look: its lattice and the parts drawn on it, later ones on top."""

    lattice: Lattice
    parts: tuple[LookPart, ...]
