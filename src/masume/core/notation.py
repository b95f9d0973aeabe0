"""The notation of a genre: how it is written in the formats that need a description of each genre.

A genre's `notation.py` holds one `Notation`.  The URL `yourgenre/f/5/5/…` and its file could be declared like this:

    NOTATION = Notation(
        pzpr=Pzpr(
            "yourgenre",
            body=(Items("numbers", NUMBER16),),
            flags={"f": ("visit_all", "yes")},
            files={0: (Rows("numbers", NUMBERS), Rows("shade", Signs({"#": "shaded", "+": "white"})))},
        )
    )

See `url_parts` and `url_items` for bodies, `file_blocks` and `file_items` for files, `facts_notation` for ASP facts,
`game_ids` for Simon Tatham's game ids.
All other formats, text and JSON among them, need no notation: `Notation()` is enough.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from masume.core.facts_notation import Facts
from masume.core.file_blocks import FileBlock
from masume.core.game_ids import Parameter
from masume.core.layers import Value
from masume.core.url_parts import BodyPart


class Pzpr(NamedTuple):
    """How puzz.link and pzv.jp write a genre: in URLs, and in pzprv3 files.

    `pid` is their name of the genre.  `flags` maps each flag, such as the f in `yourgenre/f/5/5/…`, to an option and
    the value that the flag gives it; in a file the flag has its own line after the size.  `files` has the blocks of
    each version of the file: all versions are read, the highest is written.

    A flag is a whole element of the path, so one element for several options ("ob") cannot be declared, nor a flag
    without an option.  Files hold at most one flag.
    """

    pid: str
    body: tuple[BodyPart, ...]
    flags: Mapping[str, tuple[str, Value]] = MappingProxyType({})
    files: Mapping[int, tuple[FileBlock, ...]] = MappingProxyType({})
    file_pid: str = ""  # the name in files; default: pid


class Essence(NamedTuple):
    """How an Essence parameter file writes a genre: the size of the board, and a matrix with the clues of one layer.

    In the matrix 0 means no clue and `zero` means the clue 0; a clue of `zero` or more cannot be written.  `rows`,
    `columns` and `matrix` are the names in the file.
    """

    layer: str
    zero: int
    rows: str = "n"
    columns: str = "m"
    matrix: str = "grid"


class Sgt(NamedTuple):
    """How Simon Tatham's Portable Puzzle Collection writes a genre, as game ids.

    `game` is his name of the game, which must also be one of the genre's names.  `parameters` are those after the size.
    """

    game: str
    description: tuple[BodyPart, ...]
    parameters: tuple[Parameter, ...] = ()


class Notation(NamedTuple):
    """How a genre is written in the formats that need a description of each genre; None or empty: not at all."""

    pzpr: Pzpr | None = None
    facts: Mapping[str, Facts] = MappingProxyType({})  # by dialect, named after a paper; the first is the default
    essence: Essence | None = None
    sgt: Sgt | None = None
