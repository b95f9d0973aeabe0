"""Processes for many tasks: a process that is started again after its end, and a pool of them that work side by side.

    def execute(process: RestartingProcess, limit: int) -> dict[str, int]:
        return process.call("list", 10.0, limit=limit)

    processes = [RestartingProcess(Path("…/squares.py"), "squares") for _ in range(2)]
    with ProcessPool(processes, execute) as pool:
        for limit, reply in pool.results(range(1000)): …

`child_worker` says how to write a worker.  A process that dies or does not reply in time costs only its task.
"""

import queue
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Generic, TypeVar

from masume.core.cancellation import run_job
from masume.core.child_process import ChildProcess
from masume.core.deadline import Deadline

_TICK = 0.5  # seconds between two calls of `on_wait`
_TASKS_AHEAD = 4  # for each process, so that it need not wait for its next task
_NO_REPLY = object()
_RESULTS_AHEAD = 500  # that wait for an earlier one, if results are wanted in the order of the tasks


class RestartingProcess:
    """A child process that is started by its first task, and again by the next one after it has ended.

    One thread at a time may give it tasks; `kill` and `shut_down` can be called by any other.
    """

    def __init__(self, worker: Path, name: str) -> None:
        self._worker, self._name = worker, name
        self._lock, self._is_shut_down = threading.Lock(), False
        self._child: ChildProcess | None = None

    def call(self, method: str, timeout: float | None, /, **task: Any) -> Any:
        """Let the worker call a method, and return its reply.

        Raise OutOfTimeError after `timeout` seconds (None: no limit), OutOfMemoryError if the process was killed,
        InternalError if it failed, and InterruptedError if `shut_down` was called before.
        """
        child = self._ensure_started()
        return run_job(lambda: child.call(method, **task), Deadline.after(timeout))

    def stream(self, method: str, timeout: float | None, /, **task: Any) -> Iterator[Any]:
        """Let the worker call a method, and yield its replies; the last one has to come within `timeout` seconds.

        The errors are those of `call`.  If the caller stops before the last reply, the next task finds the process busy
        and starts a new one.
        """
        deadline = Deadline.after(timeout)
        replies = self._ensure_started().stream(method, **task)
        while (reply := run_job(lambda: next(replies, _NO_REPLY), deadline)) is not _NO_REPLY:
            yield reply

    @property
    def is_idle(self) -> bool:
        """Whether the process is running and has no task."""
        return self._child is not None and self._child.is_idle

    def kill(self) -> None:
        """Kill the process; the next task starts it again.  A thread that waits for its reply gets OutOfMemoryError."""
        with self._lock:
            if self._child is not None:
                self._child.kill()

    def shut_down(self) -> None:
        """Kill the process and never start it again; a thread that waits for its reply gets OutOfMemoryError."""
        with self._lock:
            self._is_shut_down = True
            if self._child is not None:
                self._child.kill()

    def close(self) -> None:
        """Free the resources of the process."""
        if self._child is not None:
            self._child.close()

    def _ensure_started(self) -> ChildProcess:
        with self._lock:
            if self._is_shut_down:
                raise InterruptedError
            if self._child is None or not self._child.is_idle:
                self.close()
                self._child = ChildProcess(self._worker, self._name)
            return self._child


P = TypeVar("P", bound=RestartingProcess)
T = TypeVar("T")
R = TypeVar("R")


class ProcessPool(Generic[P, T, R]):
    """Processes, each with a thread that gives it one task after another by calling `execute(process, task)`."""

    def __init__(self, processes: Sequence[P], execute: Callable[[P, T], R]) -> None:
        self._processes, self._execute = processes, execute
        self._tasks: queue.SimpleQueue[tuple[int, T] | None] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[tuple[int, T, R] | Exception] = queue.SimpleQueue()
        self._results: dict[int, tuple[T, R]] = {}  # that were not yielded yet, by the number of their task
        self._threads = [threading.Thread(target=self._work, args=(process,), daemon=True) for process in processes]

    def __enter__(self) -> "ProcessPool[P, T, R]":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        for process in self._processes:
            process.shut_down()
        for _ in self._threads:
            self._tasks.put(None)
        for thread, process in zip(self._threads, self._processes, strict=True):
            thread.join()
            process.close()

    def results(
        self, tasks: Iterable[T], *, in_order: bool = False, on_wait: Callable[[int], object] = lambda done: None
    ) -> Iterator[tuple[T, R]]:
        """Yield every task with its result as they finish, or in the order of the tasks.

        Only a limited number of tasks is taken ahead of the results that were yielded.  In between, `on_wait` is called
        regularly with the number of results that were yielded.
        """
        numbered = enumerate(tasks)
        room = _RESULTS_AHEAD if in_order else _TASKS_AHEAD * len(self._processes)
        pending = done = next_number = 0
        while True:
            for item in islice(numbered, room - pending):
                self._tasks.put(item)
                pending += 1
            if not pending:
                return
            number, task, result = self._wait_for_result(on_wait, done)
            self._results[number] = task, result
            if not in_order:
                next_number = number
            while next_number in self._results:
                yield self._results.pop(next_number)
                pending, done, next_number = pending - 1, done + 1, next_number + 1

    def finished(self) -> list[tuple[T, R]]:
        """Return the tasks whose results were not yielded yet, with their results; for use after an interruption."""
        while True:
            try:
                done = self._done.get_nowait()
            except queue.Empty:
                return [self._results.pop(number) for number in sorted(self._results)]
            if not isinstance(done, Exception):
                number, task, result = done
                self._results[number] = task, result

    def _wait_for_result(self, on_wait: Callable[[int], object], done: int) -> tuple[int, T, R]:
        while True:
            try:
                result = self._done.get(timeout=_TICK)
            except queue.Empty:
                on_wait(done)
                continue
            if isinstance(result, Exception):
                raise result
            return result

    def _work(self, process: P) -> None:
        try:
            while (item := self._tasks.get()) is not None:
                number, task = item
                self._done.put((number, task, self._execute(process, task)))
        except InterruptedError:
            pass
        except Exception as error:
            self._done.put(error)  # or else `results` would wait forever
