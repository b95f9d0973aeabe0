"""What all commands share: how they print, and how errors and Ctrl-C end a command."""

import errno
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from enum import IntEnum
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from masume import (
    InputError,
    InternalError,
    NoBoardError,
    NoSolutionError,
    OutOfMemoryError,
    OutOfTimeError,
    WrongAnswerError,
    messages,
)
from masume.cli import failed_output, interrupts


class Exit(IntEnum):
    """An exit status."""

    OK = 0
    NO_SOLUTION = 1  # also no board as wanted, or a broken rule, for `check` and for formulations not vouched for
    BAD_INPUT = 2
    OUT_OF_TIME = 3  # or out of memory
    INTERNAL_ERROR = 70
    INTERRUPTED = interrupts.EXIT_STATUS


_ERRORS: tuple[tuple[type[Exception], Exit], ...] = (
    (InputError, Exit.BAD_INPUT),
    (NoSolutionError, Exit.NO_SOLUTION),
    (NoBoardError, Exit.NO_SOLUTION),
    (WrongAnswerError, Exit.NO_SOLUTION),
    (OutOfTimeError, Exit.OUT_OF_TIME),
    (OutOfMemoryError, Exit.OUT_OF_TIME),
    (InternalError, Exit.INTERNAL_ERROR),
)


_ARGUMENT = re.compile(  # in click's messages: in quotes, or in brackets if there are too many
    r"(?P<sign>['\"])(?P<quoted>.*?)(?P=sign)|(?:(?<=extra argument )|(?<=extra arguments ))\((?P<extra>.*)\)$",
    re.DOTALL,
)
_LONGEST_QUOTE, _LONGEST_MESSAGE = 100, 250  # characters


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
        if cmd_name in self._modules:
            names: Iterable[str] = [cmd_name]
        else:  # for a name that does not exist, import all: the error suggests similar names
            names = () if cmd_name in self.commands else self._modules
        for name in names:
            for module in self._modules[name]:
                import_module(module)
        return super().get_command(ctx, cmd_name)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        with _short_usage_errors():
            return super().parse_args(ctx, args)

    def make_context(self, *arguments: Any, **settings: Any) -> click.Context:
        with _printing():  # help and the version
            return super().make_context(*arguments, **settings)

    def invoke(self, ctx: click.Context) -> Any:
        _open_closed_streams()
        with _printing():
            return self._invoke_with_messages(ctx)

    def _invoke_with_messages(self, ctx: click.Context) -> Any:
        """Run the command; turn its errors into a message and an exit status, except that its output has no reader."""
        try:
            with _short_usage_errors():
                return self._invoke_interruptibly(ctx)
        except KeyboardInterrupt:
            if failed_output.is_reader_gone():
                failed_output.exit_without_reader()
            if interrupts.is_interrupted():
                interrupts.exit_now()
            interrupts.announce()  # our handler is not installed: a Python program called this command as a function
            ctx.exit(Exit.INTERRUPTED)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise
            print_message(
                f"{messages.shorten(str(error.filename or 'output'))}: {(error.strerror or 'unknown error').lower()}"
            )
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
            # Code on the way may have replaced KeyboardInterrupt, as by an ImportError.
            if interrupts.is_interrupted() or failed_output.is_reader_gone():
                raise KeyboardInterrupt


@contextmanager
def _printing() -> Iterator[None]:
    """Handle output that fails, and errors that click prints, before click does."""
    try:
        yield
    except OSError as error:
        failed_output.exit_if_program(error)
        raise
    except click.ClickException as error:
        # Left alone, click writes UTF-8 to streams whose encoding is ASCII.
        error.show = partial(error.show, sys.stderr)  # type: ignore[method-assign]
        raise


def _open_closed_streams() -> None:
    """Replace standard streams that the caller closed, so that commands can use them all the same."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # It stays open until the process ends.
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115


@contextmanager
def _short_usage_errors() -> Iterator[None]:
    """Shorten what click's messages quote of the arguments, which may be of any length."""
    try:
        yield
    except click.UsageError as error:
        message = _ARGUMENT.sub(
            lambda match: messages.quote(match["extra"] or match["quoted"] or "", _LONGEST_QUOTE), error.message
        )
        error.message = messages.shorten(message, _LONGEST_MESSAGE)  # type: ignore[misc] # final, but only shown
        raise


def exit_status(error: Exception) -> Exit | None:
    """Return the exit status for an error, or None if it is not one that masume raises deliberately."""
    return next((status for kind, status in _ERRORS if isinstance(error, kind)), None)


def print_text(text: str, err: bool = False) -> None:
    """Print text on standard output, or on standard error."""
    # Without `file`, click would write UTF-8 to streams whose encoding is ASCII.
    click.echo(text, file=sys.stderr if err else sys.stdout)


def print_message(message: str) -> None:
    """Print a message on standard error."""
    print_text(f"masume: {message}", err=True)


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
