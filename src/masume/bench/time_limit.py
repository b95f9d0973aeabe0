"""A time limit for jobs that are measured one after another: a late job must not slow down the next one."""

import threading
from collections.abc import Callable

from masume.core.cancellation import run_job
from masume.core.deadline import Deadline
from masume.core.errors import OutOfTimeError

_STOP_SECONDS = 5.0  # how long to wait for a late job to stop


def run_within(job: Callable[[], object], seconds: float) -> None:
    """Run a job; if it exceeds the time limit, wait a few seconds for it to stop and raise OutOfTimeError."""
    ended = threading.Event()

    def run() -> None:
        try:
            job()
        finally:
            ended.set()

    try:
        run_job(run, Deadline.after(seconds))
    except OutOfTimeError:
        ended.wait(_STOP_SECONDS)
        raise
