"""A progress bar for work that consists of many equal parts."""

import sys
from time import monotonic

_WIDTH = 30


class ProgressBar:
    """A line on standard error that shows how much work is done; nothing if that is not a terminal."""

    def __init__(self) -> None:
        self._start, self._is_visible = monotonic(), False

    def __enter__(self) -> "ProgressBar":
        return self

    def __exit__(self, *error: object) -> None:
        self.erase()

    def erase(self) -> None:
        """Erase the line; the next `show` prints it again."""
        if self._is_visible:
            self._print("\r\x1b[K")
            self._is_visible = False

    def show(self, done: int, total: int) -> None:
        """Print how much is done and, from the pace so far, how long the rest will take."""
        if not total or not sys.stderr.isatty():
            return
        self._is_visible = True
        filled = _WIDTH * done // total
        seconds_left = (monotonic() - self._start) / done * (total - done) if done else None
        estimate = "" if seconds_left is None else f", about {_format_duration(seconds_left)} left"
        self._print(f"\rmasume: [{'#' * filled}{'.' * (_WIDTH - filled)}] {done}/{total}{estimate}\x1b[K")

    @staticmethod
    def _print(text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()


def _format_duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
