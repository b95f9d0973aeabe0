"""Times per genre and size on the boards of MASUME_CORPUS (see CONTRIBUTING.md), as a Markdown table.

    python benchmarks/timing.py [--cells 150] [--seconds 10] [--engine lazy] [--jobs 2]

Each board once, in shuffled order, with the process warm; counted are building the model, the first solution, the proof
of uniqueness and the check of the answer, on the clock.
"""

import argparse
import json
import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

import masume

BANDS = ((0, 150), (150, 500), (500, 10**6))


class Timed(NamedTuple):
    """One board and what became of it."""

    genre: str
    id: str
    cells: int
    seconds: float
    verdict: str


def timed(genre: str, line: str, seconds: float, engine: str | None) -> Timed:
    """Solve one board of the corpus."""
    data = json.loads(line)
    board = masume.read(data["pzpr_url"])
    outcome = masume.solve(board, engine, masume.Limits(seconds=seconds))
    verdict = "late" if outcome.unique is None and outcome.status is not masume.Status.UNSOLVABLE else "told"
    known = {"1": True, ">=2": False}.get(data.get("n_solutions", ""), outcome.unique)
    wrong = verdict == "told" and known != outcome.unique
    return Timed(genre, data["id"], data["rows"] * data["cols"], outcome.seconds, "WRONG" if wrong else verdict)


def report(results: list[Timed]) -> None:
    """Print the table and the boards that were late or wrong."""
    print(
        "| genre | cells | boards | wrong | late | median ms | 95 % ms | total s |\n|---|---|---|---|---|---|---|---|"
    )
    for genre in sorted({result.genre for result in results}):
        for low, high in BANDS:
            band = [result for result in results if result.genre == genre and low < result.cells <= high]
            if not band:
                continue
            times = sorted(result.seconds for result in band)
            wrong, late = (sum(result.verdict == verdict for result in band) for verdict in ("WRONG", "late"))
            high95 = times[min(len(times) - 1, len(times) * 95 // 100)]
            size = f"{low + 1}-{high}" if high < 10**6 else f"over {low}"
            figures = f"{1000 * median(times):.1f} | {1000 * high95:.1f} | {sum(times):.1f}"
            print(f"| {genre} | {size} | {len(band)} | {wrong} | {late} | {figures} |")
    for result in results:
        if result.verdict != "told":
            print(f"\n{result.verdict}: {result.genre} {result.id}")


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cells", type=int, default=150, help="the largest board")
    parser.add_argument("--seconds", type=float, default=10, help="the time for each board")
    parser.add_argument("--engine", default=None)
    parser.add_argument("--jobs", type=int, default=1, help="boards side by side; 1 for figures to be compared")
    chosen = parser.parse_args()
    if "MASUME_CORPUS" not in os.environ:
        parser.error("MASUME_CORPUS names no folder of boards")
    paths = [path for path in Path(os.environ["MASUME_CORPUS"]).glob("*.jsonl") if masume.genres.knows(path.stem)]
    boards = [(path.stem, line) for path in sorted(paths) for line in path.read_text(encoding="utf-8").splitlines()]
    boards = [(genre, line) for genre, line in boards if _cells(line) <= chosen.cells]
    Random(1).shuffle(boards)
    with ProcessPoolExecutor(chosen.jobs) as pool:
        jobs = [pool.submit(timed, genre, line, chosen.seconds, chosen.engine) for genre, line in boards]
        report([job.result() for job in jobs])


def _cells(line: str) -> int:
    data = json.loads(line)
    return int(data["rows"] * data["cols"])


if __name__ == "__main__":
    main()
