"""A line on standard error while work takes longer than a second."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

_PATIENCE = 1.0  # seconds before the first word
_STEP = 0.5


@contextmanager
def progress(doing: str) -> Iterator[None]:
    """Say what is being done, and for how long; a terminal's line is updated and then wiped."""
    done = threading.Event()
    thread = threading.Thread(target=_report, args=(doing, done), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _report(doing: str, done: threading.Event) -> None:
    begin, wait = monotonic(), _PATIENCE
    live = sys.stderr.isatty()
    while not done.wait(wait):
        line = f"masume: {doing} … {monotonic() - begin:.0f} s"
        _say(f"\r{line}" if live else f"{line}\n")
        wait = _STEP if live else 10 * wait  # a log file is told ever more seldom
    if live and wait != _PATIENCE:
        _say("\r\x1b[K")


def _say(text: str) -> None:
    try:
        sys.stderr.write(text)
    except UnicodeEncodeError:
        sys.stderr.write(text.replace("…", "..."))
    sys.stderr.flush()
