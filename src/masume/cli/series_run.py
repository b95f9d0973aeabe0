"""SeriesRun: makes the boards of a series, with a progress bar and a summary on standard error."""

import sys
from contextlib import closing
from time import monotonic

import masume
from masume import OutOfTimeError, messages
from masume.cli import failed_output
from masume.cli.base import print_message
from masume.cli.progress_bar import ProgressBar
from masume.cli.series_output import SeriesOutput


class SeriesRun:
    """One run that makes boards of a series."""

    def __init__(self, series: masume.Series, count: int, output: SeriesOutput) -> None:
        self._series, self._count, self._output = series, count, output
        self._known = output.known(series)
        self._done = self._rejected = 0
        self._bar = ProgressBar("boards")

    def run(self, limits: masume.Limits) -> None:
        """Make the boards, and print a summary; also if an error ends the run, or Ctrl-C."""
        start = monotonic()
        with self._bar:
            try:
                self._make_all(limits)
            except OutOfTimeError:
                raise OutOfTimeError(
                    f"out of time: {self._boards_so_far} of {self._count:,} boards are there"
                ) from None
            finally:
                if not failed_output.is_reader_gone():
                    self._bar.erase()
                    print_message(self._describe(monotonic() - start))

    def _make_all(self, limits: masume.Limits) -> None:
        self._show_bar()
        boards = self._series.boards(self._count, limits=limits, known=self._known, on_wait=self._show_bar)
        with closing(boards):
            for made in boards:
                self._done += 1
                self._rejected += made.rejected
                if self._output.prints_lines and sys.stdout.isatty():
                    self._bar.erase()
                self._output.add(self._series, made)
                self._show_bar()

    @property
    def _boards_so_far(self) -> int:
        return len(self._known) + self._done

    def _show_bar(self) -> None:
        if self._count > 1:
            self._bar.show(self._boards_so_far, self._count, len(self._known), self._describe_rejected())

    def _describe_rejected(self) -> str:
        return f"{self._rejected:,} {'try' if self._rejected == 1 else 'tries'} rejected"

    def _describe(self, seconds: float) -> str:
        """Return one line about what was made."""
        parts = [f"{messages.pluralize(self._done, 'board')} in {seconds:.1f} s"]
        if self._done:  # the tries for a board that was not found are not known here
            parts.append(self._describe_rejected())
        if self._known:
            parts.append(f"{len(self._known):,} were there before")
        if self._series.verify:
            parts.append("all verified by a second engine")
        return f"{', '.join(parts)}; seed {self._series.seed}"
