"""The worker in a child process that makes one board after another."""

import gc
from typing import Any

from masume.core.child_worker import Worker
from masume.generating.series import make_draw

_OBJECTS_BETWEEN_COLLECTIONS = 50_000  # as on the command line: boards leave hardly any garbage


class MakingWorker(Worker):
    """Makes boards."""

    def __init__(self, send_reply: Any) -> None:
        super().__init__(send_reply)
        gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)

    def make(self, task: dict[str, Any]) -> tuple[Any, ...]:
        """Make the board of an order, and return the fields of its Draw."""
        return tuple(make_draw(task["order"], 0, task["verify"]))


WORKER = MakingWorker
