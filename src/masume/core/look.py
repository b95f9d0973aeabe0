"""The words in which a genre says how it looks, so that drawing needs no code per genre."""

from dataclasses import dataclass
from enum import Enum

from masume.core.layers import Value


class Lattice(Enum):
    """What is drawn of the grid itself."""

    LINES = "thin lines between cells, a frame around them"
    DOTS = "a dot at every corner"


@dataclass(frozen=True, slots=True)
class Text:
    """The layer's value, written in the middle of its cell."""

    layer: str


@dataclass(frozen=True, slots=True)
class Fill:
    """Cells with this mark are filled."""

    layer: str
    mark: Value


@dataclass(frozen=True, slots=True)
class Symbol:
    """Cells with this mark show a small sign; `plain` is its form in ASCII."""

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


LookPart = Text | Fill | Symbol | Stroke


@dataclass(frozen=True, slots=True)
class Look:
    """A genre's look: its lattice and the parts drawn on it, later ones on top."""

    lattice: Lattice
    parts: tuple[LookPart, ...]
