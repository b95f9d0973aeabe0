"""Compare the speed of two checkouts of masume, from the URL of a board to its checked verdict.

    git worktree add ../before HEAD~20 && (cd ../before && make .venv/installed)
    python benchmarks/compare.py ../before . --corpus PATH [--genre akari] [--per-band 40] [--cold] [--rounds 3]

Each checkout runs in a process of its own, and the boards are sent to both in turn, so that a busy machine slows both
down alike.  A board counts with its CPU time for reading, solving, proving and checking (`masume.read` and
`masume.solve`); the medians are in milliseconds.  Each process has seen a board of the same size before (`--cold`: all
its caches are empty).  With several rounds, the least time of each board counts.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import geometric_mean, median

from masume.bench.boards import BenchBoard, BoardSelection, group_by_band, select_boards

_WORKER = """
import gc, json, sys
from time import process_time
import masume
from masume.core.caching import clear_caches
from masume.core.outcome import Limits
from masume.solving.search import build_model

def solve(url, seconds):
    board = masume.read(url)
    return masume.solve(board, engine="native", limits=Limits(seconds=seconds))

gc.freeze()
for line in sys.stdin:
    task = json.loads(line)
    board = masume.read(task["url"])
    if task["cold"]:
        clear_caches()
    elif not getattr(board.grid, "holes", None):
        build_model(masume.Board(board.genre, board.grid, options=board.options))
    start = process_time()
    outcome = solve(task["url"], task["seconds"])
    spent = process_time() - start
    print(json.dumps([spent, outcome.status.value, outcome.unique]), flush=True)
"""


class Checkout:
    """A checkout of masume and the process that solves boards with it."""

    def __init__(self, folder: Path) -> None:
        source = (folder / "src").resolve()
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter
            [sys.executable, "-c", _WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": str(source)},
        )

    def measure(self, board: BenchBoard, seconds: float, cold: bool) -> tuple[float, str]:
        """Return the CPU seconds for a board, and its verdict."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        task = {"url": board.url, "seconds": seconds, "cold": cold}
        self._process.stdin.write(json.dumps(task) + "\n")
        self._process.stdin.flush()
        spent, status, unique = json.loads(self._process.stdout.readline())
        return spent, f"{status} {unique}"

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


class Comparison:
    """The times of one board in both checkouts."""

    def __init__(self, board: BenchBoard, times: tuple[float, float], verdicts: tuple[str, str]) -> None:
        self.board, self.times, self.verdicts = board, times, verdicts


def compare(
    folders: Sequence[Path], boards: Sequence[BenchBoard], rounds: int, seconds: float, cold: bool
) -> Iterator[Comparison]:
    """Measure every board in both checkouts, in turn."""
    checkouts = [Checkout(folder) for folder in folders]
    try:
        for number, board in enumerate(boards):
            least = [float("inf"), float("inf")]
            verdicts = ["", ""]
            for round_number in range(rounds):
                for which in Random(number + round_number).sample((0, 1), 2):
                    spent, verdicts[which] = checkouts[which].measure(board, seconds, cold)
                    least[which] = min(least[which], spent)
            yield Comparison(board, (least[0], least[1]), (verdicts[0], verdicts[1]))
    finally:
        for checkout in checkouts:
            checkout.close()


def main() -> None:
    """Print a table of both checkouts' medians."""
    parser = argparse.ArgumentParser(description="compare two checkouts")
    parser.add_argument("folders", nargs=2, type=Path)
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--genre", action="append", default=[])
    parser.add_argument("--per-band", type=int)
    parser.add_argument("--held-out", choices=("all", "only", "without"), default="all")
    parser.add_argument("--max-cells", type=int)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--cold", action="store_true")
    options = parser.parse_args()
    selection = BoardSelection(
        tuple(options.genre),
        max_cells=options.max_cells,
        boards_per_band=options.per_band,
        held_out=options.held_out,
    )
    boards = select_boards(options.corpus, selection)
    results = list(compare(options.folders, boards, options.rounds, options.seconds, options.cold))
    print("| genre | cells | boards | before ms | after ms | before / after |\n|---|---|--:|--:|--:|--:|")
    for (genre, band), group in group_by_band(results):
        before, after = (1000 * median(each.times[which] for each in group) for which in (0, 1))
        ratio = geometric_mean([each.times[0] / each.times[1] for each in group])
        print(f"| {genre} | {band} | {len(group)} | {before:.2f} | {after:.2f} | {ratio:.2f} |")
    for each in results:
        if each.verdicts[0] != each.verdicts[1]:
            print(f"{each.board.id}: {each.verdicts[0]} before, {each.verdicts[1]} after")


if __name__ == "__main__":
    main()
