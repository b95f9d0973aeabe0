"""What runs peers in a process of its own.

python -m masume.bench.speed.peers.worker
"""

import contextlib
import importlib
import resource
from time import perf_counter, process_time
from typing import Any

import masume
from masume.bench.asking import serve
from masume.bench.speed.boards import Posed
from masume.bench.speed.measuring import ERROR
from masume.bench.speed.peers import UNSAID, data
from masume.bench.speed.peers.laying import UnsaidError

_MOST_MEMORY = 4 * 2**30  # bytes: some boards would take all there is


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """Solve a board; whatever goes wrong is a verdict."""
    board, told = Posed(*asked["board"]), data()[asked["peer"]]
    begin = process_time(), perf_counter()
    verdict, note = ERROR, ""
    try:
        adapter = importlib.import_module(told["module"])
        solve = adapter.prepared(masume.read(board.address), told["genres"][board.genre], asked["seconds"])
        begin = process_time(), perf_counter()
        verdict = solve()
    except UnsaidError:
        verdict = UNSAID
    except Exception as error:
        note = f"{type(error).__name__}: {error}"[:200]
    return {"verdict": verdict, "note": note, "cpu": process_time() - begin[0], "wall": perf_counter() - begin[1]}


def main() -> None:
    """Solve what comes in until the input ends."""
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    serve(answer)


if __name__ == "__main__":
    main()
