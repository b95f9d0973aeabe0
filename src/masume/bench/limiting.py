"""Jobs that have so many seconds, one after the other: none disturbs the next."""

import threading
from collections.abc import Callable
from time import monotonic

from masume.core.errors import OutOfTimeError
from masume.engines.working import work

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
        work(watched, monotonic() + seconds)
    except OutOfTimeError:
        ended.wait(_LAST_BREATH)
        raise
