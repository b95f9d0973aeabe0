"""Output that fails: its reader has gone (`masume … | head -1`), or the disk is full.

If the reader has gone, the program ends as other Unix tools do: SIGPIPE kills it, which shells report as status 141.
It must not end with status 1, which means "no solution".  Until then SIGPIPE does nothing, and writing to a pipe
without a reader raises BrokenPipeError: pipes to our child processes rely on that.  A Python program that calls a
command as a function is never killed.

The module imports only what the interpreter has loaded already, as `interrupts` does.
"""

import errno
import os
import sys

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
        signal.signal(signal.SIGPIPE, _interrupt_if_reader_is_gone)


def is_reader_gone() -> bool:
    """Return whether a thread has found that the reader of our output has gone."""
    return _State.is_reader_gone


def interrupt_program() -> None:
    """Let the main thread clean up and end, because the reader of our output has gone; other threads call this."""
    import _thread
    import signal

    if _State.is_program and hasattr(signal, "SIGPIPE"):
        _State.is_reader_gone = True
        _thread.interrupt_main(signal.SIGPIPE)


def _interrupt_if_reader_is_gone(signal_number: int, frame: object) -> None:
    """Raise KeyboardInterrupt after `interrupt_program`; ignore signals that come from a pipe to a child process."""
    if _State.is_reader_gone:
        raise KeyboardInterrupt


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
