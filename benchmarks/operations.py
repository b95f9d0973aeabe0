"""Count the operations from URL to verdict on shipped boards: unlike seconds, they are the same on any machine.

    python benchmarks/operations.py            compare with operations.json; exit status 1 if a count grew
    python benchmarks/operations.py --write    write operations.json, after a change that is worth the growth

The counts are: lines of Python that run for reading, solving and checking, each with cold and with warm caches;
integers passed to the extension; and statistics of its search.  The search depends on the version of clingo, so its
statistics are compared only if the version is the same.
"""

import json
import sys
from collections.abc import Callable, Mapping
from functools import partial
from importlib.metadata import version
from pathlib import Path
from types import FrameType
from typing import Any

import masume
from masume import engines
from masume.core.caching import clear_caches
from masume.engines.native import NativeSession
from masume.engines.session import Effort
from masume.solving.search import build_model

BOARDS = tuple(name for name in masume.examples.names() if name.endswith("-large"))
FILE = Path(__file__).parent / "operations.json"
MAX_GROWTH = 1.2
_SEARCH_STATISTICS = ("choices", "conflicts", "looks", "deductions")
_TOLERANCE = 50  # operations: a small count may grow by more than a fifth without meaning


def count_operations(name: str) -> dict[str, int]:
    """Return the counts for one board."""
    clear_caches()  # what they hold depends on what ran before
    url = masume.write(masume.examples.find(name), "pzpr")
    session, answer = _solve(masume.read(url))
    assert not masume.check(answer), "the answer is right, and all modules are loaded now"
    counts = _count_lines_of_steps(url, answer, "warm") | _count_lines_of_steps(url, answer, "cold")
    counts["integers handed over"] = _input_size(masume.read(url))
    return counts | {key: int(session.statistics[key]) for key in ("variables", "clauses", *_SEARCH_STATISTICS)}


def _count_lines_of_steps(url: str, answer: masume.Board, caches: str) -> dict[str, int]:
    """Return the lines of Python that each step runs, on a new board, which remembers nothing."""
    steps: dict[str, Callable[[masume.Board], object]] = {
        "reading": lambda board: masume.read(url),
        "solving": _solve,
        "checking": masume.check,
    }
    counts = {}
    for name, step in steps.items():
        if caches == "cold":
            clear_caches()  # so that the board gets a new grid
        board = masume.read(url)
        if name == "checking":
            board = board.with_marks(answer.marks)
        if caches == "cold":
            clear_caches()
        counts[f"lines of {name}, {caches}"] = _count_lines(partial(step, board))
    return counts


def _solve(board: masume.Board) -> tuple[NativeSession, masume.Board]:
    """Build the model of a board, find its solution and prove it unique, all in this thread."""
    model = build_model(board)
    session = engines.open_session("native", model)
    assert isinstance(session, NativeSession)
    variables = model.answer_variables(board.genre.answer)
    solutions = session._enumerate(variables, [], 2, Effort())
    (answer,) = (board.with_marks(model.decode_marks(solution.values)) for solution in solutions)
    return session, answer


def _input_size(board: masume.Board) -> int:
    with engines.open_session("native", build_model(board)) as session:
        assert isinstance(session, NativeSession)
        return session._input.size


def _count_lines(job: Callable[[], object]) -> int:
    """Return the number of lines of Python that a job runs in this thread."""
    count = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        job()
    finally:
        sys.settrace(before)
    return count


def find_growth(before: Mapping[str, int], now: Mapping[str, int], same_clingo: bool) -> dict[str, tuple[int, int]]:
    """Return the counts that grew by more than a fifth, each with its values before and now."""
    compared = [key for key in before if same_clingo or key not in _SEARCH_STATISTICS]
    return {key: (before[key], now[key]) for key in compared if now[key] > MAX_GROWTH * before[key] + _TOLERANCE}


def main() -> int:
    """Compare the counts with operations.json, or write it."""
    now = {name: count_operations(name) for name in BOARDS}
    if sys.argv[1:] == ["--write"]:
        FILE.write_text(json.dumps({"clingo": version("clingo"), "boards": now}, indent=1) + "\n", encoding="utf-8")
        return 0
    known = json.loads(FILE.read_text(encoding="utf-8"))
    same_clingo, grown = known["clingo"] == version("clingo"), 0
    for name, counts in now.items():
        for key, (before, after) in find_growth(known["boards"][name], counts, same_clingo).items():
            print(f"{name}: {key}: {after}, was {before}")
            grown += 1
    print(f"{grown} of {sum(map(len, now.values()))} counts grew by more than a fifth")
    return 1 if grown else 0


if __name__ == "__main__":
    sys.exit(main())
