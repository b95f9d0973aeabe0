"""The worker in a child process that finds the answers to the questions of the page."""

import gc
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from masume.core.child_worker import Worker
from masume.web.answers import answer, prepare
from masume.web.errors import api_error_of
from masume.web.log import describe
from masume.web.replies import Reply
from masume.web.settings import MAX_MEMORY

_OBJECTS_BETWEEN_COLLECTIONS = 50_000  # as on the command line: most answers leave hardly any garbage
_WORN = MAX_MEMORY // 4  # bytes in use after a job, from which on a new process is better
_STATISTICS = Path("/proc/self/statm")


class PageWorker(Worker):
    """Answers one question after the other."""

    max_memory = MAX_MEMORY

    def __init__(self, send_reply: Callable[[Any], None]) -> None:
        super().__init__(send_reply)
        gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)

    def prepare(self, task: dict[str, Any]) -> dict[str, Any]:
        """Import what questions need, so that the first one does not wait for it."""
        prepare()
        return {}

    def run(self, task: dict[str, Any]) -> Reply:
        """Do a job, and return its answer or what is wrong."""
        _forget_output()
        try:
            reply = answer(task["job"], task["body"], task["seconds"], self._send_reply)
        except MemoryError:
            raise  # this process is not used again
        except Exception as error:
            reply = _failed(error)
        return reply._replace(is_worn=_resident_memory() > _WORN)


def _failed(error: Exception) -> Reply:
    answer = api_error_of(error)
    return Reply("error", answer.to_json(), answer.status, log=describe(error) if answer.is_internal else "")


def _forget_output() -> None:
    """Empty the file that has what earlier jobs have printed: solvers may print any number of warnings."""
    with suppress(OSError):
        os.ftruncate(2, 0)
        os.lseek(2, 0, os.SEEK_SET)


def _resident_memory() -> int:
    """Return the bytes of memory that this process uses, 0 where the system does not report it."""
    with suppress(OSError):
        return int(_STATISTICS.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


WORKER = PageWorker
