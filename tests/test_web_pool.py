"""The pool of the web server: jobs run in lanes, end at their limits and with their callers, and nothing is left."""

import asyncio
import os
import signal
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from masume.core.errors import InternalError, OutOfMemoryError, OutOfTimeError
from masume.web import pool as pool_module
from masume.web.errors import ApiError
from masume.web.jobs import Lane
from masume.web.pool import Pool
from masume.web.replies import Reply
from processes import is_running, running_children

WORKER_FILE = """
import os, time
from masume.core.child_worker import Worker
from masume.web.replies import Reply


class Example(Worker):
    max_memory = 2**29

    def prepare(self, task):
        return {}

    def run(self, task):
        return getattr(self, task["job"])(task)

    def report(self, task):
        return Reply("end", str(os.getpid()).encode())

    def wear(self, task):
        return Reply("end", str(os.getpid()).encode(), is_worn=True)

    def count(self, task):
        for number in range(task["limit"]):
            self._send_reply(Reply("step", str(number).encode()))
        return self.report(task)

    def wait(self, task):
        self._send_reply(Reply("step", str(os.getpid()).encode()))
        while not os.path.exists(task["file"]):
            time.sleep(0.01)
        return self.report(task)

    def take_memory(self, task):
        return Reply("end", b"x" * 2**30)

    def fail(self, task):
        raise TypeError("a bug")


WORKER = Example
"""
PATIENCE = 600.0  # seconds


