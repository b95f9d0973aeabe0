"""The words in which a genre says how it is written, so that formats need no code per genre.

A genre's `notation.py` holds one `Notation`; the codecs behind these words are in formats/.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from masume.core.layers import Value


@dataclass(frozen=True, slots=True)
class Number16:
    """pzpr's hexadecimal numbers over all cells, with "?" and runs of empty cells."""

    layer: str


@dataclass(frozen=True, slots=True)
class Number4:
    """pzpr's numbers 0 to 4 over all cells, packed with the empty cells behind them."""

    layer: str


Part = Number16 | Number4


@dataclass(frozen=True, slots=True)
class Pzpr:
    """How puzz.link and pzv.jp write a genre: the name they write, the parts of the body, the flags."""

    pid: str
    body: tuple[Part, ...]
    flags: Mapping[str, tuple[str, Value]] = field(default_factory=dict)  # "f" -> (option, value)


@dataclass(frozen=True, slots=True)
class Notation:
    """How a genre is written in the formats that have a notation per genre."""

    pzpr: Pzpr | None = None
