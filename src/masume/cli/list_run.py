"""ListRun: runs a command on every board of a list, with a progress bar, messages and a summary on standard error."""

import sys
from collections.abc import Iterator
from time import monotonic

from masume import messages
from masume.batch import Batch, BoardResult, Summary, Task, key_of_entry
from masume.cli import failed_output
from masume.cli.base import Exit, print_message
from masume.cli.list_output import ListOutput
from masume.cli.progress_bar import ProgressBar
from masume.formats import BoardEntry, BoardList

_EXIT_STATUS = {  # by the words of categories (`batch.summary`); the others are successes
    "none": Exit.NO_SOLUTION,
    "broken": Exit.NO_SOLUTION,
    "wrong": Exit.NO_SOLUTION,
    "unreadable": Exit.BAD_INPUT,
    "refused": Exit.BAD_INPUT,
    "unfinished": Exit.OUT_OF_TIME,
    "late": Exit.OUT_OF_TIME,
    "out of memory": Exit.OUT_OF_TIME,
    "failed": Exit.INTERNAL_ERROR,
}


class ListRun:
    """One run of a command over a list of boards."""

    def __init__(self, task: Task, entries: BoardList, jobs: int, output: ListOutput) -> None:
        self._task, self._entries, self._jobs, self._output = task, entries, jobs, output
        self._summary, self._skipped, self._done = Summary(), 0, 0
        self._repeats: int = 0  # boards whose id has occurred before
        self._first_repeat: BoardEntry | None = None
        self._unvouched: set[str] = set()
        self._bar = ProgressBar("boards")

    def run(self) -> Exit:
        """Run the command on all boards, print a summary, and return the worst exit status."""
        start = monotonic()
        with self._bar:
            self._show_bar()
            try:
                self._handle_all()
            except KeyboardInterrupt:
                if not failed_output.is_reader_gone():
                    self._print_summary(monotonic() - start)
                raise
            self._print_summary(monotonic() - start)
        words = {word for category in self._summary.categories for word in category}
        return max((_EXIT_STATUS.get(word, Exit.OK) for word in words), default=Exit.OK)

    def _handle_all(self) -> None:
        with Batch(self._task, self._jobs) as batch:
            try:
                results = batch.results(
                    self._remaining(), in_order=self._output.in_order, on_wait=lambda done: self._show_bar()
                )
                for entry, result in results:
                    self._handle(entry, result)
            except KeyboardInterrupt:
                for entry, result in batch.finished():
                    self._handle(entry, result)
                raise

    def _remaining(self) -> Iterator[BoardEntry]:
        """Yield the boards that have no result yet."""
        known = self._output.known
        for entry in self._entries:
            if entry.repeats_id:
                self._repeats += 1
                self._first_repeat = self._first_repeat or entry
            if known and (category := known.get(key_of_entry(entry))) is not None:
                self._summary.add(category)
                self._skipped += 1
            else:
                yield entry

    def _handle(self, entry: BoardEntry, result: BoardResult) -> None:
        self._done += 1
        self._summary.add(result.category)
        if result.unvouched is not None:
            self._unvouched.add(result.unvouched)
        if result.problem or (self._output.prints_lines and sys.stdout.isatty()):
            self._bar.erase()
        self._output.add(entry, result)
        if result.problem:
            print_message(f"{entry.source}: {result.problem}")
        self._show_bar()  # at once: the next board may take long

    def _show_bar(self) -> None:
        self._bar.show(self._done + self._skipped, len(self._entries), self._skipped)

    def _print_summary(self, seconds: float) -> None:
        self._bar.erase()
        for name in sorted(self._unvouched):
            print_message(f"results of {name}; masume does not vouch for it")
        if (entry := self._first_repeat) is not None:
            boards = (
                "1 board has an id" if self._repeats == 1 else f"{messages.pluralize(self._repeats, 'board')} have ids"
            )
            print_message(f"{boards} that occurred before, such as {messages.quote(entry.id)} in {entry.source}")
        skipped = f"; {self._skipped:,} of them had a result before" if self._skipped else ""
        print_message(f"{self._summary.describe()} in {seconds:.1f} s{skipped}")
