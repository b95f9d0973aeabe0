"""A progress bar for work that consists of many equal parts."""

import sys
from time import localtime, monotonic, strftime, time

_WIDTH = 30


class ProgressBar:
    """A line on standard error that shows how much work is done; nothing if that is not a terminal.

    With a unit, such as "boards", it also shows how many of them are done per second.
    """

    def __init__(self, unit: str | None = None) -> None:
        self._unit, self._start, self._is_visible = unit, monotonic(), False

    def __enter__(self) -> "ProgressBar":
        return self

    def __exit__(self, *error: object) -> None:
        self.erase()

    def erase(self) -> None:
        """Erase the line; the next `show` prints it again."""
        if self._is_visible:
            self._print("\r\x1b[K")
            self._is_visible = False

    def show(self, done: int, total: int, done_before: int = 0, note: str = "") -> None:
        """Print how much is done and, from the pace so far, how long the rest will take; and a note, if there is one.

        What was `done_before` this run says nothing about the pace.
        """
        if not total or not sys.stderr.isatty():
            return
        self._is_visible = True
        filled = _WIDTH * done // total
        bar = f"[{'#' * filled}{'.' * (_WIDTH - filled)}] {done}/{total}"
        note = f", {note}" if note else ""
        self._print(f"\rmasume: {bar}{self._describe_pace(done - done_before, total - done)}{note}\x1b[K")

    def _describe_pace(self, done: int, left: int) -> str:
        seconds = monotonic() - self._start
        if not done or not seconds:
            return ""
        rate = "" if self._unit is None else f", {_format_rate(done / seconds)} {self._unit}/s"
        return f"{rate}, about {_format_rest(seconds / done * left)}"

    @staticmethod
    def _print(text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()


def _format_rest(seconds: float) -> str:
    """Return how long the rest will take and, if that is long, when it will end."""
    if seconds < 90:
        return f"{seconds:.0f} s left"
    duration = f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
    day = "%a %H:%M" if seconds >= 20 * 3600 else "%H:%M"
    return f"{duration} left, until {strftime(day, localtime(time() + seconds))}"


def _format_rate(per_second: float) -> str:
    return f"{per_second:.0f}" if per_second >= 10 else f"{per_second:.2g}"
