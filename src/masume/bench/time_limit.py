"""A time limit for jobs that run one after another, so that a late job does not disturb the next one."""

import threading
from collections.abc import Callable
from time import monotonic

from masume.core.cancellation import run_job
from masume.core.errors import OutOfTimeError

_STOP_SECONDS = 5.0  # how long to wait for a late job to stop


def run_within(job: Callable[[], object], seconds: float) -> None:
    """Run a job; if it is late, wait until it has stopped and raise OutOfTimeError."""
    ended = threading.Event()

    def run() -> None:
        try:
            job()
        finally:
            ended.set()

    try:
        run_job(run, monotonic() + seconds)
    except OutOfTimeError:
        ended.wait(_STOP_SECONDS)
        raise
