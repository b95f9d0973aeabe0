"""What runs peers in a process of its own.

python -m masume.bench.speed.peers.worker
"""

import contextlib
import importlib
import resource
from collections.abc import Callable
from time import perf_counter, process_time
from typing import Any

import masume
from masume.bench.boards import Posed
from masume.bench.speed.measurement import ERROR
from masume.bench.speed.peers import UNSAID, data
from masume.bench.speed.peers.board_arrays import UnsaidError
from masume.bench.worker_process import serve

_SHORT = 1.0  # seconds: the first board of a genre is solved again if that is soon done, for it loaded the genre
_MOST_MEMORY = 4 * 2**30  # bytes: some boards would take all there is
_seen: set[tuple[str, str]] = set()


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """Solve a board; whatever goes wrong is a verdict."""
    board, told = Posed(*asked["board"]), data()[asked["peer"]]
    try:
        adapter = importlib.import_module(told["module"])
        solve = adapter.prepared(masume.read(board.address), told["genres"][board.genre], asked["seconds"])
        verdict, cpu, wall = _timed(solve)
        if (asked["peer"], board.genre) not in _seen and wall < _SHORT:
            verdict, cpu, wall = _timed(solve)
        _seen.add((asked["peer"], board.genre))
    except UnsaidError:
        return {"verdict": UNSAID, "note": "", "cpu": 0.0, "wall": 0.0}
    except Exception as error:
        return {"verdict": ERROR, "note": f"{type(error).__name__}: {error}"[:200], "cpu": 0.0, "wall": 0.0}
    return {"verdict": verdict, "note": "", "cpu": cpu, "wall": wall}


def _timed(solve: Callable[[], str]) -> tuple[str, float, float]:
    """What a solve says, and the CPU and wall time it took."""
    cpu, wall = process_time(), perf_counter()
    verdict = solve()
    return verdict, process_time() - cpu, perf_counter() - wall


def main() -> None:
    """Solve what comes in until the input ends."""
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    serve(answer)


if __name__ == "__main__":
    main()
