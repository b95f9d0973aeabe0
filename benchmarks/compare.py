"""Compare the speed of two checkouts of masume, from the URL of a board to its checked verdict.

    git worktree add ../before HEAD~20 && (cd ../before && make .venv/installed)
    python benchmarks/compare.py ../before . --corpus PATH [--genre akari] [--per-band 40] [--cold] [--rounds 3]

Each checkout runs in a process of its own, and the boards are sent to both in turn, so that a busy machine slows both
down alike.  A board counts with its CPU time for reading, solving, proving and checking (`masume.read` and
`masume.solve`); the medians are in milliseconds.  Each process has seen a board of the same size before (`--cold`: all
its caches are empty).  With several rounds, the least time of each board counts.  `--held-out apart` prints a table of
the boards that were never used for tuning, and another of the rest.

The exit status is 1 if the checkouts disagree on a board or fail on one.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from statistics import geometric_mean, median
from typing import Any, NamedTuple

from masume.bench.boards import HELD_OUT, BenchBoard, BoardSelection, group_by_band, pick_smallest, select_boards
from masume.bench.report_tables import ReportTable, format_section

_APART = "apart"
_ERROR = "error"
# Runs in both checkouts, which may be old, so it uses as little of masume as it can.
_WORKER = """
import gc, json, sys
from time import process_time
import masume
from masume.core.caching import clear_caches
from masume.core.outcome import Limits
from masume.solving.search import build_model

def measure(url, seconds, cold):
    board = masume.read(url)
    if cold:
        clear_caches()
    elif not getattr(board.grid, "holes", None):
        build_model(masume.Board(board.genre, board.grid, options=board.options))
    start = process_time()
    outcome = masume.solve(masume.read(url), limits=Limits(seconds=seconds))
    return process_time() - start, f"{outcome.status.value}, unique: {outcome.unique}"

print(json.dumps(masume.__file__), flush=True)
gc.freeze()  # the modules of both checkouts may differ in size, and a full collection would visit them
for line in sys.stdin:
    try:
        reply = measure(**json.loads(line))
    except Exception as error:
        reply = 0.0, f"error: {type(error).__name__}: {error}"
    print(json.dumps(reply), flush=True)
"""


class Checkout:
    """A checkout of masume and the process that solves boards with it."""

    def __init__(self, folder: Path) -> None:
        self._folder, source = folder, (folder / "src").resolve()
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter
            [sys.executable, "-P", "-c", _WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": str(source)},
        )
        loaded = Path(self._receive())
        if source not in loaded.resolve().parents:
            self.close()
            raise SystemExit(f"{folder}: expected a checkout of masume, with src/masume; Python found {loaded}")

    def __enter__(self) -> "Checkout":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def measure(self, board: BenchBoard, seconds: float, cold: bool) -> tuple[float, str]:
        """Return the CPU seconds for a board, and its verdict, which may be an error."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"url": board.url, "seconds": seconds, "cold": cold}) + "\n")
        self._process.stdin.flush()
        spent, verdict = self._receive()
        return spent, verdict

    def close(self) -> None:
        """End the process."""
        self._process.communicate()

    def _receive(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            self.close()
            raise SystemExit(f"{self._folder}: its process ended with status {self._process.returncode}")
        return json.loads(line)


class Comparison(NamedTuple):
    """The CPU seconds for one board and its verdict, before and after."""

    board: BenchBoard
    times: tuple[float, float]
    verdicts: tuple[str, str]

    @property
    def is_problem(self) -> bool:
        """Whether the checkouts disagree, or both fail."""
        return self.verdicts[0] != self.verdicts[1] or self.verdicts[0].startswith(_ERROR)


def compare(
    folders: Sequence[Path], boards: Sequence[BenchBoard], rounds: int, seconds: float, cold: bool
) -> Iterator[Comparison]:
    """Measure every board in both checkouts, in turn."""
    with ExitStack() as stack:
        checkouts = [stack.enter_context(Checkout(folder)) for folder in folders]
        for board in pick_smallest(boards):  # so that no measurement pays for the import of a genre
            for checkout in checkouts:
                checkout.measure(board, seconds, cold)
        for number, board in enumerate(boards):
            least = [float("inf"), float("inf")]
            verdicts = ["", ""]
            for round_number in range(rounds):
                for which in Random(number + round_number).sample((0, 1), 2):
                    spent, verdicts[which] = checkouts[which].measure(board, seconds, cold)
                    least[which] = min(least[which], spent)
            yield Comparison(board, (least[0], least[1]), (verdicts[0], verdicts[1]))


def tabulate(title: str, results: Iterable[Comparison]) -> ReportTable:
    """Return a table of both checkouts' medians, and of the geometric mean of the boards' ratios."""
    rows = []
    for group, band in group_by_band(each for each in results if not each.is_problem):
        before, after = (1000 * median(each.times[which] for each in band) for which in (0, 1))
        ratio = geometric_mean([each.times[0] / each.times[1] for each in band])
        rows.append((*group, len(band), before, after, ratio))
    figures = ("boards", "before ms", "after ms", "before / after")
    return ReportTable(title, ("genre", "cells"), figures, tuple(rows))


def parse_options() -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description="Compare the speed of two checkouts, from URL to verdict.")
    parser.add_argument("folders", nargs=2, type=Path, metavar="FOLDER", help="the checkouts: before, after")
    parser.add_argument("--corpus", type=Path, help="a folder of boards; default: the shipped boards")
    parser.add_argument("--genre", action="append", default=[], help="only this genre; can be repeated")
    parser.add_argument("--per-band", type=int, help="at most this many boards of each genre and size band")
    parser.add_argument("--max-cells", type=int, help="only boards of at most this many cells")
    parser.add_argument("--held-out", choices=(*HELD_OUT, _APART), default="all", help="which boards; default: all")
    parser.add_argument("--rounds", type=int, default=1, help="measure each board this often; default: 1")
    parser.add_argument("--seconds", type=float, default=20.0, help="time limit for each board; default: 20")
    parser.add_argument("--cold", action="store_true", help="clear all caches before each board")
    return parser.parse_args()


def main() -> int:
    """Print a table of both checkouts' medians, and the boards on which they disagree or fail."""
    options = parse_options()
    selection = BoardSelection(
        tuple(options.genre),
        max_cells=options.max_cells,
        boards_per_band=options.per_band,
        held_out="all" if options.held_out == _APART else options.held_out,
    )
    boards = select_boards(options.corpus, selection)
    results = list(compare(options.folders, boards, options.rounds, options.seconds, options.cold))
    if options.held_out == _APART:
        print(format_section(tabulate("Held-out boards", (each for each in results if each.board.is_held_out))))
        print(format_section(tabulate("Other boards", (each for each in results if not each.board.is_held_out))))
    else:
        print(format_section(tabulate("URL to verdict", results)))
    problems = [each for each in results if each.is_problem]
    for each in problems:
        print(f"{each.board.id}: before: {each.verdicts[0]}; after: {each.verdicts[1]}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
