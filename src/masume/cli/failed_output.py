"""Output that fails: its reader has gone (`masume … | head -1`), or the disk is full.

If the reader has gone, the program ends as other Unix tools do: SIGPIPE kills it, which shells report as status 141.
It must not end with status 1, which means "no solution".  While a command runs, it first gets KeyboardInterrupt, as for
Ctrl-C, so that it can clean up.  A pipe to a child process that has ended sends SIGPIPE too: that only raises
BrokenPipeError where we write to it.  A Python program that calls a command as a function is never killed.

The module imports only what the interpreter has loaded already, as `interrupts` does.
"""

import errno
import os
import sys

from masume.cli import interrupts

TYPE_CHECKING = False  # `typing` is slow to import; type checkers take this for True
if TYPE_CHECKING:
    from typing import NoReturn

_BAD_OUTPUT = 2  # the exit status if the disk is full
_KILLED_BY_SIGPIPE = 141  # as shells report it, for systems without signals


class _State:
    is_program = False  # whether this process runs the program, and not a command as a function
    is_reader_gone = False


def install() -> None:
    """End the process if output fails from now on; the program calls this at its start."""
    import signal

    _State.is_program = True
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, _handle)


def is_reader_gone() -> bool:
    """Return whether KeyboardInterrupt was raised because the reader of our output has gone."""
    return _State.is_reader_gone


def _handle(signal_number: int, frame: object) -> None:
    """Handle SIGPIPE, in the main thread, whichever thread has written.

    The exception from the write itself would not be enough: a thread that prints progress cannot pass it on, and with
    PYTHONUNBUFFERED there is none if the pipe took a part of the text.
    """
    if _State.is_reader_gone or not _has_lost_reader():
        return
    if not interrupts.is_raising():
        exit_without_reader()
    _State.is_reader_gone = True
    raise KeyboardInterrupt


def _has_lost_reader() -> bool:
    """Return whether standard output or standard error is a pipe that nobody can read from any more."""
    import select

    poll = select.poll()
    for descriptor, stream in ((1, sys.__stdout__), (2, sys.__stderr__)):
        if stream is not None:  # otherwise the descriptor may be any file
            poll.register(descriptor, 0)
    return any(event & (select.POLLERR | select.POLLHUP) for _, event in poll.poll(0))


def exit_if_program(error: OSError) -> None:
    """End the process because writing its output failed; return if a Python program called a command as a function."""
    if not _State.is_program:
        return
    if error.errno == errno.EPIPE:
        exit_without_reader()
    _write_message(f"masume: output: {(error.strerror or 'unknown error').lower()}\n")
    os._exit(_BAD_OUTPUT)


def exit_without_reader() -> "NoReturn":
    """End the process by SIGPIPE, without the interpreter's shutdown, which would try to write the output again."""
    import signal

    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGPIPE})
        os.kill(os.getpid(), signal.SIGPIPE)
    os._exit(_KILLED_BY_SIGPIPE)


def _write_message(message: str) -> None:
    if sys.__stderr__ is None:  # without standard error, descriptor 2 may be any file
        return
    try:  # noqa: SIM105 - contextlib is not loaded yet
        os.write(2, message.encode())
    except OSError:
        pass  # standard error is what failed
