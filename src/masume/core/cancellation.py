"""Cancellation: run a job in a worker thread so that a time limit or Ctrl-C can stop it at once.

The caller of `run_job` waits while a worker thread does the job.  At the deadline or on Ctrl-C the caller flags the job
as cancelled and interrupts its solver (which must release the interpreter lock while it searches).  The job stops at
its next `checkpoint()`.  The caller waits a moment for that and then continues; an abandoned job has no side
effects outside itself.
"""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from typing import TypeVar, cast

from masume.core.deadline import NEVER, Deadline
from masume.core.errors import OutOfTimeError

T = TypeVar("T")
_POLL = 0.02  # seconds between two looks at the clock, or two attempts to interrupt a solver
_LOCK_POLL = 0.01  # seconds between two checkpoints while an abandoned search ends
_MAX_IDLE = 8  # worker threads kept for the next jobs
_GRACE = 0.1  # seconds a caller waits for a job that it cancelled


class Cancelled(BaseException):
    """Raised by `checkpoint()` in a job that was cancelled."""


class JobState:
    """Whether a job was cancelled, and how to interrupt the solver it is waiting for, if any."""

    __slots__ = ("cancelled", "interrupt")

    def __init__(self) -> None:
        self.cancelled = False
        self.interrupt: Callable[[], None] | None = None


class _ThreadState(threading.local):
    job = JobState()  # for threads that run no job: never cancelled


_thread = _ThreadState()


def _is_in_job() -> bool:
    return "job" in vars(_thread)


def checkpoint() -> None:
    """Raise `Cancelled` if this thread's job was cancelled; long computations call this regularly."""
    if _thread.job.cancelled:
        raise Cancelled


class _Job:
    """A job on its way through a worker thread."""

    def __init__(self, function: Callable[[], object]) -> None:
        self._function = function
        self._state = JobState()
        self._running = threading.Lock()  # held until the job has ended
        self._running.acquire()
        self.ended = False
        self.result: object = None
        self.error: BaseException | None = None

    def run(self) -> None:
        """Call the function; the worker thread does this."""
        _thread.job = self._state
        try:
            self.result = self._function()
        except BaseException as error:
            self.error = error
        del _thread.job

    def end(self) -> None:
        """Mark the job as ended and wake the caller that waits for it."""
        self.ended = True
        self._running.release()

    def wait(self, seconds: float) -> None:
        """Wait until the job has ended, but no longer than this."""
        if self._running.acquire(timeout=seconds):
            self._running.release()

    def cancel(self) -> None:
        """Cancel the job and interrupt its solver, several times because an interrupt can come too early."""
        self._state.cancelled = True
        deadline = Deadline.after(_GRACE)
        while not self.ended and not deadline.is_over:
            if interrupt := self._state.interrupt:
                interrupt()
            self.wait(_POLL)


class _WorkerThread(threading.Thread):
    """A thread that runs one job after the other; starting a thread takes longer than most jobs."""

    def __init__(self) -> None:
        super().__init__(daemon=True, name="masume-idle")
        self.jobs: SimpleQueue[_Job] = SimpleQueue()

    def run(self) -> None:
        while True:
            job = self.jobs.get()
            self.name = "masume-job"
            job.run()
            self.name = "masume-idle"
            stays = len(_idle) < _MAX_IDLE
            if stays:
                _idle.append(self)
            job.end()
            if not stays:
                return
            del job  # so that its result is freed before the next job arrives


_idle: list[_WorkerThread] = []
if hasattr(os, "register_at_fork"):  # threads do not survive a fork
    os.register_at_fork(after_in_child=_idle.clear)


def run_job(function: Callable[[], T], deadline: Deadline = NEVER) -> T:
    """Return what the function returns; raise OutOfTimeError at the deadline, KeyboardInterrupt on Ctrl-C."""
    if deadline == NEVER and _is_in_job():
        return function()  # cancelling the outer job cancels this one too
    job = _Job(function)
    try:
        _start(job)  # inside `try`, so that Ctrl-C leaves no job behind
        while not job.ended:
            checkpoint()
            if deadline.is_over:
                raise OutOfTimeError("out of time")
            job.wait(min(_POLL, deadline.seconds_left))
    finally:
        job.cancel()
    if job.error is not None:
        raise job.error
    return cast(T, job.result)


def run_in_place(function: Callable[[], T], deadline: Deadline = NEVER) -> T:
    """Do as `run_job`, but without a worker thread if there is no deadline, which takes a tenth of a millisecond less.

    For functions that Ctrl-C can interrupt in any thread: their long waits go through `call_interruptibly`.
    """
    return function() if deadline == NEVER else run_job(function, deadline)


def _start(job: _Job) -> None:
    """Give a job to an idle worker thread, or to a new one."""
    try:
        worker = _idle.pop()
    except IndexError:
        worker = _WorkerThread()
        worker.start()
    worker.jobs.put(job)


@contextmanager
def exclusive(lock: threading.Lock) -> Iterator[None]:
    """Hold a solver's lock; if an abandoned search still holds it, wait until that search has ended."""
    while not lock.acquire(timeout=_LOCK_POLL):
        checkpoint()
    try:
        yield
    finally:
        lock.release()


def call_interruptibly(function: Callable[[], T], interrupt: Callable[[], None]) -> T:
    """Return what a function returns that may wait for long, such as a search in a solver.

    Cancelling the job calls `interrupt`, perhaps a moment after the function has returned.
    """
    if not _is_in_job():  # Python handles Ctrl-C only between two instructions: let a worker thread wait
        return run_job(lambda: call_interruptibly(function, interrupt))
    job = _thread.job
    job.interrupt = interrupt
    try:
        checkpoint()
        result = function()
    finally:
        job.interrupt = None
    checkpoint()
    return result
