"""A bar that tells how far long work is."""

import sys
from time import monotonic

_WIDTH = 30


class Bar:
    """A line on standard error that tells how far the work is, if that is a terminal."""

    def __init__(self) -> None:
        self._begin, self._shown = monotonic(), False

    def __enter__(self) -> "Bar":
        return self

    def __exit__(self, *error: object) -> None:
        self.wipe()

    def wipe(self) -> None:
        """Leave the line blank, until more is told."""
        if self._shown:
            self._say("\r\x1b[K")
            self._shown = False

    def show(self, done: int, total: int) -> None:
        """Tell how much is done, and how long the rest will take if it goes on like this."""
        if not total or not sys.stderr.isatty():
            return
        self._shown = True
        full = _WIDTH * done // total
        rest = (monotonic() - self._begin) / done * (total - done) if done else None
        told = "" if rest is None else f", about {_in_words(rest)} left"
        self._say(f"\rmasume: [{'#' * full}{'.' * (_WIDTH - full)}] {done}/{total}{told}\x1b[K")

    @staticmethod
    def _say(text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()


def _in_words(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
