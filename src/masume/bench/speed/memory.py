"""Measures the memory of a solve: the peak of a fresh process, because the peak of a process never goes down."""

from pathlib import Path
from typing import Any, NamedTuple

from masume.bench.boards import BenchBoard
from masume.bench.measuring_process import MeasuringProcess
from masume.bench.speed.measurement import ERROR, LATE, measure_board
from masume.core.child_main import peak_megabytes
from masume.core.child_worker import Worker
from masume.core.errors import InternalError, OutOfMemoryError, OutOfTimeError

_GRACE = 10.0  # extra seconds for the process to start and to read the board


class MemoryUse(NamedTuple):
    """The peak memory of a process in megabytes, before and after it solved a board, and the verdict."""

    board: BenchBoard
    engine: str
    verdict: str
    before: float | None = None
    megabytes: float | None = None


def measure_memory(board: BenchBoard, engine: str, time_limit: float) -> MemoryUse:
    """Solve a board in a fresh process and return its peak memory."""
    with MeasuringProcess(Path(__file__), engine) as process:
        try:
            reply = process.measure(time_limit + _GRACE, board=board, engine=engine, seconds=time_limit)
        except OutOfTimeError:
            return MemoryUse(board, engine, LATE)
        except (OutOfMemoryError, InternalError):
            return MemoryUse(board, engine, ERROR)
    return MemoryUse(board, engine, reply["verdict"], reply["before"], reply["after"])


class MemoryWorker(Worker):
    """Measures its own process."""

    def measure(self, task: dict[str, Any]) -> dict[str, Any]:
        """Solve a board; return the verdict, and the peak memory before and after."""
        before = peak_megabytes()
        measurement = measure_board(task["board"], task["engine"], task["seconds"])
        return {"verdict": measurement.verdict, "before": before, "after": peak_megabytes()}


WORKER = MemoryWorker
