"""The worker in the child process that measures one task after another.

It is killed if a task takes too long; the engines' own child processes end with it.
"""

from collections.abc import Callable
from typing import Any

from masume.bench.papers.measurement import SOLVED, measure_task
from masume.bench.papers.plan import Task
from masume.core.child_worker import Worker


class PaperWorker(Worker):
    """Measures tasks."""

    def __init__(self, send_reply: Callable[[Any], None]) -> None:
        super().__init__(send_reply)
        self._loaded: set[tuple[str, str]] = set()  # engines and genres

    def measure(self, request: dict[str, Any]) -> dict[str, Any]:
        """Measure a task; measure it again if its time includes loading the engine and the genre."""
        task, time_limit = request["task"], request["seconds"]
        result, key = measure_task(task, time_limit), _engine_and_genre(task)
        if key in self._loaded or result.status != SOLVED or "solving_seconds" in result.statistics:
            return result._asdict()
        self._loaded.add(key)
        return measure_task(task, time_limit)._asdict()


def _engine_and_genre(task: Task) -> tuple[str, str]:
    return task.engine, task.url.partition("?")[2].partition("/")[0]


WORKER = PaperWorker
