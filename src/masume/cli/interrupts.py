"""Ctrl-C: one line on standard error and exit status 130, at any moment, never a traceback.

While a command runs, Ctrl-C raises KeyboardInterrupt, so that the command can clean up: stop its solver, remove a
half-written file, print what it has found so far.  At any other moment (during imports, after the command, at a second
Ctrl-C) the handler ends the process at once.  An exception would be wrong there: Python cannot always pass it on from
an import or from its own shutdown, and prints a traceback instead.  Solver processes exit when their input ends, so
they do not outlive this one.

The module imports only what the interpreter has loaded already: everything slow comes after `install()`.
"""

import os
import sys

TYPE_CHECKING = False  # `typing` is slow to import; type checkers take this for True
if TYPE_CHECKING:
    from typing import NoReturn

EXIT_STATUS = 130
_MESSAGE = b"masume: interrupted\n"


class _State:
    raises = False  # whether Ctrl-C raises KeyboardInterrupt
    is_interrupted = False
    is_announced = False


def install() -> None:
    """Handle Ctrl-C from now on; the program calls this first."""
    try:
        import atexit
        import signal

        if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
            return  # ignored, as in a background job of a shell
        signal.signal(signal.SIGINT, _handle)
        # This call is registered first, so the interpreter makes it last, before its own shutdown.  The shutdown takes
        # a few milliseconds and removes our handler: without this call, Ctrl-C would kill the process there.
        atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
        sys.unraisablehook = _handle_unraisable
    except KeyboardInterrupt:
        exit_now()


def raise_on_ctrl_c() -> None:
    """Let the first Ctrl-C raise KeyboardInterrupt."""
    _State.raises = True


def exit_on_ctrl_c() -> None:
    """Let Ctrl-C end the process at once."""
    _State.raises = False


def is_raising() -> bool:
    """Return whether Ctrl-C raises KeyboardInterrupt: whether a command is running."""
    return _State.raises


def is_interrupted() -> bool:
    """Return whether Ctrl-C has raised KeyboardInterrupt."""
    return _State.is_interrupted


def exit_now() -> "NoReturn":
    """Print the line and end the process, without the interpreter's shutdown.

    If Ctrl-C came during an `exec`, the shutdown would end with the signal instead of our exit status.
    """
    announce()
    os._exit(EXIT_STATUS)


def announce() -> None:
    """Print the line, once."""
    if _State.is_announced or sys.__stderr__ is None:  # without standard error, descriptor 2 may be any file
        return
    _State.is_announced = True
    try:  # noqa: SIM105 - contextlib is not loaded yet
        os.write(2, _MESSAGE)  # not through sys.stderr, which the handler may have interrupted in the middle of a write
    except OSError:
        pass  # standard error is closed, or its reader has gone


def _handle(signal_number: int, frame: object) -> None:
    if _State.raises and not _State.is_interrupted:
        _State.is_interrupted = True
        raise KeyboardInterrupt
    exit_now()


def _handle_unraisable(unraisable: "sys.UnraisableHookArgs") -> None:
    """Exit if KeyboardInterrupt was raised where Python cannot pass it on, such as in a destructor."""
    if issubclass(unraisable.exc_type, KeyboardInterrupt):
        exit_now()
    sys.__unraisablehook__(unraisable)
