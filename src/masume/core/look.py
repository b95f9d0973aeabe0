"""The look of a genre as data, so that drawing needs no code per genre.

A genre's `look.py` declares one `Look`: the grid lines, and the parts that are drawn on them.  For example, Kuromasu:

    LOOK = Look(
        Lattice.LINES,
        (Fill("shade", "shaded"), Symbol("shade", "white", sign="·", plain="."), Text("numbers")),
    )

Every part names the layer that it draws.  A look has no colours: they depend on whether something is a clue, a given
mark, a player's mark or part of a solution.  `feedback` says what else a page shows while somebody plays.

Given marks are always drawn.  Two kinds of other marks are left out, because a picture is clearer without them:

- Marks with the layer's default value, once every place of the layer is decided: a solved board shows shaded cells
  only.
- A `Symbol` for the layer's default value in a cell that already shows a clue.  Use `ClueCircle` where such marks
  must be visible, as in a genre with a clue in every cell.
"""

from enum import Enum
from typing import NamedTuple

from masume.core.layers import Value


class Lattice(Enum):
    """How the grid itself is drawn."""

    LINES = "thin lines between cells and around them"
    HAIRLINES = "like LINES, but in ASCII only dots between cells: for genres whose own lines have to stand out"
    DOTS = "a dot at every corner"
    FRAME = "like LINES in pictures; in a terminal a thin line around the grid, and dots inside"


class Text(NamedTuple):
    """The value of every clue or mark, written in the middle of its cell.

    With `filled` the cell is black, and a "?" is not written.
    """

    layer: str
    filled: bool = False


class Fill(NamedTuple):
    """A fill of every cell with this mark; with `light` it is pale, so that text on it stays legible."""

    layer: str
    mark: Value
    light: bool = False


class Symbol(NamedTuple):
    """A small sign in every cell with this clue or mark; `plain` is the sign in ASCII.

    Beside a clue it is drawn smaller, in the lower right corner.
    """

    layer: str
    mark: Value
    sign: str
    plain: str


class ClueCircle(NamedTuple):
    """A circle around the clue of every cell with this mark, as solvers circle numbers on paper.

    It is drawn for the layer's default value too, and in cells without a clue.  A terminal has no room for a circle:
    there `sign` (`plain` in ASCII) follows the clue.
    """

    layer: str
    mark: Value
    sign: str = "◦"
    plain: str = "o"


class Stroke(NamedTuple):
    """A heavy line along every edge with the mark `on`, a small cross on every edge with `off`."""

    layer: str
    on: Value
    off: Value


class Path(NamedTuple):
    """A heavy line across every edge with the mark `on`, between the middles of its two cells; a cross for `off`."""

    layer: str
    on: Value
    off: Value


class Outline(NamedTuple):
    """A heavy line along every edge between an `inside` cell and an `outside` cell or the end of the board."""

    layer: str
    inside: Value
    outside: Value


class Rays(NamedTuple):
    """The light of every cell with this mark: straight in all directions, up to a cell with a clue.

    `stopped_by` is the layer of these clues.  Pictures tint the cells that are lit; the terminal draws thin lines.
    """

    layer: str
    mark: Value
    stopped_by: str


class Rooms(NamedTuple):
    """Heavy lines around rooms; a room's clue, unless it is "?", is in the topmost of its leftmost cells."""

    layer: str


class SplitCells(NamedTuple):
    """Black cells that hold the sums of the runs below and to the right of them; holes are drawn as black cells too."""

    layer: str


LookPart = Text | Fill | Symbol | ClueCircle | Stroke | Path | Outline | Rays | Rooms | SplitCells


class Pieces(NamedTuple):
    """Marks of this value that hang together form a piece; while there are several, each has a colour of its own."""

    layer: str
    mark: Value


class Satisfied(NamedTuple):
    """Clues of this layer fade when the marks satisfy them: when none of these rules would be broken at them.

    Clues that need no mark, such as a 0, fade when all marks around them are there.  If a clue depends on where a line
    goes on beside it, `straight_on` names the layer of lines: what they satisfy, they must satisfy even if each open
    end goes straight on.
    """

    layer: str
    rules: tuple[str, ...]
    straight_on: str = ""


Feedback = Pieces | Satisfied


class Look(NamedTuple):
    """A genre's look: how the grid is drawn, and the parts on it; later parts are drawn over earlier ones."""

    lattice: Lattice
    parts: tuple[LookPart, ...]
    feedback: tuple[Feedback, ...] = ()
