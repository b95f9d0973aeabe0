"""How work is asked to stop: whatever takes long breathes now and then, and stops there when asked to."""

import threading
from collections.abc import Callable


class Stopped(BaseException):
    """Raised where work that was asked to stop breathes."""


class Job:
    """Work that can be asked to stop, and what interrupts the solver it is waiting for, if it is."""

    __slots__ = ("interrupt", "stopped")

    def __init__(self) -> None:
        self.stopped = False
        self.interrupt: Callable[[], None] | None = None


class _Here(threading.local):
    job = Job()  # of threads that run no job: it is never stopped


here = _Here()


def is_working() -> bool:
    """Whether this thread runs a job."""
    return "job" in vars(here)


def breathe() -> None:
    """Let work that was asked to stop do so here."""
    if here.job.stopped:
        raise Stopped
