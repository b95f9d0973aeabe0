"""Boards in and out: each format reads and writes, and `read` recognises them by content."""

import importlib
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from masume.core.board import Board
from masume.core.errors import InputError, UnknownNameError
from masume.formats.recognising import recognised


class _Format(NamedTuple):
    """The module that reads a format, and its function that writes it."""

    module: str
    writer: str = "write"


_FORMATS = {
    "json": _Format("json"),
    "pzprv3": _Format("pzprv3"),
    "pzprv3.0": _Format("pzprv3", "write_oldest"),
    "pzprv3-url": _Format("pzprv3", "write_address"),
    "pzpr": _Format("pzpr"),
    "text": _Format("text"),
}
LARGEST_INPUT = 32 * 1024 * 1024  # characters: well above a 1,000 x 1,000 board


def names() -> list[str]:
    """The names of all formats."""
    return sorted(_FORMATS)


def read(text: str) -> Board:
    """Read a board from text in any format, a puzz.link URL for instance; never touches the disk."""
    if len(text) > LARGEST_INPUT:
        raise InputError(f"the input is too large: expected at most {LARGEST_INPUT:,} characters")
    text = text.removeprefix("\ufeff").strip()
    if not text:
        raise InputError("the input is empty: expected a board")
    name = recognised(text)
    if name is not None:
        board: Board = _module(name).read(text)
        return board
    start = text.split("\n", 1)[0].encode("ascii", "backslashreplace").decode()
    raise InputError(
        f"no format recognises {start!r:.40}: expected a puzz.link URL, JSON, or text that begins with a genre"
    )


def load(path: str | Path) -> Board:
    """Read a board from a file."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(LARGEST_INPUT + 1)
        return read(content.decode("utf-8"))
    except OSError as error:
        raise InputError(f"cannot read {str(path)!r:.200}: {(error.strerror or 'unknown error').lower()}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{str(path)!r:.200} is not text: expected UTF-8, byte {error.start + 1} is not") from None


def write(board: Board, format_name: str = "text") -> str:
    """Write a board; what a format has no room for is left out, unless the puzzle would be another without it."""
    if format_name not in _FORMATS:
        raise UnknownNameError(f"unknown format {format_name!r:.40}: expected one of {', '.join(names())}")
    module, writer = _FORMATS[format_name]
    written: str = getattr(_module(module), writer)(board)
    return written


def _module(name: str) -> ModuleType:
    return importlib.import_module(f"{__name__}.{name}")
