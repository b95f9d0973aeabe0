"""Input that one may have to wait for, such as a pipe: waiting for it ends at the time limit."""

import os
import stat
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Thread
from typing import TypeVar

from masume import OutOfTimeError

T = TypeVar("T")


def may_block(path: str) -> bool:
    """Return whether reading a file may have to wait for someone who writes: whether it is a pipe, a terminal …"""
    try:
        return _is_blocking(Path(path).stat())
    except (OSError, ValueError):  # no such file: reading it fails at once
        return False


def _is_blocking(file: os.stat_result) -> bool:
    return not (stat.S_ISREG(file.st_mode) or stat.S_ISDIR(file.st_mode))


def read_in_time(read: Callable[[], T], name: str, seconds: float | None) -> T:
    """Return what a function reads, or raise OutOfTimeError; the thread that then still waits does not delay the exit.

    Without a limit, the function runs in this thread.
    """
    if seconds is None:
        return read()
    results: list[T] = []
    errors: list[BaseException] = []

    def call() -> None:
        try:
            results.append(read())
        except BaseException as error:
            errors.append(error)

    thread = Thread(target=call, daemon=True)
    thread.start()
    thread.join(seconds)
    if errors:
        raise errors[0]
    if not results:
        raise OutOfTimeError(f"out of time while reading {name}")
    return results[0]


def read_standard_input(seconds: float | None) -> bytes:
    """Return everything from standard input, or raise OutOfTimeError."""
    descriptor = _standard_input_descriptor()
    if seconds is None or descriptor is None or not _is_blocking(os.fstat(descriptor)):
        return sys.stdin.buffer.read()
    return read_in_time(partial(_read_unbuffered, descriptor), "standard input", seconds)


def _standard_input_descriptor() -> int | None:
    """Return the file descriptor of standard input; None if a program has replaced it by something in memory."""
    try:
        return sys.stdin.fileno()
    except OSError:
        return None


def _read_unbuffered(descriptor: int) -> bytes:
    """Read a file to its end without `sys.stdin`: the interpreter cannot exit while a thread waits in that object."""
    with open(descriptor, "rb", buffering=0, closefd=False) as file:
        return file.read() or b""
