"""Execution of a task on one board: reads the board, runs the command, and turns every error into a record."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from masume.batch.records import format_record, start_of_record
from masume.batch.summary import Category, classify
from masume.batch.tasks import NO_SOLUTION, TASKS
from masume.core.errors import (
    InputError,
    InternalError,
    NoSolutionError,
    NotUniqueError,
    OutOfMemoryError,
    OutOfTimeError,
    WrongAnswerError,
)
from masume.formats import read_entry
from masume.formats.board_lists import BoardEntry


class Task(NamedTuple):
    """What to do with each board: the name of a command, and its options (see `tasks`)."""

    command: str
    options: Mapping[str, Any]

    @property
    def time_limit(self) -> float | None:
        """The time limit for each board, in seconds."""
        limit: float | None = self.options.get("time_limit")
        return limit


class BoardResult(NamedTuple):
    """The result for one board: its record as JSON, how it counts in the summary, and a line for people.

    If something is wrong with the board or with masume, `problem` says what, and `line` is empty.
    """

    record: str
    category: Category
    line: str = ""
    problem: str = ""
    unvouched: str | None = None


_STATUSES: tuple[tuple[type[Exception], str], ...] = (
    (NoSolutionError, "unsolvable"),
    (WrongAnswerError, "wrong"),
    (OutOfTimeError, "timeout"),
    (OutOfMemoryError, "memory"),
    (MemoryError, "memory"),
    (NotUniqueError, "several"),
    (InputError, "refused"),
    (Exception, "error"),
)
_LINES = {"unsolvable": NO_SOLUTION, "several": "Several solutions.", "timeout": "Out of time."}


def execute(task: Task, entry: BoardEntry) -> BoardResult:
    """Run a task on a board."""
    try:
        board = read_entry(entry)
    except InputError as error:
        return failed_result(task, entry, error, "unreadable")
    except Exception as error:
        return failed_result(task, entry, error)
    try:
        report = TASKS[task.command](board, **task.options)
    except Exception as error:
        return failed_result(task, entry, error)
    return _make_result(task, entry, report.data, line=report.line, unvouched=report.unvouched)


def failed_result(task: Task, entry: BoardEntry, error: Exception, status: str | None = None) -> BoardResult:
    """Return the result for a board on which a task failed; default for the status: as for the type of the error."""
    status = status or next(status for kind, status in _STATUSES if isinstance(error, kind))
    sentence = str(error)
    if isinstance(error, MemoryError):
        sentence = "masume needs more memory than there is"
    elif status == "error" and not isinstance(error, InternalError):
        sentence = f"internal error, please report it: {type(error).__name__}: {error}"
    data: dict[str, Any] = {"status": status, "error": sentence, "file": entry.file}
    if entry.line is not None:
        data["line"] = entry.line
    if status == "wrong":
        return _make_result(task, entry, data, line=f"Wrong: {sentence}.")
    line = _LINES.get(status, "")
    return _make_result(task, entry, data, line=line, problem="" if line else sentence)


def _make_result(task: Task, entry: BoardEntry, data: dict[str, Any], **attributes: Any) -> BoardResult:
    record = {**start_of_record(entry, task.command), **data}
    return BoardResult(format_record(record), classify(record), **attributes)
