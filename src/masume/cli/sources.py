"""Where boards come from: URLs, files, folders, standard input and the shipped examples."""

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import masume
from masume import InputError, OutOfTimeError, UnknownNameError, examples, formats, messages
from masume.cli.blocking_input import may_block, read_in_time, read_standard_input
from masume.formats import BoardList

T = TypeVar("T")
_LONGEST_NAME = 60  # characters


def read_board(source: str, seconds: float | None = None, **facts_options: Any) -> masume.Board:
    """Read a board from a URL, a file, standard input or a shipped example.

    Raise OutOfTimeError if a pipe does not deliver everything in that many seconds.  `facts_options` are the genre,
    size, constants and dialect that facts need, as for `masume.read`.
    """
    if source != "-" and _is_path(source):
        return _wait_for(source, seconds, partial(masume.load, source, **facts_options))
    text = _read_stdin(seconds) if source == "-" else _find_text(source, facts_options)
    return masume.read(text, **facts_options)


def list_boards(sources: Iterable[str], seconds: float | None = None, **facts_options: Any) -> BoardList:
    """List the boards of all sources, still unread: each is one board, a folder or a text with one board per line.

    Waiting for a pipe may take that many seconds.
    """
    return BoardList.joined(_list_boards(source, seconds, facts_options) for source in sources)


def _list_boards(source: str, seconds: float | None, facts_options: dict[str, Any]) -> BoardList:
    try:
        if source == "-":
            text = _read_stdin(seconds, "surrogateescape")
            return formats.boards_in_text(text, "board", "standard input", facts_options)
        if _is_path(source):
            return _wait_for(source, seconds, partial(formats.list_boards, source, **facts_options))
        return formats.single_board(_find_text(source, facts_options), _display_name(source), facts_options)
    except (InputError, OutOfTimeError) as error:
        return formats.unreadable_board(_display_name(Path(source).name or source), error)


def _find_text(source: str, facts_options: dict[str, Any]) -> str:
    """Return the text of a board that is neither in a file nor on standard input."""
    if not source.strip():
        raise InputError("BOARD is empty: expected a URL, a file, - for standard input, or the name of an example")
    if formats.looks_like_url(source) or any(character in source for character in "{(\n"):
        return source
    if any(value is not None for value in facts_options.values()):
        quoted = messages.quote(source)
        raise InputError(f"--genre, --size, -c and --from are for facts: {quoted} is neither facts nor a file")
    try:
        return examples.find_text(source)
    except UnknownNameError:
        quoted = messages.quote(source)
        raise InputError(f"no file or example is called {quoted}: {examples.suggest(source)}") from None


def _display_name(source: str) -> str:
    """Return a short name for a board that is not in a file: an example's name, or the end of a URL."""
    name = messages.replace_unprintable(source.strip().rpartition("?")[2].split("\n")[0]) or messages.quote(source)
    return f"{name[: _LONGEST_NAME - 3]}..." if len(name) > _LONGEST_NAME else name


def _wait_for(source: str, seconds: float | None, read: Callable[[], T]) -> T:
    """Call a function that reads a file; if that may have to wait, wait no longer than that many seconds."""
    return read_in_time(read, messages.quote(source, 150), seconds) if may_block(source) else read()


def _read_stdin(seconds: float | None, errors: str = "strict") -> str:
    try:
        return read_standard_input(seconds).decode("utf-8", errors)
    except UnicodeDecodeError as error:
        raise InputError(f"standard input is not UTF-8 text: byte {error.start + 1} is invalid") from None


def _is_path(source: str) -> bool:
    """Return whether a source is a file or folder, or looks like one that is missing: then reading it says so."""
    try:
        exists = bool(source) and (Path(source).is_symlink() or Path(source).exists())
    except (OSError, ValueError):  # too long for a path, or with a zero byte
        exists = False
    return exists or formats.looks_like_file_name(source)
