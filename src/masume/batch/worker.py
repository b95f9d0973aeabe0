"""The worker in a child process that runs a task on one board after another."""

import gc
from collections.abc import Callable
from typing import Any

from masume.batch.execution import execute
from masume.core.child_worker import Worker

_OBJECTS_BETWEEN_COLLECTIONS = 50_000  # as on the command line: boards leave hardly any garbage


class BatchWorker(Worker):
    """Runs tasks."""

    def __init__(self, send_reply: Callable[[Any], None]) -> None:
        super().__init__(send_reply)
        gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)

    def execute(self, request: dict[str, Any]) -> tuple[Any, ...]:
        """Run a task on a board, and return the fields of its BoardResult."""
        return tuple(execute(request["task"], request["entry"]))


WORKER = BatchWorker
