"""How a paper writes the boards and answers of a genre as ASP facts, as data.

A genre's `notation.py` holds one `Facts` for each paper; `formats/` reads and writes the facts.  For example, boards of
`numbered(X,Y,N)` and answers of `black(X,Y)`, with X the column and Y the row, both from 1:

    Facts((NumberFact("numbered", "numbers"),), CellMarkAtoms("black", "shade", "shaded", "white"))
"""

from typing import NamedTuple

from masume.core.layers import Value
from masume.core.records import record


class Coordinates(NamedTuple):
    """How a paper writes a cell as two numbers; default: column, then row, from the top left, counted from 1."""

    row_first: bool = False
    upwards: bool = False  # rows are counted from the bottom
    first: int = 1
    margin: int = 0  # rows above the board and columns to its left that the paper also counts


class SizeFact(NamedTuple):
    """The number of rows or columns: as a constant, `#const n = 7.`, or as a domain, `col(1..7).`"""

    constant: str
    domain: str


class NumberFact(NamedTuple):
    """A number in a cell: name(X,Y,N), or name(N,X,Y) if `number_first`."""

    name: str
    layer: str
    number_first: bool = False


class SymbolFact(NamedTuple):
    """One fixed clue value in a cell: name(X,Y)."""

    name: str
    layer: str
    value: Value


class ClueCellFact(NamedTuple):
    """Every cell that has a clue, with or without a number: name(X,Y)."""

    name: str
    layer: str


@record
class RectangleFacts:
    """Rectangular rooms and their numbers: room(A,X1,Y1,X2,Y2), both corners included, and has(A,N)."""

    layer: str
    none: int | None = None  # N of a room without a number; if None, such a room has no has(A,N)
    first: int = 0  # A of the first room
    count: str = "r"  # the constant that holds the number of rooms
    room: str = "room"
    has: str = "has"


class RunSumFacts(NamedTuple):
    """Sums and lengths of runs, at the black cells to their left, across(R,C,Sum,Length), or above them, down(…).

    black(R,C) lists every black cell, with or without a sum.
    """

    layer: str
    across: str
    down: str
    black: str


ClueNotation = NumberFact | SymbolFact | ClueCellFact | RectangleFacts | RunSumFacts


class CellMarkAtoms(NamedTuple):
    """An atom name(X,Y) for each cell with the mark `on`, no atom for cells with the mark `off`."""

    name: str
    layer: str
    on: Value
    off: Value


class CellNumberAtoms(NamedTuple):
    """An atom name(X,Y,N) for each cell whose mark is the number N."""

    name: str
    layer: str


class LineAtoms(NamedTuple):
    """An atom for each line between neighbouring cells: name(h,X,Y) along the row, name(v,X,Y) along the column.

    (X,Y) is the cell with the smaller coordinates.
    """

    name: str
    layer: str
    on: Value
    off: Value


class OutlineAtoms(NamedTuple):
    """Atoms for the lines around all cells with the mark `inside`, along the edges of the grid.

    name(h,X,Y) is the line from the point (X,Y) to the next point on the right, name(v,X,Y) the line to the point with
    the next Y.  A cell has the coordinates of its point with the smallest X and Y.
    """

    name: str
    layer: str
    inside: Value
    outside: Value


AnswerNotation = CellMarkAtoms | CellNumberAtoms | LineAtoms | OutlineAtoms


class Facts(NamedTuple):
    """How a paper writes a genre: the clues and the size of a board, and the answer."""

    clues: tuple[ClueNotation, ...]
    answer: AnswerNotation
    coordinates: Coordinates = Coordinates()
    columns: SizeFact = SizeFact("n", "col")
    rows: SizeFact = SizeFact("m", "row")
