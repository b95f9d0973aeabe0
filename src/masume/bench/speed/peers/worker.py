"""The worker in the child process that runs a peer."""

import contextlib
import importlib
import resource
from collections.abc import Callable
from time import perf_counter, process_time
from typing import Any

import masume
from masume.bench.speed.measurement import ERROR
from masume.bench.speed.peers import INEXPRESSIBLE, peer_data
from masume.bench.speed.peers.board_arrays import InexpressibleError
from masume.core.child_worker import Worker

_SHORT = 1.0  # seconds: the first board of a genre also loads the genre, so a short solve is measured again
_MAX_MEMORY = 4 * 2**30  # bytes


def _run_timed(solve: Callable[[], str]) -> tuple[str, float, float]:
    """Return the verdict of a solve with its CPU and wall-clock seconds."""
    cpu, wall = process_time(), perf_counter()
    verdict = solve()
    return verdict, process_time() - cpu, perf_counter() - wall


class PeerWorker(Worker):
    """Solves boards with peers; limits its memory, because some boards would use up all of it."""

    def __init__(self, send_reply: Callable[[Any], None]) -> None:
        super().__init__(send_reply)
        self._loaded: set[tuple[str, str]] = set()  # peers and genres
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (_MAX_MEMORY, _MAX_MEMORY))

    def measure(self, task: dict[str, Any]) -> dict[str, Any]:
        """Solve a board; every failure is a verdict."""
        board, peer = task["board"], peer_data()[task["peer"]]
        try:
            adapter = importlib.import_module(peer["module"])
            solve = adapter.prepare(masume.read(board.url), peer["genres"][board.genre], task["seconds"])
            verdict, cpu, wall = _run_timed(solve)
            if (task["peer"], board.genre) not in self._loaded and wall < _SHORT:
                verdict, cpu, wall = _run_timed(solve)
            self._loaded.add((task["peer"], board.genre))
        except InexpressibleError:
            return {"verdict": INEXPRESSIBLE, "note": "", "cpu": 0.0, "wall": 0.0}
        except Exception as error:
            return {"verdict": ERROR, "note": f"{type(error).__name__}: {error}"[:200], "cpu": 0.0, "wall": 0.0}
        return {"verdict": verdict, "note": "", "cpu": cpu, "wall": wall}


WORKER = PeerWorker
