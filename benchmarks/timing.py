"""Times per genre and size on the boards of MASUME_CORPUS (see CONTRIBUTING.md), as Markdown tables.

    python benchmarks/timing.py [--cells 150] [--seconds 10] [--engine lazy --engine native] [--jobs 2]

Each board once per engine, one engine right after the other, in shuffled order, with the process warm; counted are
building the model, the first solution, the proof of uniqueness and the check of the answer, in CPU time.  Two engines
are compared by the ratio of their times on each board; one that was late counts with the time it was given.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from math import exp, log
from pathlib import Path
from random import Random
from statistics import mean, median
from time import process_time
from typing import NamedTuple

import masume

BANDS = ((0, 150), (150, 500), (500, 10**6))


class Timed(NamedTuple):
    """One board and what became of it."""

    genre: str
    id: str
    cells: int
    engine: str
    seconds: float
    verdict: str


def timed(genre: str, line: str, seconds: float, engines: Sequence[str]) -> list[Timed]:
    """Solve one board of the corpus with each engine, in an order drawn by lot."""
    data = json.loads(line)
    board = masume.read(data["pzpr_url"])
    return [_timed(genre, data, board, seconds, engine) for engine in Random(data["id"]).sample(engines, len(engines))]


def _timed(genre: str, data: dict[str, object], board: masume.Board, seconds: float, engine: str) -> Timed:
    begin = process_time()
    outcome = masume.solve(board, engine, masume.Limits(seconds=seconds))
    taken = process_time() - begin
    verdict = "late" if outcome.unique is None and outcome.status is not masume.Status.UNSOLVABLE else "told"
    known = {"1": True, ">=2": False}.get(str(data.get("n_solutions", "")), outcome.unique)
    wrong = verdict == "told" and known != outcome.unique
    cells = len(board.grid.cells)
    return Timed(genre, str(data["id"]), cells, engine, taken, "WRONG" if wrong else verdict)


def bands(results: Iterable[Timed]) -> Iterator[tuple[str, str, list[Timed]]]:
    """The results by genre and size."""
    results = list(results)
    for genre in sorted({result.genre for result in results}):
        for low, high in BANDS:
            size = f"{low + 1}-{high}" if high < 10**6 else f"over {low}"
            if band := [result for result in results if result.genre == genre and low < result.cells <= high]:
                yield genre, size, band


def report(results: list[Timed], engines: Sequence[str]) -> Iterator[str]:
    """The table of each engine, the boards that were late or wrong, and how two engines compare."""
    for engine in engines:
        yield f"\n{engine}:\n\n| genre | cells | boards | wrong | late | median ms | 95 % ms | total s |\n{'|---' * 8}|"
        for genre, size, band in bands(result for result in results if result.engine == engine):
            times = sorted(result.seconds for result in band)
            wrong, late = (sum(result.verdict == verdict for result in band) for verdict in ("WRONG", "late"))
            high = times[min(len(times) - 1, len(times) * 95 // 100)]
            figures = f"{1000 * median(times):.1f} | {1000 * high:.1f} | {sum(times):.1f}"
            yield f"| {genre} | {size} | {len(band)} | {wrong} | {late} | {figures} |"
    for result in results:
        if result.verdict != "told":
            yield f"\n{result.verdict}: {result.engine} on {result.genre} {result.id}"
    for one, other in pairwise(engines):
        yield f"\n{one} / {other}:\n\n| genre | cells | boards | mean | median | least | most |\n{'|---' * 7}|"
        for genre, size, band in bands(results):
            taken = {(result.id, result.engine): result.seconds for result in band}
            ratios = sorted(taken[board, one] / taken[board, other] for board, engine in taken if engine == one)
            average = exp(mean(map(log, ratios)))
            figures = f"{average:.2f} | {median(ratios):.2f} | {ratios[0]:.2f} | {ratios[-1]:.2f}"
            yield f"| {genre} | {size} | {len(ratios)} | {figures} |"


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cells", type=int, default=150, help="the largest board")
    parser.add_argument("--seconds", type=float, default=10, help="the time for each board")
    parser.add_argument("--engine", action="append", help="an engine; the default one if none is named")
    parser.add_argument("--genre", action="append", help="a genre; all if none is named")
    parser.add_argument("--jobs", type=int, default=1, help="boards side by side; 1 for figures to be compared")
    chosen = parser.parse_args()
    if "MASUME_CORPUS" not in os.environ:
        parser.error("MASUME_CORPUS names no folder of boards")
    engines = chosen.engine or [masume.engines.names()[0]]
    paths = [path for path in Path(os.environ["MASUME_CORPUS"]).glob("*.jsonl") if masume.genres.knows(path.stem)]
    boards = [(path.stem, line) for path in sorted(paths) for line in path.read_text(encoding="utf-8").splitlines()]
    boards = [(genre, line) for genre, line in boards if _cells(line) <= chosen.cells]
    boards = [(genre, line) for genre, line in boards if not chosen.genre or genre in chosen.genre]
    Random(1).shuffle(boards)
    results: list[Timed] = []
    with ProcessPoolExecutor(chosen.jobs) as pool:
        jobs = [pool.submit(timed, genre, line, chosen.seconds, engines) for genre, line in boards]
        for number, job in enumerate(jobs, 1):
            results += job.result()
            if number % 100 == 0:
                print(f"{number} of {len(jobs)}", file=sys.stderr, flush=True)
    print("\n".join(report(results, engines)))


def _cells(line: str) -> int:
    data = json.loads(line)
    return int(data["rows"] * data["cols"])


if __name__ == "__main__":
    main()
