"""The worker processes of a server, and the jobs that run in them or wait for one.

All processes are warm: they have imported what they need before they get a job.  Long jobs may use all processes but
two: so those that a player waits for, and quick ones, find a process at once, even while another one that was killed is
started again.

    async with Pool(workers=3) as pool:
        async for reply in pool.run(Lane.QUICK, 10.0, job="read", …): …

A job whose caller has gone is killed, unless it ends by itself in a moment: starting a process takes longer than most
jobs.
"""

import asyncio
import os
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from masume.core.errors import MasumeError
from masume.core.process_pool import RestartingProcess
from masume.web.errors import ApiError
from masume.web.jobs import Lane
from masume.web.log import describe, log
from masume.web.replies import Reply

_WORKER = Path(__file__).with_name("worker.py")
_TICK = 0.5  # seconds between two signs of life of a job
_GRACE = 0.25  # seconds that a job without a caller has to end by itself
_START_SECONDS = 60.0  # that a process may take to start
_PAUSE, _LONGEST_PAUSE = 1.0, 60.0  # seconds before another attempt to start a process
MAX_WAITING = 50  # jobs of each lane
MAX_WAIT = 30.0  # seconds in the queue
RETRY_AFTER = 2  # seconds until a client should ask a busy server again

Seat = asyncio.Future[RestartingProcess]  # what a job waits for


class Pool:
    """Runs jobs in worker processes, the quick ones first."""

    def __init__(self, workers: int, worker: Path = _WORKER) -> None:
        self._processes = [RestartingProcess(worker, "a worker of the page") for _ in range(workers + 1)]
        self._threads = ThreadPoolExecutor(workers + 1, "masume-web")  # each waits for a process
        self._idle: list[RestartingProcess] = []
        self._running = [0 for _ in Lane]
        self._waiting: list[deque[Seat]] = [deque() for _ in Lane]
        self._tasks: set[asyncio.Task[None]] = set()  # that make processes ready
        self._starting = asyncio.Semaphore(max(1, (os.cpu_count() or 1) // 2))  # the first ones are ready sooner
        self._is_closed = False

    async def __aenter__(self) -> "Pool":
        for process in self._processes:
            self._replace(process, None)
        return self

    async def __aexit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Kill all processes, and with them all jobs; return when nothing of the pool is left."""
        if self._is_closed:
            return
        self._is_closed = True
        for process in self._processes:
            process.shut_down()
        for task in self._tasks:
            task.cancel()
        self._threads.shutdown(cancel_futures=True)
        for process in self._processes:
            process.close()

    def require_room(self, lane: Lane) -> None:
        """Raise ApiError if too many jobs of a lane are waiting."""
        if self._is_closed or len(self._waiting[lane]) >= MAX_WAITING:
            raise _busy()

    async def run(self, lane: Lane, seconds: float, /, **task: Any) -> AsyncGenerator[Reply | None, None]:
        """Yield the replies of a job, and None whenever there has not been any for half a second.

        Raise ApiError if the pool is busy, OutOfTimeError after `seconds` in a process, OutOfMemoryError if the process
        was killed, and InternalError if it failed.
        """
        self.require_room(lane)
        seat = self._enter(lane)
        pending: asyncio.Future[Reply | None] | None = None
        reply: Reply | None = None
        try:
            async for _ in _ticks(seat, MAX_WAIT):
                yield None
            replies = seat.result().stream("run", seconds, **task)
            while reply is None or not reply.is_last:
                pending = self._in_thread(next, replies)
                async for _ in _ticks(pending):
                    yield None
                reply = pending.result()
                yield reply
        finally:
            self._leave(lane, seat, pending, is_worn=reply is not None and reply.is_worn)

    def _enter(self, lane: Lane) -> Seat:
        seat: Seat = asyncio.get_running_loop().create_future()
        self._waiting[lane].append(seat)
        self._fill_seats()
        return seat

    def _leave(self, lane: Lane, seat: Seat, pending: "asyncio.Future[Any] | None", *, is_worn: bool) -> None:
        """Make the process of a job available for the next one."""
        if not seat.done():
            self._waiting[lane].remove(seat)
            return
        process = seat.result()
        self._running[lane] -= 1
        if process.is_idle and not is_worn and (pending is None or pending.done()):
            self._idle.append(process)
        else:
            self._replace(process, pending, is_worn=is_worn)
        self._fill_seats()

    def _fill_seats(self) -> None:
        """Give idle processes to the jobs that may run."""
        for lane, seats in zip(Lane, self._waiting, strict=True):
            while seats and self._may_run(lane) and (process := self._take_idle()) is not None:
                self._running[lane] += 1
                seats.popleft().set_result(process)

    def _may_run(self, lane: Lane) -> bool:
        """Return whether a job may run: a process is kept for each quicker lane, whatever the others do."""
        number = len(self._processes)
        return all(sum(self._running[each:]) < number - each for each in range(lane + 1))

    def _take_idle(self) -> RestartingProcess | None:
        while self._idle:
            process = self._idle.pop()
            if process.is_idle:
                return process
            self._replace(process, None)  # it has ended by itself, or somebody has killed it
        return None

    def _replace(
        self, process: RestartingProcess, pending: "asyncio.Future[Any] | None", *, is_worn: bool = False
    ) -> None:
        """Make a process ready in the background; `pending` is a reply that nobody waits for any more."""
        if not self._is_closed:
            task = asyncio.get_running_loop().create_task(self._make_ready(process, pending, is_worn))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _make_ready(
        self, process: RestartingProcess, pending: "asyncio.Future[Any] | None", is_worn: bool
    ) -> None:
        if pending is not None and not (await asyncio.wait([pending], timeout=_GRACE))[0]:
            process.kill()
            await asyncio.wait([pending])
        if is_worn or not process.is_idle:
            await self._in_thread(process.close)
        pause = _PAUSE
        while not process.is_idle:
            try:
                async with self._starting:
                    await self._in_thread(process.call, "prepare", _START_SECONDS)
            except InterruptedError:  # the pool was closed
                return
            except MasumeError as error:
                log(describe(error))
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
        self._idle.append(process)
        self._fill_seats()

    def _in_thread(self, function: Any, *arguments: Any) -> "asyncio.Future[Any]":
        if self._is_closed:
            raise _busy()
        future = asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)
        future.add_done_callback(lambda done: done.cancelled() or done.exception())  # perhaps nobody else asks
        return future


async def _ticks(future: "asyncio.Future[Any]", seconds: float | None = None) -> AsyncIterator[None]:
    """Yield every half second until a future is done; after `seconds`, raise ApiError."""
    clock = asyncio.get_running_loop().time
    start = clock()
    while not (await asyncio.wait([future], timeout=_TICK))[0]:
        if seconds is not None and clock() - start > seconds:
            raise _busy()
        yield


def _busy() -> ApiError:
    return ApiError(503, "busy", "the server is busy: try again in a moment", headers={"Retry-After": str(RETRY_AFTER)})
