"""How a genre is written in the formats that have a notation per genre.

A genre's `notation.py` holds one `Notation`, made of the parts in `url_parts`, the blocks in `file_blocks` and the
declarations in `facts_notation`.  So the formats need no code per genre.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from masume.core.facts_notation import Facts
from masume.core.file_blocks import FileBlock
from masume.core.layers import Value
from masume.core.url_parts import BodyPart


@dataclass(frozen=True, slots=True)
class Pzpr:
    """How puzz.link and pzv.jp write a genre: its name, the body of an address, flags, and files."""

    pid: str
    body: tuple[BodyPart, ...]
    flags: Mapping[str, tuple[str, Value]] = field(default_factory=dict)  # "f" -> (option, value)
    files: Mapping[int, tuple[FileBlock, ...]] = field(default_factory=dict)  # by the version of the file
    file_pid: str = ""  # the name in files; default: pid


@dataclass(frozen=True, slots=True)
class Essence:
    """How a parameter file of Essence writes a genre: a matrix of one layer's clues, and its size.

    In the matrix 0 means no clue and `zero` means the clue 0; a clue of `zero` or more cannot be written.
    """

    layer: str
    zero: int
    rows: str = "n"
    columns: str = "m"
    matrix: str = "grid"


@dataclass(frozen=True, slots=True)
class Notation:
    """How a genre is written in the formats that have a notation per genre."""

    pzpr: Pzpr | None = None
    facts: Mapping[str, Facts] = field(default_factory=dict)  # by the paper; the first is the genre's default
    essence: Essence | None = None
