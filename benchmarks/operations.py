"""What it takes to solve five shipped boards, counted in operations rather than seconds.

    python benchmarks/operations.py            compare with what is written down, exit status 1 if something grew
    python benchmarks/operations.py --write    write it down anew, after a change that is worth it

Counted are the lines of Python that run (with nothing remembered, and once more), what is handed over to the extension,
and what its search does.  The last depends on the version of clingo, and is compared only if that is the same.
"""

import json
import sys
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path
from types import FrameType
from typing import Any

import masume
from masume import engines
from masume.core.caching import clear_caches
from masume.engines.native import NativeSession
from masume.solving.search import build_model

BOARDS = ("heyawake-large", "kakuro-large", "kuromasu-large", "nurikabe-large", "slitherlink-large")
FILE = Path(__file__).parent / "operations.json"
MOST_GROWTH = 1.2
_OF_THE_SEARCH = ("choices", "conflicts", "looks", "deductions")
_FEW = 50  # operations, up to which a fifth more is chance


def counted(name: str) -> dict[str, int]:
    """The operations that one board takes."""
    clear_caches()
    cold, _ = _lines(lambda: _solve(masume.examples.find(name)))
    board = masume.examples.find(name)
    warm, session = _lines(lambda: _solve(board))
    statistics = session.statistics
    found = {"lines, cold": cold, "lines, warm": warm, "integers handed over": _handed_over(board)}
    return found | {key: int(statistics[key]) for key in ("variables", "clauses", *_OF_THE_SEARCH)}


def _solve(board: masume.Board) -> NativeSession:
    """State a board, find its solution and prove that it is the only one, in this thread."""
    model = build_model(board)
    session = engines.open_session("native", model)
    assert isinstance(session, NativeSession)
    variables = model.answer_variables(board.genre.answer)
    solutions = session._enumerated(variables, [], 2)
    answers = [board.with_marks(model.decode_marks(solution.values)) for solution in solutions]
    assert len(answers) == 1, "the shipped boards have one solution"
    return session


def _handed_over(board: masume.Board) -> int:
    with engines.open_session("native", build_model(board)) as session:
        assert isinstance(session, NativeSession)
        return session._input.size


def _lines(job: Callable[[], NativeSession]) -> tuple[int, NativeSession]:
    """How many lines of Python a job runs, and its result."""
    number = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal number
        number += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        result = job()
    finally:
        sys.settrace(before)
    return number, result


def grown(then: Mapping[str, int], now: Mapping[str, int], same_clingo: bool) -> dict[str, tuple[int, int]]:
    """What takes over a fifth more than it did: how many then and now."""
    compared = [key for key in then if same_clingo or key not in _OF_THE_SEARCH]
    return {key: (then[key], now[key]) for key in compared if now[key] > MOST_GROWTH * then[key] + _FEW}


def main() -> int:
    """Compare, or write down."""
    now = {name: counted(name) for name in BOARDS}
    if sys.argv[1:] == ["--write"]:
        FILE.write_text(json.dumps({"clingo": version("clingo"), "boards": now}, indent=1) + "\n", encoding="utf-8")
        return 0
    known = json.loads(FILE.read_text(encoding="utf-8"))
    same_clingo, bad = known["clingo"] == version("clingo"), 0
    for name, figures in now.items():
        for key, (before, after) in grown(known["boards"][name], figures, same_clingo).items():
            print(f"{name}: {key}: {after}, was {before}")
            bad += 1
    print(f"{bad} of {sum(map(len, now.values()))} figures have grown by over a fifth")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
