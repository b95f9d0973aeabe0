"""Many boards at once: a folder of files, and texts with one board a line.

A line is an address (or a JSON string that is one), a board in JSON, or an object that has an address as "url" or
"pzpr_url" and perhaps an "id".
"""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from masume.core.board import Board
from masume.core.errors import InputError
from masume.core.files import text_from
from masume.core.messages import printable
from masume.formats.detection import recognised

LARGEST_LIST = 1024 * 1024 * 1024  # characters
_ADDRESSES = ("url", "pzpr_url")


class Entry(NamedTuple):
    """A board that is still to be read, and a name to call it by."""

    name: str
    read: Callable[[], Board]


def in_folder(folder: Path, read: Callable[[str], Board]) -> list[Entry]:
    """The boards of all files in a folder; those whose names begin with a dot are left alone."""
    try:
        paths = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    except OSError as error:
        raise InputError(f"cannot read {str(folder)!r:.200}: {(error.strerror or 'unknown error').lower()}") from None
    if not paths:
        raise InputError(f"the folder {str(folder)!r:.200} holds no files")
    return [entry for path in paths for entry in _in_file_or_none(path, read)]


def _in_file_or_none(path: Path, read: Callable[[str], Board]) -> list[Entry]:
    """The boards of a file; one that is no text is a board that cannot be read."""
    try:
        return in_file(path, read)
    except InputError as error:
        return [unreadable(path.name, error)]


def unreadable(name: str, error: InputError) -> Entry:
    """A board of which it is known that it cannot be read, and why."""

    def fail() -> Board:
        raise error

    return Entry(name, fail)


def in_file(path: Path, read: Callable[[str], Board]) -> list[Entry]:
    """The boards of a file."""
    return in_text(path.stem, text_from(path, LARGEST_LIST), read)


def in_text(name: str, text: str, read: Callable[[str], Board]) -> list[Entry]:
    """The one board of a text, or the boards on its lines, each called by its id or its number."""
    lines = [(number, line) for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1) if line.strip()]
    if not _is_list(text, [line for _, line in lines]):
        return [Entry(name, partial(read, text))]
    width, found = len(str(lines[-1][0])), []
    for number, line in lines:
        told = _from_json(line)
        fields = told if isinstance(told, dict) else {}
        own = fields.get("id")
        if not isinstance(own, str | int):
            own = f"{number:0{width}}" if len(lines) > 1 else ""
        addresses = (address for key in _ADDRESSES if isinstance(address := fields.get(key), str))
        address = told if isinstance(told, str) else next(addresses, line)
        found.append(Entry(printable(f"{name}-{own}".strip("-")), partial(read, address)))
    return found


def _is_list(text: str, lines: list[str]) -> bool:
    """Whether a text has one board a line; what is a board as a whole has not."""
    if len(lines) <= 1:
        told = _from_json(text)
        return isinstance(told, str) or (told is not None and any(key in told for key in _ADDRESSES))
    if recognised(text.removeprefix("\ufeff").strip()) not in (None, "json") or _from_json(text) is not None:
        return False
    return any(_from_json(line) is not None or _is_address(line.strip()) for line in lines)


def _is_address(line: str) -> bool:
    return " " not in line and "/" in line and recognised(line) in ("pzpr", "pzprv3")


def _from_json(line: str) -> dict[str, Any] | str | None:
    """The object or the string that a line is in JSON."""
    if not line.lstrip().startswith(("{", '"')):
        return None
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return told if isinstance(told, dict | str) else None
