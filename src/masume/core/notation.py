"""The words in which a genre says how it is written, so that formats need no code per genre.

A genre's `notation.py` holds one `Notation`; the codecs behind these words are in formats/.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from masume.core.facts_notation import Facts
from masume.core.layers import Value


@dataclass(frozen=True, slots=True)
class Number16:
    """Hexadecimal numbers over all cells, with "?" and runs of empty cells."""

    layer: str


@dataclass(frozen=True, slots=True)
class Number4:
    """Numbers 0 to 4 over all cells, packed with the empty cells behind them."""

    layer: str


@dataclass(frozen=True, slots=True)
class Circles:
    """Three cells per character, each with nothing or one of two values."""

    layer: str
    values: tuple[Value, Value]


@dataclass(frozen=True, slots=True)
class RoomsWithNumbers:
    """The walls between rooms, bit by bit, then hexadecimal numbers over the rooms."""

    layer: str


@dataclass(frozen=True, slots=True)
class RunSums:
    """Sums of runs in the black cells before them, which are holes of the grid or lie outside."""

    layer: str


BodyPart = Number16 | Number4 | Circles | RoomsWithNumbers | RunSums


@dataclass(frozen=True, slots=True)
class NumberRows:
    """Rows of cells: a number, "-" for "?", "." for no clue."""

    layer: str


@dataclass(frozen=True, slots=True)
class SignRows:
    """Rows of cells: a sign for each value of a clue or mark layer, "." for none."""

    layer: str
    signs: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class NumberSignRows:
    """Rows of cells, clues and marks in one: what `NumberRows` writes or, where there is no clue, a mark's sign."""

    clues: str
    marks: str
    signs: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class LineRows:
    """Rows of upright and of level edges: 1 where the mark is `on`, -1 where it is `off`, 0 for none."""

    layer: str
    on: Value
    off: Value


@dataclass(frozen=True, slots=True)
class WallRows:
    """Rows of upright and of level edges between cells: 1 where two rooms meet."""

    layer: str


@dataclass(frozen=True, slots=True)
class RoomRows:
    """How many rooms there are, then rows of cells with the number of each one's room."""

    layer: str


@dataclass(frozen=True, slots=True)
class RoomNumberRows:
    """Rows of cells, a room's number in the topmost of its leftmost cells."""

    layer: str


@dataclass(frozen=True, slots=True)
class RunSumRows:
    """Rows of cells with one more above and to the left: "." for a white cell, else the sums across and down."""

    layer: str


@dataclass(frozen=True, slots=True)
class DigitRows:
    """Rows of cells: a digit that is a mark, "." for none."""

    layer: str


@dataclass(frozen=True, slots=True)
class Notes:
    """A player's notes, which are no marks: read over, and written empty unless they may be missing."""

    on_edges: bool = False  # rows of edges between cells, not of cells
    optional: bool = True


FileBlock = (
    NumberRows
    | SignRows
    | NumberSignRows
    | LineRows
    | WallRows
    | RoomRows
    | RoomNumberRows
    | RunSumRows
    | DigitRows
    | Notes
)


@dataclass(frozen=True, slots=True)
class Pzpr:
    """How puzz.link and pzv.jp write a genre: the name they write, the parts of an address's body, the flags, and
    the blocks of a file by the version of the file."""

    pid: str
    body: tuple[BodyPart, ...]
    flags: Mapping[str, tuple[str, Value]] = field(default_factory=dict)  # "f" -> (option, value)
    files: Mapping[int, tuple[FileBlock, ...]] = field(default_factory=dict)
    file_pid: str = ""  # the name they write in files, where it is another one


@dataclass(frozen=True, slots=True)
class Essence:
    """How a parameter file of Essence tells a genre: a matrix with the clues of a layer, 0 where there is none, and its
    sides."""

    layer: str
    zero: int  # what stands for the clue 0; smaller clues than this stand for themselves, larger ones cannot be told
    rows: str = "n"
    columns: str = "m"
    matrix: str = "grid"


@dataclass(frozen=True, slots=True)
class Notation:
    """How a genre is written in the formats that have a notation per genre."""

    pzpr: Pzpr | None = None
    facts: Mapping[str, Facts] = field(default_factory=dict)  # by the paper; the first is the genre's own
    essence: Essence | None = None
