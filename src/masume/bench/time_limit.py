"""Jobs that have so many seconds, one after the other: none disturbs the next."""

import threading
from collections.abc import Callable
from time import monotonic

from masume.core.cancellation import run_job
from masume.core.errors import OutOfTimeError

_LAST_BREATH = 5.0  # seconds that a job which is late may take to stop


def in_time(job: Callable[[], object], seconds: float) -> None:
    """Do a job; if it is late, OutOfTimeError once it has stopped."""
    ended = threading.Event()

    def watched() -> None:
        try:
            job()
        finally:
            ended.set()

    try:
        run_job(watched, monotonic() + seconds)
    except OutOfTimeError:
        ended.wait(_LAST_BREATH)
        raise
