"""The look of a genre as data, so that drawing needs no code per genre.

A genre's `look.py` declares one `Look`: the grid lines, and the parts that are drawn on them.  For example, Kuromasu:

    LOOK = Look(
        Lattice.LINES,
        (Fill("shade", "shaded"), Symbol("shade", "white", sign="·", plain="."), Text("numbers")),
    )

Every part names the layer that it draws.  A look has no colours: they depend on whether something is a clue, a given
mark, a player's mark or part of a solution.

Given marks are always drawn.  Two kinds of other marks are left out, because a picture is clearer without them:

- Marks with the layer's default value, once every place of the layer is decided: a solved board shows shaded cells
  only.
- A `Symbol` for the layer's default value in a cell that already shows a clue.  Use `ClueCircle` where such marks
  must be visible, as in a genre with a clue in every cell.
"""

from dataclasses import dataclass
from enum import Enum

from masume.core.layers import Value


class Lattice(Enum):
    """How the grid itself is drawn."""

    LINES = "thin lines between cells and around them"
    HAIRLINES = "like LINES, but in ASCII only dots between cells: for genres whose own lines have to stand out"
    DOTS = "a dot at every corner"
    FRAME = "like LINES in pictures; in a terminal a thin line around the grid, and dots inside"


@dataclass(frozen=True, slots=True)
class Text:
    """The value of every clue or mark, written in the middle of its cell.

    With `filled` the cell is black, and a "?" is not written.
    """

    layer: str
    filled: bool = False


@dataclass(frozen=True, slots=True)
class Fill:
    """A fill of every cell with this mark; with `light` it is pale, so that text on it stays legible."""

    layer: str
    mark: Value
    light: bool = False


@dataclass(frozen=True, slots=True)
class Symbol:
    """A small sign in every cell with this clue or mark; `plain` is the sign in ASCII.

    Beside a clue it is drawn smaller, in the lower right corner.
    """

    layer: str
    mark: Value
    sign: str
    plain: str


@dataclass(frozen=True, slots=True)
class ClueCircle:
    """A circle around the clue of every cell with this mark, as solvers circle numbers on paper.

    It is drawn for the layer's default value too, and in cells without a clue.  A terminal has no room for a circle:
    there `sign` (`plain` in ASCII) follows the clue.
    """

    layer: str
    mark: Value
    sign: str = "◦"
    plain: str = "o"


@dataclass(frozen=True, slots=True)
class Stroke:
    """A heavy line along every edge with the mark `on`, a small cross on every edge with `off`."""

    layer: str
    on: Value
    off: Value


@dataclass(frozen=True, slots=True)
class Path:
    """A heavy line across every edge with the mark `on`, between the middles of its two cells; a cross for `off`."""

    layer: str
    on: Value
    off: Value


@dataclass(frozen=True, slots=True)
class Outline:
    """A heavy line along every edge between an `inside` cell and an `outside` cell or the end of the board."""

    layer: str
    inside: Value
    outside: Value


@dataclass(frozen=True, slots=True)
class Rays:
    """The light of every cell with this mark: straight in all directions, up to a cell with a clue.

    `stopped_by` is the layer of these clues.  Pictures tint the cells that are lit; the terminal draws thin lines.
    """

    layer: str
    mark: Value
    stopped_by: str


@dataclass(frozen=True, slots=True)
class Rooms:
    """Heavy lines around rooms; a room's clue, unless it is "?", is in the topmost of its leftmost cells."""

    layer: str


@dataclass(frozen=True, slots=True)
class SplitCells:
    """Black cells that hold the sums of the runs below and to the right of them; holes are drawn as black cells too."""

    layer: str


LookPart = Text | Fill | Symbol | ClueCircle | Stroke | Path | Outline | Rays | Rooms | SplitCells


@dataclass(frozen=True, slots=True)
class Look:
    """A genre's look: how the grid is drawn, and the parts on it; later parts are drawn over earlier ones."""

    lattice: Lattice
    parts: tuple[LookPart, ...]
