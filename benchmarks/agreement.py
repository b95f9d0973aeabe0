"""Check that all correct formulations agree with the engine `lazy` on the boards of MASUME_CORPUS.

    python benchmarks/agreement.py [--cells 100] [--seconds 60] [--jobs 2] [--results .agreement.jsonl]
                                   [--engine asp] [NAME ...]

Formulations that repeat a misprint are left out.  ASP texts run on the engine `asp`; models run on every engine that
takes models, except `lazy`.  The run can be stopped at any time: the file of results has a line for each board,
formulation and engine, and the next run continues from there.  At the end it prints a table.  The exit status is 1 if
anything differs.
"""

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import NamedTuple

import masume
from masume.core.errors import InputError
from masume.core.genre import Genre
from masume.formulations import models
from masume.formulations.facts_codec import facts_codec_for

LATE, INEXPRESSIBLE, AGREES, DIFFERS = "late", "cannot be said", "agrees", "DIFFERS"


class Task(NamedTuple):
    """A board of the corpus, a formulation of its genre, and an engine for it."""

    genre: str
    id: str
    formulation: str
    engine: str
    url: str


class Verdict(NamedTuple):
    """The result of a formulation on a board, compared with `lazy`."""

    genre: str
    id: str
    formulation: str
    engine: str
    verdict: str
    seconds: float
    limit: float


def list_tasks(corpus: Path, cells: int) -> Iterator[Task]:
    """Yield each board of at most `cells` cells with every correct formulation and each engine for it."""
    for path in sorted(path for path in corpus.glob("*.jsonl") if masume.genres.is_known(path.stem)):
        genre = masume.genres.find(path.stem)
        methods = list(_list_methods(genre))
        for data in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            if data["rows"] * data["cols"] <= cells:
                yield from (Task(genre.name, data["id"], name, engine, data["pzpr_url"]) for name, engine in methods)


def _list_methods(genre: Genre) -> Iterator[tuple[str, str]]:
    """Yield (formulation, engine): the correct formulations of a genre with each engine that can run them."""
    for name in masume.formulations.names(genre):
        if not name.endswith("-printed"):
            yield name, "asp"
    available = [name for name in masume.engines.names() if masume.engines.why_unavailable(name) is None]
    solvers = [name for name in available if masume.engines.takes_models(name) and name != "lazy"]
    for name in models.names(genre):
        if not name.endswith("-printed") and models.find(genre, name).vouched:
            yield from ((name, engine) for engine in solvers)


def compare_with_lazy(task: Task, seconds: float) -> Verdict:
    """Solve a board with a formulation and with `lazy`, and compare status, uniqueness and solution."""
    board, limits = masume.read(task.url), masume.Limits(seconds=seconds)
    if not is_expressible(board, task.formulation, task.engine):
        return Verdict(*task[:4], INEXPRESSIBLE, 0.0, seconds)
    outcome = masume.solve(board, engine=task.engine, limits=limits, formulation=task.formulation)
    verdict = _compare(outcome, masume.solve(board, engine="lazy", limits=limits))
    return Verdict(*task[:4], verdict, round(outcome.seconds, 3), seconds)


def is_expressible(board: masume.Board, name: str, engine: str = "asp") -> bool:
    """Return whether a formulation can express all of a board."""
    try:
        if masume.engines.takes_models(engine):
            models.find(board.genre, name).build_model(board)
        else:
            facts_codec_for(board, masume.formulations.find(board.genre, name)).write_facts()
    except InputError:
        return False
    return True


def _compare(first: masume.Outcome, second: masume.Outcome) -> str:
    statuses = (first.status, second.status)
    if masume.Status.TIMEOUT in statuses:
        return LATE
    if None in (first.unique, second.unique) and masume.Status.SOLVED in statuses:
        return LATE if first.status is second.status else DIFFERS
    same_status = first.status is second.status and first.unique == second.unique
    return AGREES if same_status and (not first.unique or first.board == second.board) else DIFFERS


def report(verdicts: Iterable[Verdict]) -> bool:
    """Print a table and a list of what differs; return whether anything does."""
    ordered = sorted(verdicts)
    columns = (AGREES, DIFFERS, INEXPRESSIBLE, LATE)
    print("| genre | formulation | engine | boards |", " | ".join(columns), "| late % | median s |")
    print("|---" * (len(columns) + 6) + "|")
    for method in sorted({(each.genre, each.formulation, each.engine) for each in ordered}):
        rows = [each for each in ordered if (each.genre, each.formulation, each.engine) == method]
        counts = Counter(each.verdict for each in rows)
        expressible = len(rows) - counts[INEXPRESSIBLE]
        times = sorted(each.seconds for each in rows if each.verdict != INEXPRESSIBLE)
        figures = " | ".join(str(counts[column]) for column in columns)
        late = f"{100 * counts[LATE] / max(1, expressible):.1f}"
        median = times[len(times) // 2] if times else 0
        print(f"| {' | '.join(method)} | {len(rows)} | {figures} | {late} | {median} |")
    for each in ordered:
        if each.verdict == DIFFERS:
            print(f"\n{DIFFERS}: {each.genre} {each.id} {each.formulation} {each.engine}")
    return any(each.verdict == DIFFERS for each in ordered)


def main() -> None:
    """Compare everything that has no verdict yet, and print the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cells", type=int, default=100, help="maximum number of cells of a board")
    parser.add_argument("--seconds", type=float, default=60, help="time limit for each search")
    parser.add_argument("--jobs", type=int, default=2, help="number of boards at the same time")
    parser.add_argument("--engine", action="append", help="engine to check; can be repeated; default: all")
    parser.add_argument("names", nargs="*", metavar="NAME", help="formulations; default: all")
    parser.add_argument("--results", type=Path, default=Path(".agreement.jsonl"), help="file that keeps the verdicts")
    options = parser.parse_args()
    if "MASUME_CORPUS" not in os.environ:
        parser.error("set MASUME_CORPUS to a folder of boards")
    lines = options.results.read_text(encoding="utf-8").splitlines() if options.results.exists() else []
    saved = (Verdict(**{"engine": "asp", **json.loads(line)}) for line in lines)
    known = {each[:4]: each for each in saved if each.verdict != LATE or each.limit >= options.seconds}
    every_task = list_tasks(Path(os.environ["MASUME_CORPUS"]), options.cells)
    named = [task for task in every_task if not options.names or task.formulation in options.names]
    wanted = [task for task in named if not options.engine or task.engine in options.engine]
    remaining = [task for task in wanted if task[:4] not in known]
    with ProcessPoolExecutor(options.jobs) as pool, options.results.open("a", encoding="utf-8") as results:
        jobs = [pool.submit(compare_with_lazy, task, options.seconds) for task in remaining]
        try:
            for number, job in enumerate(as_completed(jobs), 1):
                verdict = job.result()
                known[verdict[:4]] = verdict
                results.write(json.dumps(verdict._asdict()) + "\n")
                results.flush()
                if number % 10 == 0:
                    print(f"{number} of {len(remaining)}", file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            raise SystemExit(130) from None
    keys = {task[:4] for task in wanted}
    sys.exit(report(verdict for key, verdict in known.items() if key in keys))


if __name__ == "__main__":
    main()
