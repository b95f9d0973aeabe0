"""Work that can be stopped: a job runs in a thread of its own while the caller waits.

So Ctrl-C and time limits act at once, although a search holds its thread.  The caller asks the job to stop,
interrupts its solver (which must let go of the interpreter lock while it searches), waits a moment and goes on;
a job that has not stopped by then stops where it next breathes, and touches nothing but its own.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TypeVar, cast

from masume.core.errors import OutOfTimeError
from masume.core.stopping import Job, breathe, here

T = TypeVar("T")
_PATIENCE = 0.02  # seconds between two looks at the clock or two attempts to stop
_TURN = 0.01  # seconds between two breaths while an earlier search ends
_LAST_WORDS = 0.1  # seconds a caller waits for a job that it asked to stop


class _Running(threading.Thread):
    """A job on its way; `done` is set when it has ended."""

    def __init__(self, work: Callable[[], object]) -> None:
        super().__init__(daemon=True, name="masume-job")
        self._work = work
        self._job = Job()
        self.done = threading.Event()  # Thread.join would take a thread for ended after Ctrl-C (bpo-45274)
        self.result: object = None
        self.error: BaseException | None = None

    def run(self) -> None:
        here.job = self._job
        try:
            self.result = self._work()
        except BaseException as error:
            self.error = error
        self.done.set()

    def stop(self) -> None:
        """Ask it to stop, more than once, for an interrupt can come too early."""
        self._job.stopped = True
        patience = monotonic() + _LAST_WORDS
        while not self.done.is_set() and monotonic() < patience:
            if interrupt := self._job.interrupt:
                interrupt()
            self.done.wait(_PATIENCE)


def work(job: Callable[[], T], deadline: float | None = None) -> T:
    """Run a job to its end, to the deadline (OutOfTimeError) or to Ctrl-C (KeyboardInterrupt)."""
    if deadline is None and isinstance(threading.current_thread(), _Running):
        return job()  # whoever waits for the outer job can stop this one with it
    running = _Running(job)
    try:
        running.start()  # here, lest Ctrl-C leaves behind what was just started
        while not running.done.is_set():
            breathe()
            left = _PATIENCE if deadline is None else min(_PATIENCE, deadline - monotonic())
            if left <= 0:
                raise OutOfTimeError("out of time")
            running.done.wait(left)
    finally:
        running.stop()
    if running.error is not None:
        raise running.error
    return cast(T, running.result)


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
