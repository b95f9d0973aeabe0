"""How much memory a solve takes: the most that a process of its own had, for that never becomes less.

python -m masume.bench.speed.memory
"""

import resource
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from masume.bench.boards import Posed
from masume.bench.speed.measurement import ERROR, LATE, measured
from masume.bench.worker_process import EndedError, Hand, LateError, serve

_STATUS = Path("/proc/self/status")
_GRACE = 10.0  # seconds that a process may take beyond the time limit: it starts, and reads the board


class Memory(NamedTuple):
    """The most megabytes of a process before and after it solved a board, and how that ended."""

    board: Posed
    engine: str
    verdict: str
    before: float | None = None
    megabytes: float | None = None


def largest(boards: Iterable[Posed]) -> list[Posed]:
    """The largest board of each genre."""
    found: dict[str, Posed] = {}
    for board in boards:
        if board.genre not in found or board.cells > found[board.genre].cells:
            found[board.genre] = board
    return [found[genre] for genre in sorted(found)]


def needed(board: Posed, engine: str, seconds: float) -> Memory:
    """The memory that one board takes, in a process of its own."""
    with Hand(__name__) as hand:
        try:
            told = hand.ask({"board": board, "engine": engine, "seconds": seconds}, seconds + _GRACE)
        except LateError:
            return Memory(board, engine, LATE)
        except EndedError:
            return Memory(board, engine, ERROR)
    return Memory(board, engine, told["verdict"], told["before"], told["after"])


def _answer(asked: dict[str, Any]) -> dict[str, Any]:
    before = _peak()
    timed = measured(Posed(*asked["board"]), asked["engine"], asked["seconds"])
    return {"verdict": timed.verdict, "before": before, "after": _peak()}


def _peak() -> float:
    """The most megabytes that this process had so far."""
    if _STATUS.exists():  # Linux hands on the parent's peak in getrusage, but not here
        lines = _STATUS.read_text(encoding="utf-8").splitlines()
        told = next((line.split() for line in lines if line.startswith("VmHWM:")), None)
        if told is not None:
            return int(told[1]) / 2**10
    unit = 2**20 if sys.platform == "darwin" else 2**10  # bytes there, kilobytes elsewhere
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


if __name__ == "__main__":
    serve(_answer)
