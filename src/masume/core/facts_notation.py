"""The words in which a genre says how a paper's facts tell its boards and its answers.

A genre's `notation.py` holds one `Facts` for each paper; what reads and writes them is in formats/.
"""

from dataclasses import dataclass

from masume.core.layers import Value


@dataclass(frozen=True, slots=True)
class Coordinates:
    """How two numbers tell a cell: column and row from the top left, counted from 1, if nothing else is said."""

    row_first: bool = False
    upwards: bool = False  # rows are counted from the bottom
    first: int = 1
    margin: int = 0  # rows above the board and columns before it that are counted too


@dataclass(frozen=True, slots=True)
class Side:
    """How many rows or columns there are: `#const n = 7.`, or all numbers up to that one as in `col(1..7).`"""

    constant: str
    domain: str


@dataclass(frozen=True, slots=True)
class Numbered:
    """A number at a cell: name(X,Y,N), or name(N,X,Y)."""

    name: str
    layer: str
    number_first: bool = False


@dataclass(frozen=True, slots=True)
class Symbol:
    """A clue that is always the same at a cell: name(X,Y)."""

    name: str
    layer: str
    value: Value


@dataclass(frozen=True, slots=True)
class ClueCells:
    """Every cell with a clue, numbered or not: name(X,Y)."""

    name: str
    layer: str


@dataclass(frozen=True, slots=True)
class Rectangles:
    """Rooms and their numbers: room(A,X1,Y1,X2,Y2) with both ends included, and has(A,N)."""

    layer: str
    none: int | None = None  # N of a room without a number, which has no has(A,N) otherwise
    first: int = 0  # A of the first room
    count: str = "r"  # the constant that tells how many rooms there are
    room: str = "room"
    has: str = "has"


@dataclass(frozen=True, slots=True)
class RunHints:
    """Sums of runs and how many cells they cover, in the black cells before them: across(R,C,Sum,Extent) and so down;
    black(R,C) for every black cell, those with sums included."""

    layer: str
    across: str
    down: str
    black: str


ClueWord = Numbered | Symbol | ClueCells | Rectangles | RunHints


@dataclass(frozen=True, slots=True)
class CellMarks:
    """An atom name(X,Y) where a cell has the mark `on`, none where it has the mark `off`."""

    name: str
    layer: str
    on: Value
    off: Value


@dataclass(frozen=True, slots=True)
class CellNumbers:
    """An atom name(X,Y,N) for the number that is a cell's mark."""

    name: str
    layer: str


@dataclass(frozen=True, slots=True)
class LinesAcross:
    """An atom name(h,X,Y) for a line from a cell to the next in its row, name(v,X,Y) to the next in its column."""

    name: str
    layer: str
    on: Value
    off: Value


@dataclass(frozen=True, slots=True)
class Outline:
    """Atoms for the lines around all cells with the mark `inside`, along the grid: name(h,X,Y) from the point (X,Y) to
    the next on the right, name(v,X,Y) to the one with the next Y; a cell has the coordinates of its lowest point."""

    name: str
    layer: str
    inside: Value
    outside: Value


AnswerWord = CellMarks | CellNumbers | LinesAcross | Outline


@dataclass(frozen=True, slots=True)
class Facts:
    """How a paper tells a genre's boards and answers."""

    clues: tuple[ClueWord, ...]
    answer: AnswerWord
    coordinates: Coordinates = Coordinates()
    columns: Side = Side("n", "col")
    rows: Side = Side("m", "row")
