"""Many boards at once: a folder of files, or a text with one board per line.

A line holds a URL (plain or as a JSON string), a board in JSON, or a JSON object with a URL under "url" or
"pzpr_url" and optionally an "id".
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from masume.core.board import Board
from masume.core.errors import InputError, MasumeError
from masume.core.files import file_error, load_text, quote_path
from masume.core.messages import replace_unprintable
from masume.formats.detection import detect_format

LARGEST_LIST = 1024 * 1024 * 1024  # characters
_URL_KEYS = ("url", "pzpr_url")


class BoardEntry(NamedTuple):
    """The name of a board, and a function that reads it or raises InputError."""

    name: str
    read: Callable[[], Board]


def entries_in_folder(folder: Path, read: Callable[[str], Board]) -> list[BoardEntry]:
    """List the boards of all files in a folder; files whose names begin with a dot are ignored."""
    try:
        paths = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    except OSError as error:
        raise file_error("cannot read", folder, error) from None
    if not paths:
        raise InputError(f"the folder {quote_path(folder)} holds no files")
    return [entry for path in paths for entry in _entries_or_error(path, read)]


def _entries_or_error(path: Path, read: Callable[[str], Board]) -> list[BoardEntry]:
    """List the boards of a file; a file that is not text gives one entry that cannot be read."""
    try:
        return entries_in_file(path, read)
    except InputError as error:
        return [unreadable_entry(path.name, error)]


def unreadable_entry(name: str, error: MasumeError) -> BoardEntry:
    """Return the entry of a board that cannot be read: reading it raises this error."""

    def fail() -> Board:
        raise error

    return BoardEntry(name, fail)


def entries_in_file(path: Path, read: Callable[[str], Board]) -> list[BoardEntry]:
    """List the boards of a file."""
    return entries_in_text(path.stem, load_text(path, LARGEST_LIST), read)


def entries_in_text(name: str, text: str, read: Callable[[str], Board]) -> list[BoardEntry]:
    """List the boards of a text: one board, or one on each line, named by their ids or line numbers."""
    lines = [(number, line) for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1) if line.strip()]
    if not _is_list(text, [line for _, line in lines]):
        return [BoardEntry(name, partial(read, text))]
    width, found = len(str(lines[-1][0])), []
    for number, line in lines:
        data = _parse_json(line)
        fields = data if isinstance(data, dict) else {}
        suffix = fields.get("id")
        if not isinstance(suffix, str | int):
            suffix = f"{number:0{width}}" if len(lines) > 1 else ""
        urls = (url for key in _URL_KEYS if isinstance(url := fields.get(key), str))
        board_text = data if isinstance(data, str) else next(urls, line)
        found.append(BoardEntry(replace_unprintable(f"{name}-{suffix}".strip("-")), partial(read, board_text)))
    return found


def _is_list(text: str, lines: list[str]) -> bool:
    """Return whether a text has one board per line, and is not one board as a whole."""
    if len(lines) <= 1:
        data = _parse_json(text)
        return isinstance(data, str) or (data is not None and any(key in data for key in _URL_KEYS))
    if detect_format(text.removeprefix("\ufeff").strip()) not in (None, "json") or _parse_json(text) is not None:
        return False
    return any(_parse_json(line) is not None or _is_url(line.strip()) for line in lines)


def _is_url(line: str) -> bool:
    return " " not in line and "/" in line and detect_format(line) in ("pzpr", "pzprv3")


def _parse_json(line: str) -> dict[str, Any] | str | None:
    """Return the object or the string that a line of JSON holds, None if it holds neither."""
    if not line.lstrip().startswith(("{", '"')):
        return None
    from json import loads  # slow to import, and most boards are not JSON

    try:
        data = loads(line)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict | str) else None
