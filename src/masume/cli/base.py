"""What all commands share: where boards come from, and how errors and Ctrl-C end a command."""

import errno
import os
import sys
from collections.abc import Iterable, Mapping
from enum import IntEnum
from importlib import import_module
from pathlib import Path
from typing import Any

import click

import masume
from masume import examples, formats
from masume.cli import interrupts
from masume.core.errors import (
    InputError,
    InternalError,
    NoSolutionError,
    OutOfMemoryError,
    OutOfTimeError,
    WrongAnswerError,
)
from masume.core.messages import replace_unprintable
from masume.formats.board_lists import BoardList, boards_in_text, single_board, unreadable_board


class Exit(IntEnum):
    """An exit status."""

    OK = 0
    NO_SOLUTION = 1  # also a broken rule, for `check` and for formulations that masume does not vouch for
    BAD_INPUT = 2
    OUT_OF_TIME = 3  # or out of memory
    INTERNAL_ERROR = 70
    INTERRUPTED = interrupts.EXIT_STATUS


_ERRORS: tuple[tuple[type[Exception], Exit], ...] = (
    (InputError, Exit.BAD_INPUT),
    (NoSolutionError, Exit.NO_SOLUTION),
    (WrongAnswerError, Exit.NO_SOLUTION),
    (OutOfTimeError, Exit.OUT_OF_TIME),
    (OutOfMemoryError, Exit.OUT_OF_TIME),
    (InternalError, Exit.INTERNAL_ERROR),
)


class CommandGroup(click.Group):
    """A group of commands that end with a message and an exit status, never with a traceback.

    Modules that most calls do not need are imported when one of their commands is used (`import_when_used`).
    """

    def __init__(self, *arguments: Any, **attributes: Any) -> None:
        super().__init__(*arguments, **attributes)
        self._modules: dict[str, Iterable[str]] = {}

    def import_when_used(self, modules: Mapping[str, Iterable[str]]) -> None:
        """Name commands, and for each the modules that add it to this group."""
        self._modules |= modules

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*self.commands, *self._modules})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.commands:
            # For a name that does not exist, import all: the error suggests similar names.
            for name in [cmd_name] if cmd_name in self._modules else self._modules:
                for module in self._modules[name]:
                    import_module(module)
        return super().get_command(ctx, cmd_name)

    def invoke(self, ctx: click.Context) -> Any:
        _open_closed_streams()
        try:
            return self._invoke_interruptibly(ctx)
        except KeyboardInterrupt:
            if interrupts.is_interrupted():
                interrupts.exit_now()
            interrupts.announce()  # our handler is not installed: a Python program called this command as a function
            ctx.exit(Exit.INTERRUPTED)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except OSError as error:
            if error.errno == errno.EPIPE:  # the reader of our output has gone, which click handles
                raise
            print_message(f"{error.filename or 'output'}: {(error.strerror or 'unknown error').lower()}")
            ctx.exit(Exit.BAD_INPUT)
        except Exception as error:
            if os.environ.get("MASUME_DEBUG"):
                raise
            status = exit_status(error)
            if status is None:
                status = Exit.INTERNAL_ERROR
                error = InternalError(f"internal error, please report it: {type(error).__name__}: {error}")
            print_message(str(error))
            ctx.exit(status)

    def _invoke_interruptibly(self, ctx: click.Context) -> Any:
        """Run the command; Ctrl-C raises KeyboardInterrupt."""
        try:
            interrupts.raise_on_ctrl_c()
            return super().invoke(ctx)
        finally:
            interrupts.exit_on_ctrl_c()
            if interrupts.is_interrupted():  # code on the way may have replaced KeyboardInterrupt, as by an ImportError
                raise KeyboardInterrupt


def _open_closed_streams() -> None:
    """Replace standard streams that the caller closed, so that commands can use them all the same."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115 stays open until the process ends


def exit_status(error: Exception) -> Exit | None:
    """Return the exit status for an error, or None if it is not one that masume raises deliberately."""
    return next((status for kind, status in _ERRORS if isinstance(error, kind)), None)


def read_board(source: str, **facts_options: Any) -> masume.Board:
    """Read a board from a URL, a file, standard input or a shipped example.

    `facts_options` are the genre, size, constants and dialect that facts need, as for `masume.read`.
    """
    if source != "-" and _path_exists(source):
        return masume.load(source, **facts_options)
    return masume.read(_find_text(source, facts_options), **facts_options)


def list_boards(sources: Iterable[str], **facts_options: Any) -> BoardList:
    """List the boards of all sources, still unread: each is one board, a folder or a text with one board per line."""
    return BoardList.joined(_list_boards(source, facts_options) for source in sources)


def _list_boards(source: str, facts_options: dict[str, Any]) -> BoardList:
    try:
        if source == "-":
            return boards_in_text(_read_stdin("surrogateescape"), "board", "standard input", facts_options)
        if _path_exists(source):
            return formats.list_boards(source, **facts_options)
        return single_board(_find_text(source, facts_options), _display_name(source), facts_options)
    except InputError as error:
        return unreadable_board(_display_name(Path(source).name or source), error)


def _find_text(source: str, facts_options: dict[str, Any]) -> str:
    """Return the text of a board that is not in a file."""
    if source == "-":
        return _read_stdin()
    if any(character in source for character in "/?{(\n"):
        return source
    if any(value is not None for value in facts_options.values()):
        raise InputError(f"--genre, --size, -c and --from are for facts: {source!r:.60} is neither facts nor a file")
    try:
        return examples.find_text(source)
    except InputError:
        similar = ", ".join(examples.suggest(source[:60]))
        raise InputError(f"no file or example is called {source!r:.60}; similar examples: {similar}") from None


def _display_name(source: str) -> str:
    """Return a short name for a board that is not in a file: an example's name, or the end of a URL."""
    name = replace_unprintable(source.strip().rpartition("?")[2].split("\n")[0])
    return f"{name[:57]}..." if len(name) > 60 else name


def _read_stdin(errors: str = "strict") -> str:
    try:
        return sys.stdin.buffer.read().decode("utf-8", errors)
    except UnicodeDecodeError as error:
        raise InputError(f"standard input is not UTF-8 text: byte {error.start + 1} is invalid") from None


def _path_exists(value: str) -> bool:
    try:
        return Path(value).exists()
    except (OSError, ValueError):  # too long for a path, or with a zero byte
        return False


def print_message(message: str) -> None:
    """Print a message on standard error."""
    click.echo(f"masume: {message}", err=True)


def has_colour() -> bool:
    """Return whether standard output is a terminal whose user wants colour (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def can_print(text: str) -> bool:
    """Return whether standard output can encode a text."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
