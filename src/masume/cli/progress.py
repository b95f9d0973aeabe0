"""A line on standard error while work takes longer than a second."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import monotonic

_FIRST_WAIT = 1.0  # seconds before the first line
_INTERVAL = 0.5  # seconds between two updates on a terminal


@contextmanager
def progress(activity: str) -> Iterator[None]:
    """Print the activity and the elapsed time while the block runs; on a terminal, update one line and erase it."""
    done = threading.Event()
    thread = threading.Thread(target=_report, args=(activity, done), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _report(activity: str, done: threading.Event) -> None:
    with suppress(OSError):  # the work goes on without these lines; if their reader has gone, a signal ends it
        _print_until_done(activity, done)


def _print_until_done(activity: str, done: threading.Event) -> None:
    start, wait = monotonic(), _FIRST_WAIT
    is_terminal = sys.stderr.isatty()
    while not done.wait(wait):
        line = f"masume: {activity} … {monotonic() - start:.0f} s"
        _print(f"\r{line}" if is_terminal else f"{line}\n")
        wait = _INTERVAL if is_terminal else 10 * wait  # a log file gets a line after 1, 11, 111 … seconds
    if is_terminal and wait != _FIRST_WAIT:
        _print("\r\x1b[K")


def _print(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()
