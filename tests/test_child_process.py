"""Child processes reply, fail, run out of time and end as promised, for engines and benchmarks alike."""

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest

import masume
from masume.bench.measuring_process import MeasuringProcess
from masume.core import child_main
from masume.core.cancellation import run_job
from masume.core.child_process import ChildProcess
from masume.core.deadline import Deadline
from masume.core.errors import InputError, InternalError, MasumeError, OutOfMemoryError, OutOfTimeError
from masume.core.process_pool import ProcessPool, RestartingProcess
from processes import is_running, wait_until

WORKER_FILE = """
import os, sys, time
import masume
from masume.core.child_worker import Worker


class Example(Worker):
    def __init__(self, send_reply):
        super().__init__(send_reply)
        self.calls = 0

    def measure(self, task):
        self.calls += 1
        return getattr(self, task["action"])(task)

    def describe_error(self, error):
        return str(error) if isinstance(error, ValueError) else None

    def squares(self, task):
        for number in range(task["limit"]):
            self._send_reply({"square": number * number})
        return {"calls": self.calls}

    def report(self, task):
        return {"pid": os.getpid(), "session": os.getsid(0), "masume": masume.__file__, "calls": self.calls}

    def chatter(self, task):
        for stream in (sys.stdout, sys.stderr):
            print("x" * 200_000, file=stream, flush=True)  # more than a pipe holds
        return {}

    def reject(self, task):
        raise ValueError("this input is wrong")

    def fail(self, task):
        raise TypeError("a bug")

    def take_memory(self, task):
        raise MemoryError

    def sleep(self, task):
        time.sleep(600)


WORKER = Example
"""


@pytest.fixture
def worker(tmp_path: Path) -> Path:
    path = tmp_path / "example_worker.py"
    path.write_text(WORKER_FILE, encoding="utf-8")
    return path


@pytest.fixture
def child(worker: Path) -> Iterator[ChildProcess]:
    child = ChildProcess(worker, "example")
    yield child
    child.close()


def test_replies_arrive_one_by_one(child: ChildProcess) -> None:
    assert list(child.stream("squares", limit=3)) == [{"square": 0}, {"square": 1}, {"square": 4}, {"calls": 0}]
    last: list[object] = []
    assert list(child.stream_items("squares", "square", 2, last.append)) == [0, 1]
    assert last == [{"calls": 0}]
    assert child.is_idle


def test_a_child_has_its_own_session_and_the_same_masume(child: ChildProcess) -> None:
    reply = child.call("report")
    assert reply["pid"] == reply["session"] != os.getsid(0)
    assert reply["masume"] == masume.__file__


def test_what_a_solver_prints_is_no_reply_and_does_not_block(child: ChildProcess) -> None:
    assert child.call("chatter") == {}


def test_an_error_in_the_input_leaves_the_child_usable(child: ChildProcess) -> None:
    child.label = "mine.lp"
    with pytest.raises(InputError, match=r"^mine\.lp: this input is wrong$"):
        child.call("reject")
    assert child.is_idle
    assert child.call("squares", limit=0) == {"calls": 0}


@pytest.mark.parametrize(
    ("method", "error", "message"),
    [
        ("fail", InternalError, "example's process ended: TypeError: a bug"),
        ("take_memory", OutOfMemoryError, "example: example needs more memory than there is"),
    ],
)
def test_a_child_that_fails_is_not_used_again(
    child: ChildProcess, method: str, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=f"^{message}$"):
        child.call(method)
    assert not child.is_idle


def test_a_child_that_is_killed_counts_as_out_of_memory(child: ChildProcess) -> None:
    pid = child.call("report")["pid"]
    os.kill(pid, signal.SIGKILL)
    assert wait_until(lambda: not is_running(pid))
    with pytest.raises(OutOfMemoryError):
        child.call("report")


def test_a_time_limit_kills_the_child(child: ChildProcess) -> None:
    pid = child.call("report")["pid"]
    with pytest.raises(OutOfTimeError):
        run_job(lambda: child.call("sleep"), Deadline.after(0.1))
    assert wait_until(lambda: not is_running(pid))
    assert not child.is_idle


def test_a_reset_discards_the_state(child: ChildProcess) -> None:
    assert [child.call("measure", action="report")["calls"] for _ in range(2)] == [1, 2]
    child.reset()
    assert child.call("measure", action="report")["calls"] == 1