@pytest.fixture(scope="module")
def worker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("worker") / "example_worker.py"
    path.write_text(WORKER_FILE, encoding="utf-8")
    return path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file that is not there; jobs can wait for it."""
    return tmp_path / "signal"


@asynccontextmanager
async def open_pool(worker: Path, workers: int = 2) -> AsyncIterator[Pool]:
    async with asyncio.timeout(PATIENCE), Pool(workers, worker) as pool:
        yield pool


async def replies(pool: Pool, job: str, lane: Lane = Lane.QUICK, seconds: float = PATIENCE, **task: Any) -> list[Reply]:
    async with aclosing(pool.run(lane, seconds, job=job, **task)) as stream:
        return [reply async for reply in stream if reply is not None]


async def pid_of(pool: Pool) -> int:
    """Return the process that would get the next job."""
    return int((await replies(pool, "report"))[0].data)


async def until(condition: Callable[[], object]) -> None:
    while not condition():
        await asyncio.sleep(0.01)


class Running:
    """A job that waits for a file, in a task that can be cancelled."""

    def __init__(self, pool: Pool, lane: Lane, file: Path) -> None:
        self.replies: list[Reply] = []
        self.task = asyncio.create_task(self._run(pool, lane, file))

    async def _run(self, pool: Pool, lane: Lane, file: Path) -> None:
        async with aclosing(pool.run(lane, PATIENCE, job="wait", file=str(file))) as stream:
            async for reply in stream:
                if reply is not None:
                    self.replies.append(reply)

    async def pid(self) -> int:
        """Wait until the job runs, and return its process."""
        await until(lambda: self.replies)
        return int(self.replies[0].data)


def run(test: Coroutine[Any, Any, None]) -> None:
    """Run a test; afterwards, nothing of its pool is left."""
    threads, children = threading.active_count(), running_children(os.getpid())
    asyncio.run(test)
    assert set(running_children(os.getpid())) <= set(children)  # those of earlier tests may end meanwhile
    assert len([thread for thread in threading.enumerate() if thread.name.startswith("masume-web")]) == 0
    assert threading.active_count() <= threads + 8  # idle threads of `run_job`


def test_replies_arrive_one_by_one(worker: Path) -> None:
    async def test() -> None:
        async with open_pool(worker) as pool:
            counted = await replies(pool, "count", limit=3)
            assert [reply.data for reply in counted[:3]] == [b"0", b"1", b"2"]
            assert [reply.event for reply in counted] == ["step", "step", "step", "end"]
            assert int(counted[3].data) == await pid_of(pool)  # the process that was used last

    run(test())


def test_a_job_without_replies_gives_signs_of_life(worker: Path, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "_TICK", 0.01)

    async def test() -> None:
        async with open_pool(worker) as pool:
            silent = 0
            async for reply in pool.run(Lane.LONG, PATIENCE, job="wait", file=str(file)):
                silent += reply is None
                if silent == 5:
                    file.touch()
            assert silent >= 5

    run(test())


@pytest.mark.parametrize(
    ("job", "seconds", "error"),
    [("wait", 0.1, OutOfTimeError), ("take_memory", PATIENCE, OutOfMemoryError), ("fail", PATIENCE, InternalError)],
)
def test_a_job_that_fails_costs_only_its_process(
    worker: Path, file: Path, job: str, seconds: float, error: type[Exception]
) -> None:
    async def test() -> None:
        async with open_pool(worker) as pool:
            first = await pid_of(pool)
            with pytest.raises(error):
                await replies(pool, job, seconds=seconds, file=str(file))
            assert await pid_of(pool) != first
            await until(lambda: not is_running(first))

    run(test())


def test_a_job_ends_with_its_caller(worker: Path, file: Path) -> None:
    async def test() -> None:
        async with open_pool(worker) as pool:
            job = Running(pool, Lane.LONG, file)
            pid = await job.pid()
            job.task.cancel()
            await until(lambda: not is_running(pid))
            async with aclosing(pool.run(Lane.LONG, PATIENCE, job="count", limit=10**9)) as stream:  # between two steps
                assert await anext(stream) == Reply("step", b"0")
                running = set(running_children(os.getpid()))
            await until(lambda: running - set(running_children(os.getpid())))
            assert await pid_of(pool)

    run(test())


def test_a_job_that_is_nearly_done_may_end(worker: Path, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "_GRACE", PATIENCE)

    async def test() -> None:
        async with open_pool(worker) as pool:
            job = Running(pool, Lane.LONG, file)
            pid = await job.pid()
            job.task.cancel()
            file.touch()
            await until(lambda: len(pool._idle) == 3)
            assert is_running(pid)

    run(test())


def test_quicker_jobs_never_wait_for_longer_ones(worker: Path, file: Path) -> None:
    async def test() -> None:
        async with open_pool(worker) as pool:
            long = [Running(pool, Lane.LONG, file) for _ in range(3)]
            await long[0].pid()
            medium = [Running(pool, Lane.MEDIUM, file) for _ in range(3)]
            await medium[0].pid()
            await until(lambda: len(pool._idle) == 1)  # it is kept
            assert await pid_of(pool)
            assert not any(job.replies for job in (*long[1:], *medium[1:]))
            file.touch()
            await asyncio.gather(*(job.task for job in (*long, *medium)))

    run(test())


def test_a_long_job_does_not_take_the_process_that_is_kept_for_quick_ones(worker: Path, file: Path) -> None:
    async def test() -> None:
        async with open_pool(worker) as pool:
            medium = [Running(pool, Lane.MEDIUM, file) for _ in range(2)]
            for job in medium:
                await job.pid()
            long = Running(pool, Lane.LONG, file)
            await until(lambda: len(pool._idle) == 1)
            assert await pid_of(pool)
            assert not long.replies
            file.touch()
            await asyncio.gather(long.task, *(job.task for job in medium))

    run(test())


def test_a_queue_that_is_full_refuses_jobs(worker: Path, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "MAX_WAITING", 2)

    async def test() -> None:
        async with open_pool(worker) as pool:
            jobs = [Running(pool, Lane.LONG, file)]
            await jobs[0].pid()
            jobs += [Running(pool, Lane.LONG, file) for _ in range(2)]
            await asyncio.sleep(0)
            with pytest.raises(ApiError) as refused:
                await replies(pool, "report", Lane.LONG)
            assert (refused.value.status, refused.value.kind) == (503, "busy")
            assert int(refused.value.headers["Retry-After"]) > 0
            assert await pid_of(pool)  # the other lanes have room
            jobs[1].task.cancel()  # a job that waits leaves the queue with its caller
            await asyncio.wait([jobs[1].task])
            pool.require_room(Lane.LONG)
            file.touch()
            await asyncio.gather(jobs[0].task, jobs[2].task)

    run(test())


def test_no_job_waits_for_ever(worker: Path, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "_TICK", 0.01)
    monkeypatch.setattr(pool_module, "MAX_WAIT", 0.02)

    async def test() -> None:
        async with open_pool(worker) as pool:
            await until(lambda: pool._idle)
            first = Running(pool, Lane.LONG, file)
            await first.pid()
            with pytest.raises(ApiError, match="busy"):
                await replies(pool, "report", Lane.LONG)
            file.touch()
            await first.task

    run(test())


def test_processes_that_are_lost_or_worn_are_replaced(worker: Path) -> None:
    async def test() -> None:
        async with open_pool(worker) as pool:
            await until(lambda: len(pool._idle) == 3)
            killed = await pid_of(pool)
            os.kill(killed, signal.SIGKILL)
            await until(lambda: not all(process.is_idle for process in pool._idle))
            assert await pid_of(pool) != killed
            worn = int((await replies(pool, "wear"))[0].data)
            await until(lambda: not is_running(worn))
            await until(lambda: len(pool._idle) == 3)

    run(test())


def test_processes_that_cannot_start_are_tried_again(
    tmp_path: Path, worker: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pool_module, "_PAUSE", 0.1)
    path = tmp_path / "unfinished.py"
    path.write_text("raise ImportError('unfinished')", encoding="utf-8")

    async def test() -> None:
        async with open_pool(path) as pool:
            lines: list[str] = []
            while len(lines) < 4:
                await asyncio.sleep(0.01)
                lines += capsys.readouterr().err.splitlines()
            assert all(line.startswith("masume web: InternalError: ") and "unfinished" in line for line in lines)
            path.write_text(worker.read_text(encoding="utf-8"), encoding="utf-8")
            assert await pid_of(pool)

    run(test())


def test_closing_the_pool_ends_its_jobs(worker: Path, file: Path) -> None:
    async def test() -> None:
        async with open_pool(worker) as pool:
            job = Running(pool, Lane.LONG, file)
            pid = await job.pid()
            waiting = Running(pool, Lane.LONG, file)
            between_steps = pool.run(Lane.QUICK, PATIENCE, job="count", limit=10**9)
            assert await anext(between_steps)
            pool.close()
            assert not is_running(pid)
            with pytest.raises(ApiError):
                await anext(between_steps)
            with pytest.raises(OutOfMemoryError):  # its process was killed
                await job.task
            with pytest.raises(ApiError):
                pool.require_room(Lane.QUICK)
            waiting.task.cancel()
            await asyncio.wait([waiting.task])

    run(test())
