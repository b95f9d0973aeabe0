"""Running: tasks are measured in processes that can be killed, and every result is kept at once.

Results are lines of JSON in a file.  A run that was interrupted goes on where it stopped: what the file knows, by the
same masume and with the same time limit, is not measured again.
"""

import json
import queue
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType

import masume
from masume.bench.papers.measurement import ERROR, MEMORY, MISSING, TIMEOUT, UNSAID, Measurement
from masume.bench.papers.plan import Task
from masume.bench.worker_process import EndedError, Hand, LateError
from masume.core.errors import InputError

_GRACE = 10.0  # seconds that a measurement may take beyond its limit: processes start, large boards are built
_TICK = 0.5
_FIRST = b'{"masume": '  # how every line begins


class Results:
    """The measurements of one time limit in a file, which is written line by line."""

    def __init__(self, path: Path, limit: float) -> None:
        self._path, self.limit, self._torn = path, limit, False
        self.known: dict[Task, Measurement] = {}
        try:
            with path.open("ab"):  # lest it turns out only after the first measurement that it cannot be written
                content = path.read_bytes()
        except OSError as error:
            raise _unusable(path, error) from None
        if content and not content.startswith(_FIRST):
            raise InputError(f"{path}: expected a file of results, which begins with {_FIRST.decode()}")
        *lines, torn = content.split(b"\n")
        self._torn = bool(torn)
        for line in lines:
            self._read(line)

    def _read(self, line: bytes) -> None:
        try:
            told = json.loads(line)
            if (told["masume"], told["limit"]) == (masume.__version__, self.limit):
                task = Task(told["board"], told["engine"], told["formulation"], tuple(told["without"]))
                self.known[task] = Measurement(told["status"], told["seconds"], told["statistics"], told["note"])
        except (ValueError, KeyError, TypeError):
            pass  # torn when a run was killed

    def add(self, task: Task, result: Measurement) -> None:
        """Keep a result; one that cost nothing only for this run, for an engine may be installed later."""
        self.known[task] = result
        if result.status in (MISSING, UNSAID, ERROR):
            return
        told = {"masume": masume.__version__, "limit": self.limit, "board": task.address, **task._asdict()}
        del told["address"]
        line = json.dumps({**told, **result._asdict()}, ensure_ascii=False).encode() + b"\n"
        try:
            with self._path.open("ab") as file:
                file.write(b"\n" + line if self._torn else line)
        except OSError as error:
            raise _unusable(self._path, error) from None
        self._torn = False


def _unusable(path: Path, error: OSError) -> InputError:
    return InputError(f"cannot use {str(path)!r:.200} for results: {(error.strerror or 'unknown error').lower()}")


def run(
    tasks: Sequence[Task], results: Results, jobs: int = 1, told: Callable[[int, int], None] = lambda done, of: None
) -> Mapping[Task, Measurement]:
    """Measure what is not known yet, telling now and then how many of this run's tasks are done."""
    left = [task for task in tasks if task not in results.known]
    with _Crew(left, results.limit, min(jobs, len(left))) as crew:
        told(0, len(left))
        for done, (task, result) in enumerate(crew.results(lambda done: told(done, len(left))), 1):
            results.add(task, result)
            told(done, len(left))
    return results.known


def _measured(hand: Hand, task: Task, limit: float) -> Measurement:
    """Measure a task, or kill the process if it does not come back in time."""
    try:
        return Measurement(**hand.ask({"task": task, "seconds": limit}, limit + _GRACE))
    except LateError:
        return Measurement(TIMEOUT)
    except EndedError as error:
        return Measurement(MEMORY if error.code < 0 else ERROR, note=str(error))


class _Crew:
    """Some hands, each with a thread that gives it one task after the other."""

    def __init__(self, tasks: Sequence[Task], limit: float, jobs: int) -> None:
        self._tasks: queue.SimpleQueue[Task] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[tuple[Task, Measurement] | Exception] = queue.SimpleQueue()
        for task in tasks:
            self._tasks.put(task)
        self._count = len(tasks)
        self._limit = limit
        self._hands = [Hand("masume.bench.papers.measurement") for _ in range(jobs)]
        self._threads = [threading.Thread(target=self._work, args=(hand,), daemon=True) for hand in self._hands]

    def __enter__(self) -> "_Crew":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *error: tuple[type[BaseException], BaseException, TracebackType] | None) -> None:
        for hand in self._hands:
            hand.retire()
        for thread, hand in zip(self._threads, self._hands, strict=True):
            thread.join()
            hand.close()

    def results(self, tick: Callable[[int], None]) -> Iterator[tuple[Task, Measurement]]:
        """Every task with its result, as they come."""
        for done in range(self._count):
            while True:
                try:
                    result = self._done.get(timeout=_TICK)
                    break
                except queue.Empty:
                    tick(done)
            if isinstance(result, Exception):
                raise result
            yield result

    def _work(self, hand: Hand) -> None:
        try:
            while True:
                task = self._tasks.get_nowait()
                self._done.put((task, _measured(hand, task, self._limit)))
        except (queue.Empty, InterruptedError):
            pass
        except Exception as error:
            self._done.put(error)  # whoever waits for results must not wait for ever
