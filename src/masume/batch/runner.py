"""Batch: runs a task on the boards of a list, one after the other in this process, or in several child processes."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from masume.batch.execution import BoardResult, Task, execute, failed_result
from masume.core.errors import InternalError, OutOfMemoryError, OutOfTimeError
from masume.core.process_pool import ProcessPool, RestartingProcess
from masume.formats.board_lists import BoardEntry

_GRACE = 10.0  # seconds after the time limit until a process that has not replied is killed
_WORKER = Path(__file__).with_name("worker.py")
_KILLED = OutOfMemoryError("its process was killed, which systems do if there is not enough memory")


class Batch:
    """A run of a task over a list of boards; use it as a context manager, which leaves no process behind."""

    def __init__(self, task: Task, jobs: int = 1) -> None:
        self._task = task
        self._pool: ProcessPool[RestartingProcess, BoardEntry, BoardResult] | None = None
        if jobs > 1:
            processes = [RestartingProcess(_WORKER, "masume") for _ in range(jobs)]
            self._pool = ProcessPool(processes, partial(_execute_in_process, task=task))

    def __enter__(self) -> "Batch":
        if self._pool is not None:
            self._pool.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        if self._pool is not None:
            self._pool.__exit__(*error)

    def results(
        self,
        entries: Iterable[BoardEntry],
        *,
        in_order: bool = True,
        on_wait: Callable[[int], object] = lambda done: None,
    ) -> Iterator[tuple[BoardEntry, BoardResult]]:
        """Yield every board with its result, in the order of the list or as they finish.

        While it waits for processes, it calls `on_wait` regularly with the number of results that were yielded.
        """
        if self._pool is not None:
            return self._pool.results(entries, in_order=in_order, on_wait=on_wait)
        return ((entry, execute(self._task, entry)) for entry in entries)

    def finished(self) -> list[tuple[BoardEntry, BoardResult]]:
        """Return the results that were not yielded yet, because an earlier one is missing; for use after Ctrl-C."""
        return [] if self._pool is None else self._pool.finished()


def _execute_in_process(process: RestartingProcess, entry: BoardEntry, task: Task) -> BoardResult:
    """Run a task on a board in a child process; if it dies or does not reply in time, only this board fails."""
    timeout = None if task.time_limit is None else task.time_limit + _GRACE
    try:
        return BoardResult(*process.call("execute", timeout, task=task, entry=entry))
    except OutOfMemoryError:
        return failed_result(task, entry, _KILLED)
    except (OutOfTimeError, InternalError) as error:
        return failed_result(task, entry, error)
