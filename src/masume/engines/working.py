"""Work that can be stopped: a job runs in a thread of its own while the caller waits.

So Ctrl-C and time limits act at once, although the search holds its thread.  A job is stopped in one of three ways,
whichever it is open to at the moment: `interruptible` names what interrupts a solver (which must let go of the
interpreter lock while it searches); inside `preemptible`, which is for pure Python code that holds nothing, such as
building a model, `Stopped` is raised between two of its instructions; anywhere else the job must `breathe`.
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
_LONGEST_INTERRUPT = 0.1  # seconds a caller waits for a solver to heed its interrupt


class Stopped(BaseException):
    """Raised inside a job that was asked to stop."""


class _Job(threading.Thread):
    def __init__(self, job: Callable[[], object]) -> None:
        super().__init__(daemon=True, name="masume-job")
        self._job = job
        self._lock = threading.Lock()
        self._preemptible = self._sent = False
        self.done = threading.Event()  # Thread.join would take a thread for ended after Ctrl-C (bpo-45274)
        self.stopped = False
        self.result: object = None
        self.error: BaseException | None = None
        self.interrupt: Callable[[], None] | None = None

    def run(self) -> None:
        try:
            _here.job = self
            try:
                self.result = self._job()
            except BaseException as error:
                self.error = error
            self.shut()  # in case the end of `preemptible` itself was broken off
        finally:
            self.done.set()

    def stop(self) -> None:
        """Ask until it ends: an interrupt can come too early, an exception can be lost in a callback.

        A solver that does not heed its interrupt soon is left to end by itself: its job then goes no further.
        """
        self.stopped = True
        given_up = monotonic() + _LONGEST_INTERRUPT
        while not self.done.is_set():
            if interrupt := self.interrupt:
                if monotonic() > given_up:
                    return
                interrupt()
            with self._lock:
                if self._preemptible and self.ident is not None:
                    self._sent = True
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self.ident), ctypes.py_object(Stopped))
            self.done.wait(_PATIENCE)

    def open(self) -> None:
        """From now on `Stopped` may come at any instruction."""
        with self._lock:
            self._preemptible = True

    def shut(self) -> None:
        """From now on it will not, and one that is on its way comes to nothing here.

        It cannot be called back instead: CPython 3.11 would go on looking for it, forever if a profiler is on.
        """
        try:
            with self._lock:
                self._preemptible, sent, self._sent = False, self._sent, False
            for _ in range(100 if sent else 0):
                pass
        except Stopped:
            self.shut()


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


def breathe() -> None:
    """Let a job that was asked to stop do so here."""
    if _here.job is not None and _here.job.stopped:
        raise Stopped


@contextmanager
def interruptible(interrupt: Callable[[], None]) -> Iterator[None]:
    """Say how to interrupt what this job is about to call; the interrupt may come a little late."""
    breathe()
    job = _here.job
    if job is None:
        yield
        return
    job.interrupt = interrupt
    try:
        yield
    finally:
        job.interrupt = None


def preemptible(build: Callable[[], T]) -> T:
    """Call pure Python code that may be broken off anywhere: it must hold nothing and change nothing that lasts."""
    breathe()
    job = _here.job
    if job is None:
        return build()
    try:
        job.open()
        built = build()
    finally:
        job.shut()
    breathe()
    return built


def undisturbed(release: Callable[[], None]) -> None:
    """Call what must not be broken off, such as freeing a solver, even if the end of `preemptible` was."""
    if (job := _here.job) is not None:
        job.shut()
    release()
