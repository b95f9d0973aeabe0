"""Whether all formulations that masume vouches for agree with the engine `lazy` on the boards of MASUME_CORPUS.

    python benchmarks/agreement.py [--cells 100] [--seconds 60] [--jobs 2] [--results .agreement.jsonl]
                                   [--engine asp] [NAME ...]

Texts are searched by `asp`, models by every engine for them but `lazy`.  It can be stopped at any time and goes on
where it was: what is known stands in the file of results, one line for each board, formulation and engine.  At the end
it prints a table.  Its exit status is 1 if anything differs.
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
from masume.formulations.exchange import exchange

LATE, UNSAID, AGREES, DIFFERS = "late", "cannot be said", "agrees", "DIFFERS"


class Task(NamedTuple):
    """A board of the corpus, a formulation of its genre, and the engine for it."""

    genre: str
    id: str
    formulation: str
    engine: str
    address: str


class Verdict(NamedTuple):
    """What a formulation says of a board, compared with `lazy`."""

    genre: str
    id: str
    formulation: str
    engine: str
    verdict: str
    seconds: float
    limit: float


def tasks(corpus: Path, cells: int) -> Iterator[Task]:
    """Every board that is not larger, with every formulation that masume vouches for, printed ones left out."""
    for path in sorted(path for path in corpus.glob("*.jsonl") if masume.genres.knows(path.stem)):
        genre = masume.genres.find(path.stem)
        ways = list(_ways(genre))
        for data in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            if data["rows"] * data["cols"] <= cells:
                yield from (Task(genre.name, data["id"], name, engine, data["pzpr_url"]) for name, engine in ways)


def _ways(genre: Genre) -> Iterator[tuple[str, str]]:
    """The formulations of a genre, each with the engines that search it."""
    for name in masume.formulations.names(genre):
        if not name.endswith("-printed"):
            yield name, "asp"
    usable = [name for name in masume.engines.names() if masume.engines.lacking(name) is None]
    searchers = [name for name in usable if masume.engines.takes_models(name) and name != "lazy"]
    for name in models.names(genre):
        if not name.endswith("-printed") and models.find(genre, name).vouched:
            yield from ((name, engine) for engine in searchers)


def judged(task: Task, seconds: float) -> Verdict:
    """Solve a board with a formulation and with `lazy`, and compare status, uniqueness and solution."""
    board, limits = masume.read(task.address), masume.Limits(seconds=seconds)
    if not can_be_said(board, task.formulation, task.engine):
        return Verdict(*task[:4], UNSAID, 0.0, seconds)
    outcome = masume.solve(board, task.engine, limits, formulation=task.formulation)
    verdict = _compared(outcome, masume.solve(board, "lazy", limits))
    return Verdict(*task[:4], verdict, round(outcome.seconds, 3), seconds)


def can_be_said(board: masume.Board, name: str, engine: str = "asp") -> bool:
    """Whether a formulation has words for all of a board."""
    try:
        if masume.engines.takes_models(engine):
            models.find(board.genre, name).state(board)
        else:
            exchange(board, masume.formulations.find(board.genre, name)).facts()
    except InputError:
        return False
    return True


def _compared(one: masume.Outcome, other: masume.Outcome) -> str:
    if masume.Status.TIMEOUT in (one.status, other.status):
        return LATE
    if None in (one.unique, other.unique) and masume.Status.SOLVED in (one.status, other.status):
        return LATE if one.status is other.status else DIFFERS
    same = (one.status, one.unique) == (other.status, other.unique) and (not one.unique or one.board == other.board)
    return AGREES if same else DIFFERS


def report(verdicts: Iterable[Verdict]) -> bool:
    """Print a table, and what differs; say whether anything does."""
    found = sorted(verdicts)
    columns = (AGREES, DIFFERS, UNSAID, LATE)
    print("| genre | formulation | engine | boards |", " | ".join(columns), "| late % | median s |")
    print("|---" * (len(columns) + 6) + "|")
    for way in sorted({(each.genre, each.formulation, each.engine) for each in found}):
        rows = [each for each in found if (each.genre, each.formulation, each.engine) == way]
        counted = Counter(each.verdict for each in rows)
        said = len(rows) - counted[UNSAID]
        times = sorted(each.seconds for each in rows if each.verdict != UNSAID)
        figures = " | ".join(str(counted[column]) for column in columns)
        late = f"{100 * counted[LATE] / max(1, said):.1f}"
        middle = times[len(times) // 2] if times else 0
        print(f"| {' | '.join(way)} | {len(rows)} | {figures} | {late} | {middle} |")
    for each in found:
        if each.verdict == DIFFERS:
            print(f"\n{DIFFERS}: {each.genre} {each.id} {each.formulation} {each.engine}")
    return any(each.verdict == DIFFERS for each in found)


def main() -> None:
    """Judge what has not been judged, and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cells", type=int, default=100, help="the largest board")
    parser.add_argument("--seconds", type=float, default=60, help="the time for each search")
    parser.add_argument("--jobs", type=int, default=2, help="boards side by side")
    parser.add_argument("--engine", action="append", help="an engine; all if none is named")
    parser.add_argument("names", nargs="*", metavar="NAME", help="formulations; all if none is named")
    parser.add_argument("--results", type=Path, default=Path(".agreement.jsonl"))
    chosen = parser.parse_args()
    if "MASUME_CORPUS" not in os.environ:
        parser.error("MASUME_CORPUS names no folder of boards")
    lines = chosen.results.read_text(encoding="utf-8").splitlines() if chosen.results.exists() else []
    told = (Verdict(**{"engine": "asp", **json.loads(line)}) for line in lines)
    known = {each[:4]: each for each in told if each.verdict != LATE or each.limit >= chosen.seconds}
    every = tasks(Path(os.environ["MASUME_CORPUS"]), chosen.cells)
    named = [task for task in every if not chosen.names or task.formulation in chosen.names]
    wanted = [task for task in named if not chosen.engine or task.engine in chosen.engine]
    left = [task for task in wanted if task[:4] not in known]
    with ProcessPoolExecutor(chosen.jobs) as pool, chosen.results.open("a", encoding="utf-8") as results:
        jobs = [pool.submit(judged, task, chosen.seconds) for task in left]
        try:
            for number, job in enumerate(as_completed(jobs), 1):
                verdict = job.result()
                known[verdict[:4]] = verdict
                results.write(json.dumps(verdict._asdict()) + "\n")
                results.flush()
                if number % 10 == 0:
                    print(f"{number} of {len(left)}", file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            raise SystemExit(130) from None
    keys = {task[:4] for task in wanted}
    sys.exit(report(verdict for key, verdict in known.items() if key in keys))


if __name__ == "__main__":
    main()
