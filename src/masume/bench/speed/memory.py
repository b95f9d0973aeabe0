"""Measures the memory of a solve: the peak of a fresh process, because the peak of a process never goes down.

python -m masume.bench.speed.memory
"""

import resource
import sys
from pathlib import Path
from typing import Any, NamedTuple

from masume.bench.boards import BenchBoard
from masume.bench.speed.measurement import ERROR, LATE, measure_board
from masume.bench.worker_process import WorkerExitedError, WorkerProcess, WorkerTimeoutError, serve

_STATUS = Path("/proc/self/status")
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
    with WorkerProcess(__name__) as worker:
        try:
            reply = worker.request({"board": board, "engine": engine, "seconds": time_limit}, time_limit + _GRACE)
        except WorkerTimeoutError:
            return MemoryUse(board, engine, LATE)
        except WorkerExitedError:
            return MemoryUse(board, engine, ERROR)
    return MemoryUse(board, engine, reply["verdict"], reply["before"], reply["after"])


def _handle(task: dict[str, Any]) -> dict[str, Any]:
    before = _peak_megabytes()
    measurement = measure_board(BenchBoard(*task["board"]), task["engine"], task["seconds"])
    return {"verdict": measurement.verdict, "before": before, "after": _peak_megabytes()}


def _peak_megabytes() -> float:
    """Return the peak memory of this process so far."""
    if _STATUS.exists():  # on Linux getrusage inherits the parent's peak, this file does not
        lines = _STATUS.read_text(encoding="utf-8").splitlines()
        peak = next((line.split() for line in lines if line.startswith("VmHWM:")), None)
        if peak is not None:
            return int(peak[1]) / 2**10
    unit = 2**20 if sys.platform == "darwin" else 2**10  # macOS counts bytes, others kilobytes
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


if __name__ == "__main__":
    serve(_handle)
