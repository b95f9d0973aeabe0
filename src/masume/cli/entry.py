"""How every command begins and ends: where boards come from, what errors and interrupts become."""

import errno
import os
import sys
from enum import IntEnum
from functools import partial
from pathlib import Path
from typing import Any

import click

import masume
from masume import examples, formats
from masume.core.errors import (
    InputError,
    InternalError,
    NoSolutionError,
    OutOfMemoryError,
    OutOfTimeError,
    WrongAnswerError,
)
from masume.core.messages import printable
from masume.formats.board_lists import Entry, in_text, unreadable


class Exit(IntEnum):
    """The exit statuses."""

    FINE = 0
    NO_SOLUTION = 1  # for `check`, and for formulations that are not vouched for: a rule is broken
    BAD_INPUT = 2
    OUT_OF_TIME = 3  # or out of memory
    INTERNAL_ERROR = 70
    INTERRUPTED = 130


_ERRORS: tuple[tuple[type[Exception], Exit], ...] = (
    (InputError, Exit.BAD_INPUT),
    (NoSolutionError, Exit.NO_SOLUTION),
    (WrongAnswerError, Exit.NO_SOLUTION),
    (OutOfTimeError, Exit.OUT_OF_TIME),
    (OutOfMemoryError, Exit.OUT_OF_TIME),
    (InternalError, Exit.INTERNAL_ERROR),
)


class Commands(click.Group):
    """A group whose commands never show a traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        _open_closed_streams()
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            complain("interrupted")
            ctx.exit(Exit.INTERRUPTED)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except OSError as error:
            if error.errno == errno.EPIPE:  # whoever reads has had enough, which click knows
                raise
            complain(f"{error.filename or 'output'}: {(error.strerror or 'unknown error').lower()}")
            ctx.exit(Exit.BAD_INPUT)
        except Exception as error:
            if os.environ.get("MASUME_DEBUG"):
                raise
            status = status_of(error)
            if status is None:
                status = Exit.INTERNAL_ERROR
                error = InternalError(f"internal error, please report it: {type(error).__name__}: {error}")
            complain(str(error))
            ctx.exit(status)


def _open_closed_streams() -> None:
    """Let streams that the caller has closed lead nowhere, so that all may use them."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115 open to the end


def status_of(error: Exception) -> Exit | None:
    """The exit status of an error; None if nobody expected it."""
    return next((status for kind, status in _ERRORS if isinstance(error, kind)), None)


def board_from(source: str, **told: Any) -> masume.Board:
    """The board of a URL, a file, standard input or a shipped example; what is told of facts goes to the reader."""
    if source == "-":
        return masume.read(_input(), **told)
    if _is_file(source):
        return masume.load(source, **told)
    if any(sign in source for sign in "/?{(\n"):
        return masume.read(source, **told)
    if any(value is not None for value in told.values()):
        raise InputError(f"a genre, a size and the like are said of facts only, and {source!r:.60} is no file of facts")
    try:
        return examples.find(source)
    except InputError:
        nearest = ", ".join(examples.alike(source[:60]))
        raise InputError(f"no file and no example is called {source!r:.60}: the nearest are {nearest}") from None


def entries_from(source: str, **told: Any) -> list[Entry]:
    """What `board_from` knows, still to be read, and the boards of folders and of texts with one a line."""
    try:
        if source == "-":
            return in_text("board", _input(), partial(masume.read, **told))
        if _is_file(source):
            return formats.entries(source, **told)
    except InputError as error:
        return [unreadable(printable(Path(source).name or source), error)]
    return [Entry(_called(source), partial(board_from, source, **told))]


def _called(source: str) -> str:
    """What a board is called whose source is no file: an example by its name, an address by its end."""
    name = printable(source.strip().rpartition("?")[2].split("\n")[0])
    return f"{name[:57]}..." if len(name) > 60 else name


def _input() -> str:
    try:
        return sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"standard input is not text: expected UTF-8, byte {error.start + 1} is not") from None


def _is_file(value: str) -> bool:
    try:
        return Path(value).exists()
    except (OSError, ValueError):  # too long for a path, or with a zero byte
        return False


def complain(sentence: str) -> None:
    """Say a sentence on standard error."""
    click.echo(f"masume: {sentence}", err=True)


def has_colour() -> bool:
    """Whether standard output is a terminal whose user wants colour (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def can_print(text: str) -> bool:
    """Whether standard output knows all these characters."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
