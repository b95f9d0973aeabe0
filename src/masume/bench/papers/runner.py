"""Measures tasks in processes that can be killed, and saves each result as soon as it is known.

Results are lines of JSON in a file.  An interrupted run continues where it stopped: tasks that have a result from
the same version of masume with the same time limit are not measured again.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import masume
from masume.bench.measuring_process import MeasuringProcess
from masume.bench.papers.measurement import ERROR, INEXPRESSIBLE, MEMORY, MISSING, TIMEOUT, PaperMeasurement
from masume.bench.papers.plan import Task
from masume.core.errors import InputError, InternalError, OutOfMemoryError, OutOfTimeError
from masume.core.files import quote_path
from masume.core.process_pool import ProcessPool

_GRACE = 10.0  # extra seconds for the process to start and to build a large board
_WORKER = Path(__file__).with_name("worker.py")
_LINE_START = b'{"masume": '


class Results:
    """A file of results: loads the measurements with the same time limit, and appends each new one."""

    def __init__(self, path: Path, time_limit: float) -> None:
        self._path, self.time_limit = path, time_limit
        self.measurements: dict[Task, PaperMeasurement] = {}
        try:
            with path.open("ab"):  # fail now, not after the first measurement, if it cannot be written to
                content = path.read_bytes()
        except OSError as error:
            raise _file_error(path, error) from None
        if content and not content.startswith(_LINE_START):
            raise InputError(f"{path}: expected a file of results, which starts with {_LINE_START.decode()}")
        *lines, rest = content.split(b"\n")
        self._ends_in_broken_line = bool(rest)
        for line in lines:
            self._parse(line)

    def _parse(self, line: bytes) -> None:
        try:
            data = json.loads(line)
            if (data["masume"], data["limit"]) == (masume.__version__, self.time_limit):
                task = Task(data["board"], data["engine"], data["formulation"], tuple(data["without"]))
                result = PaperMeasurement(data["status"], data["seconds"], data["statistics"], data["note"])
                self.measurements[task] = result
        except (ValueError, KeyError, TypeError):
            pass  # a line that was cut off when a run was killed

    def add(self, task: Task, result: PaperMeasurement) -> None:
        """Add a result and append it to the file.

        Failures that cost no time are not saved: the missing engine, for example, may be installed later.
        """
        self.measurements[task] = result
        if result.status in (MISSING, INEXPRESSIBLE, ERROR):
            return
        data = {"masume": masume.__version__, "limit": self.time_limit, "board": task.url, **task._asdict()}
        del data["url"]
        line = json.dumps({**data, **result._asdict()}, ensure_ascii=False).encode() + b"\n"
        try:
            with self._path.open("ab") as file:
                file.write(b"\n" + line if self._ends_in_broken_line else line)
        except OSError as error:
            raise _file_error(self._path, error) from None
        self._ends_in_broken_line = False


def _file_error(path: Path, error: OSError) -> InputError:
    return InputError(f"cannot use {quote_path(path)} for results: {(error.strerror or 'unknown error').lower()}")


def run(
    tasks: Sequence[Task],
    results: Results,
    jobs: int = 1,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> Mapping[Task, PaperMeasurement]:
    """Measure the tasks that have no result yet; call `on_progress(done, total)` along the way."""
    remaining = [task for task in tasks if task not in results.measurements]
    total = len(remaining)
    processes = [MeasuringProcess(_WORKER, "masume") for _ in range(min(jobs, total))]
    with ProcessPool(processes, partial(_measure, time_limit=results.time_limit)) as pool:
        on_progress(0, total)
        measured = pool.results(remaining, on_wait=lambda done: on_progress(done, total))
        for done, (task, result) in enumerate(measured, 1):
            results.add(task, result)
            on_progress(done, total)
    return results.measurements


def _measure(process: MeasuringProcess, task: Task, time_limit: float) -> PaperMeasurement:
    """Measure a task; the process is killed if it does not reply in time."""
    try:
        return PaperMeasurement(**process.measure(time_limit + _GRACE, task=task, seconds=time_limit))
    except OutOfTimeError:
        return PaperMeasurement(TIMEOUT)
    except OutOfMemoryError as error:
        return PaperMeasurement(MEMORY, note=str(error))
    except InternalError as error:
        return PaperMeasurement(ERROR, note=str(error))
