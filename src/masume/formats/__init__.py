"""Boards in and out: each format reads and writes, and `read` recognises them by content."""

import importlib
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from masume import genres
from masume.core.board import Board
from masume.core.errors import InputError, UnknownNameError
from masume.core.files import text_from
from masume.formats.board_lists import Entry, in_file, in_folder
from masume.formats.detection import recognised


class _Format(NamedTuple):
    """The module that reads a format, its function that writes it, and whether it has dialects."""

    module: str
    writer: str = "write"
    dialects: bool = False


_FORMATS = {
    "answer": _Format("facts", "write_answer", dialects=True),
    "essence": _Format("essence"),
    "facts": _Format("facts", dialects=True),
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


def read(
    text: str,
    genre: str | None = None,
    size: tuple[int, int] | None = None,
    constants: Mapping[str, int] | None = None,
    dialect: str | None = None,
) -> Board:
    """Read a board from text in any format, a puzz.link URL for instance; never touches the disk.

    Facts, as in the papers, tell neither their genre nor their size: say the genre, and the size in rows and columns or
    by constants, and whose facts they are if several papers' fit.  Essence's parameters do not tell their genre either,
    but it need be said only where several are written so.
    """
    if len(text) > LARGEST_INPUT:
        raise InputError(f"the input is too large: expected at most {LARGEST_INPUT:,} characters")
    text = text.removeprefix("\ufeff").strip()
    if not text:
        raise InputError("the input is empty: expected a board")
    name = recognised(text)
    board: Board
    told = genres.find(genre) if genre is not None else None
    if name != "essence" and (told is not None or name == "facts"):
        board = _module("facts").read(text, told, size=size, constants=constants, dialect=dialect)
        return board
    if (size, constants, dialect) != (None, None, None):
        raise InputError("a size, constants or a dialect are said of facts only, and then with the genre")
    if name is not None:
        module = _module(name)
        board = module.read(text, told) if name == "essence" else module.read(text)
        return board
    start = text.split("\n", 1)[0].encode("ascii", "backslashreplace").decode()
    raise InputError(
        f"no format recognises {start!r:.40}: expected a puzz.link URL, JSON, text that begins with a genre, "
        "facts and their genre, or an Essence parameter file"
    )


def load(path: str | Path, genre: str | None = None, **told: Any) -> Board:
    """Read a board from a file; what is told of facts is as in `read`."""
    return read(text_from(path, LARGEST_INPUT), genre, **told)


def entries(path: str | Path, **told: Any) -> list[Entry]:
    """The boards of a folder, or of a file that holds one or one a line, each with a name and still to be read."""
    reading, where = partial(read, **told), Path(path)
    return in_folder(where, reading) if where.is_dir() else in_file(where, reading)


def load_all(path: str | Path, **told: Any) -> Iterator[tuple[str, Board]]:
    """Read the boards of a folder, or of a file that holds one or one a line (JSON or addresses), with their names."""
    for name, reading in entries(path, **told):
        try:
            yield name, reading()
        except InputError as error:
            raise InputError(f"{name}: {error}") from None


def write(board: Board, format_name: str = "text", dialect: str | None = None) -> str:
    """Write a board; what a format has no room for is left out, unless the puzzle would be another without it.

    Facts and answers are written as the genre's first paper does, unless another dialect is said.
    """
    if format_name not in _FORMATS:
        raise UnknownNameError(f"unknown format {format_name!r:.40}: expected one of {', '.join(names())}")
    module, writer, dialects = _FORMATS[format_name]
    if dialect is not None and not dialects:
        raise InputError(f"the format {format_name} has no dialects: expected facts or answer")
    put = getattr(_module(module), writer)
    written: str = put(board, dialect) if dialects else put(board)
    return written


def _module(name: str) -> ModuleType:
    return importlib.import_module(f"{__name__}.{name}")
