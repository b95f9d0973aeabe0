"""Work that can be stopped: a job runs in a thread of its own while the caller waits.

So Ctrl-C and time limits act at once, although a search holds its thread.  The caller asks the job to stop,
interrupts its solver (which must let go of the interpreter lock while it searches), waits a moment and goes on;
a job that has not stopped by then stops where it next breathes, and touches nothing but its own.
"""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from time import monotonic
from typing import TypeVar, cast

from masume.core.errors import OutOfTimeError
from masume.core.stopping import Job, breathe, here, is_working

T = TypeVar("T")
_PATIENCE = 0.02  # seconds between two looks at the clock or two attempts to stop
_TURN = 0.01  # seconds between two breaths while an earlier search ends
_MOST_IDLE = 8  # workers kept for the next jobs
_LAST_WORDS = 0.1  # seconds a caller waits for a job that it asked to stop


class _Work:
    """A job on its way; `ended` is set, and those who wait are woken, when it is over."""

    def __init__(self, job: Callable[[], object]) -> None:
        self._do = job
        self._job = Job()
        self._over = threading.Lock()  # held until the job is over
        self._over.acquire()
        self.ended = False
        self.result: object = None
        self.error: BaseException | None = None

    def run(self) -> None:
        """Do it, in the thread of a worker."""
        here.job = self._job
        try:
            self.result = self._do()
        except BaseException as error:
            self.error = error
        del here.job

    def end(self) -> None:
        self.ended = True
        self._over.release()

    def wait(self, seconds: float) -> None:
        """Wait for the end, so long at most."""
        if self._over.acquire(timeout=seconds):
            self._over.release()

    def stop(self) -> None:
        """Ask it to stop, more than once, for an interrupt can come too early."""
        self._job.stopped = True
        patience = monotonic() + _LAST_WORDS
        while not self.ended and monotonic() < patience:
            if interrupt := self._job.interrupt:
                interrupt()
            self.wait(_PATIENCE)


class _Worker(threading.Thread):
    """A thread that does one job after the other: to start one for each would take longer than most jobs."""

    def __init__(self) -> None:
        super().__init__(daemon=True, name="masume-idle")
        self.given: SimpleQueue[_Work] = SimpleQueue()

    def run(self) -> None:
        while True:
            work = self.given.get()
            self.name = "masume-job"
            work.run()
            self.name = "masume-idle"
            stays = len(_idle) < _MOST_IDLE
            if stays:
                _idle.append(self)
            work.end()
            if not stays:
                return
            del work  # lest what it found lives on until the next one


_idle: list[_Worker] = []
if hasattr(os, "register_at_fork"):  # threads do not survive there
    os.register_at_fork(after_in_child=_idle.clear)


def work(job: Callable[[], T], deadline: float | None = None) -> T:
    """Run a job to its end, to the deadline (OutOfTimeError) or to Ctrl-C (KeyboardInterrupt)."""
    if deadline is None and is_working():
        return job()  # whoever waits for the outer job can stop this one with it
    given = _Work(job)
    try:
        _hand(given)  # here, lest Ctrl-C leaves behind what was just started
        while not given.ended:
            breathe()
            left = _PATIENCE if deadline is None else min(_PATIENCE, deadline - monotonic())
            if left <= 0:
                raise OutOfTimeError("out of time")
            given.wait(left)
    finally:
        given.stop()
    if given.error is not None:
        raise given.error
    return cast(T, given.result)


def _hand(given: _Work) -> None:
    """Give a job to an idle worker, or to a new one."""
    try:
        worker = _idle.pop()
    except IndexError:
        worker = _Worker()
        worker.start()
    worker.given.put(given)


@contextmanager
def alone(busy: threading.Lock) -> Iterator[None]:
    """Hold a lock, once no search that was given up goes on under it."""
    while not busy.acquire(timeout=_TURN):
        breathe()
    try:
        yield
    finally:
        busy.release()


@contextmanager
def interruptible(interrupt: Callable[[], None]) -> Iterator[None]:
    """Say how to interrupt what this job is about to call; the interrupt may come a little late."""
    job = here.job
    job.interrupt = interrupt
    try:
        breathe()
        yield
    finally:
        job.interrupt = None
    breathe()
