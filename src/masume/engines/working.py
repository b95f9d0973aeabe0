"""Work that can be stopped: a job runs in a thread of its own while the caller waits.

So Ctrl-C and time limits act at once, although the search holds its thread: the waiting thread interrupts
the solver (which must let go of the interpreter lock) and raises `Stopped` between two instructions of
whatever Python code the job is in, be it building a model or looking for cuts.
"""

import ctypes
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TypeVar, cast

from masume.core.errors import OutOfTimeError

T = TypeVar("T")
_PATIENCE = 0.02  # seconds between two looks at the clock or two attempts to stop


class Stopped(BaseException):
    """Raised inside a job that was asked to stop."""


class _Job(threading.Thread):
    def __init__(self, job: Callable[[], object]) -> None:
        super().__init__(daemon=True, name="masume-job")
        self._job = job
        self.result: object = None
        self.error: BaseException | None = None
        self.interrupt: Callable[[], None] | None = None

    def run(self) -> None:
        try:
            try:
                _here.job = self
                self.result = self._job()
            except BaseException as error:
                self.error = error
        except Stopped:  # came too late to matter
            pass

    def stop(self) -> None:
        """Ask until it ends: an interrupt can come too early, an exception be lost in a callback."""
        while self.is_alive():
            if interrupt := self.interrupt:
                interrupt()
            if self.ident is not None:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self.ident), ctypes.py_object(Stopped))
            self.join(_PATIENCE)


class _Here(threading.local):
    job: _Job | None = None


_here = _Here()


def work(job: Callable[[], T], deadline: float | None = None) -> T:
    """Run a job to its end, to the deadline (OutOfTimeError) or to Ctrl-C (KeyboardInterrupt)."""
    if deadline is None and _here.job is not None:
        return job()  # whoever waits for the outer job can stop this one with it
    running = _Job(job)
    running.start()
    try:
        while running.is_alive():
            left = _PATIENCE if deadline is None else min(_PATIENCE, deadline - monotonic())
            if left <= 0:
                raise OutOfTimeError("out of time")
            running.join(left)
    finally:
        running.stop()
    if running.error is not None:
        raise running.error
    return cast(T, running.result)


@contextmanager
def interruptible(interrupt: Callable[[], None]) -> Iterator[None]:
    """Tell the job of this thread how to interrupt what it is about to call; that may happen a little later, too."""
    job = _here.job
    if job is None:
        yield
        return
    job.interrupt = interrupt
    try:
        yield
    finally:
        job.interrupt = None