@pytest.mark.parametrize("sent", [0, 1, 1000], ids="{} bytes sent".format)
def test_a_child_ends_if_its_parent_ends_in_the_middle_of_a_task(worker: Path, sent: int) -> None:
    task = pickle.dumps({"do": "report", "numbers": list(range(1000))})
    command = [sys.executable, "-P", child_main.__file__, str(worker), str(Path(masume.__file__).parents[1])]
    child = subprocess.run(command, input=task[:sent], capture_output=True, timeout=600)
    assert (child.returncode, child.stdout, child.stderr) == (0, b"", b"")


class CallOnArrival:
    """An object that is unpickled by calling a function."""

    def __init__(self, function: Callable[..., object], *arguments: object) -> None:
        self._call = function, arguments

    def __reduce__(self) -> tuple[Any, ...]:
        return self._call


@pytest.mark.parametrize(
    ("cargo", "error", "message"),
    [
        (CallOnArrival(bytearray, 2**62), OutOfMemoryError, "example: example needs more memory than there is"),
        (CallOnArrival(int, "x"), InternalError, "example's process ended: ValueError: invalid literal"),
    ],
    ids=["too large", "unreadable"],
)
def test_a_task_that_cannot_be_read_is_reported(
    child: ChildProcess, cargo: object, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=f"^{message}"):
        run_job(lambda: child.call("report", cargo=cargo), Deadline.after(600))
    assert not child.is_idle


def test_a_measuring_process_is_started_again_after_its_end(worker: Path) -> None:
    with MeasuringProcess(worker, "example") as process:
        first = process.measure(600, action="report")
        assert process.measure(600, action="report") == {**first, "calls": 2}
        for action, timeout, error in (("sleep", 0.2, OutOfTimeError), ("fail", 600, InternalError)):
            with pytest.raises(error):
                process.measure(timeout, action=action)
            second = process.measure(600, action="report")
            assert second["calls"] == 1
            assert not is_running(first["pid"])
            first = second
    assert not is_running(first["pid"])
    with pytest.raises(InterruptedError):
        process.measure(600, action="report")


def pool_of(worker: Path, jobs: int = 2) -> ProcessPool[RestartingProcess, tuple[str, int], Any]:
    def execute(process: RestartingProcess, task: tuple[str, int]) -> Any:
        action, limit = task
        try:
            return process.call("measure", 600, action=action, limit=limit)
        except MasumeError as error:
            return type(error)

    return ProcessPool([RestartingProcess(worker, "example") for _ in range(jobs)], execute)


@pytest.mark.parametrize("in_order", [True, False])
def test_a_pool_survives_processes_that_fail(worker: Path, in_order: bool) -> None:
    tasks = [("fail" if number % 5 == 3 else "squares", number) for number in range(20)]
    with pool_of(worker) as pool:
        results = list(pool.results(tasks, in_order=in_order))
    assert [task for task, _ in (results if in_order else sorted(results, key=lambda result: result[0][1]))] == tasks
    assert {action for (action, _), reply in results if reply is InternalError} == {"fail"}
    assert sum(reply is InternalError for _, reply in results) == 4


def test_a_pool_takes_only_a_few_tasks_ahead(worker: Path) -> None:
    taken: list[int] = []

    def endless_tasks() -> Iterator[tuple[str, int]]:
        for number in count():
            taken.append(number)
            yield "squares", number

    with pool_of(worker) as pool:
        for _ in islice(pool.results(endless_tasks()), 10):
            pass
    assert len(taken) < 30


def test_a_pool_keeps_results_that_were_not_yielded(worker: Path) -> None:
    """The first task never ends, and the others wait for it because the order matters."""
    with pool_of(worker) as pool:
        results = pool.results(
            [("sleep", 0), *(("squares", number) for number in range(1, 5))], in_order=True, on_wait=interrupt_if(pool)
        )
        with pytest.raises(KeyboardInterrupt):
            next(results)
        assert [number for (_, number), _ in pool.finished()] == [1, 2, 3, 4]
        assert pool.finished() == []


def interrupt_if(pool: ProcessPool[RestartingProcess, tuple[str, int], Any]) -> Callable[[int], None]:
    def interrupt(done: int) -> None:
        assert done == 0
        if len(pool._results) == 4:
            raise KeyboardInterrupt

    return interrupt


def test_an_error_in_a_thread_of_a_pool_is_raised(worker: Path) -> None:
    def execute(process: RestartingProcess, task: int) -> int:
        return 1 // task

    with ProcessPool([RestartingProcess(worker, "example")], execute) as pool:
        results = pool.results([1, 0])
        assert next(results) == (1, 1)
        with pytest.raises(ZeroDivisionError):
            next(results)
