"""What the commands do with one board of a list; each function has the options of the command of the same name.

A new command needs a function here, its name in `TASKS`, and a decorator in `cli/` (`board_lists.board_or_list`).
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import masume
from masume.batch.records import broken_rules_to_json, outcome_to_json
from masume.checking import BrokenRule
from masume.core.errors import OutOfTimeError
from masume.core.grid import describe_place
from masume.core.messages import pluralize
from masume.formats import json as board_json

if TYPE_CHECKING:
    from masume.explaining import Step

NO_SOLUTION = "No solution."
_MAX_PLACES = 5  # of a broken rule, in a line


class Report(NamedTuple):
    """The result for one board: plain data with a "status", and one line for people.

    `unvouched` is the name of the formulation that was used, if masume does not vouch for it.
    """

    data: dict[str, Any]
    line: str
    unvouched: str | None = None


def solve(
    board: masume.Board,
    *,
    engine: str | None = None,
    formulation: "str | masume.Formulation | None" = None,
    time_limit: float | None = None,
    from_marks: bool = False,
    max_solutions: int | None = None,
    common: bool = False,
) -> Report:
    """Solve a board, or find the marks that its solutions share."""
    limits = masume.Limits(seconds=time_limit, solutions=None if max_solutions is None else max(max_solutions, 2))
    search: dict[str, Any] = {"engine": engine, "from_marks": from_marks, "formulation": formulation}
    unvouched = _find_unvouched(board, engine, formulation)
    if common:
        shared = masume.common(board, limits=limits, **search)
        return Report(
            {"status": "solved", "common": board_json.to_json(shared)}, "Solved: common marks found.", unvouched
        )
    outcome = masume.solve(board, limits=limits, **search)
    line = f"{outcome.verdict} ({outcome.seconds:.3f} s)."
    return Report(outcome_to_json(outcome, max_solutions), line, unvouched)


def check(
    board: masume.Board, *, unfinished: bool = False, formulation: "str | masume.Formulation | None" = None
) -> Report:
    """Find the rules that the marks on a board break."""
    if formulation is None:
        broken = masume.check(board, finished=not unfinished)
    else:
        broken = masume.violations(board, formulation=formulation)
    data = {"status": "checked", **broken_rules_to_json(board, broken)}
    return Report(data, _describe_broken_rules(board, broken), _find_unvouched(board, "asp", formulation))


def _describe_broken_rules(board: masume.Board, broken: Sequence[BrokenRule]) -> str:
    rules = []
    for rule, places in broken:
        names = ", ".join(describe_place(board.grid, place) for place in places[:_MAX_PLACES])
        more = f" and {len(places) - _MAX_PLACES} more" if len(places) > _MAX_PLACES else ""
        rules.append(rule if set(places) == {board.grid.board} else f"{rule} at {names}{more}")
    return f"Broken: {'; '.join(rules)}." if rules else "Right: no rule is broken."


def count(
    board: masume.Board,
    *,
    engine: str | None = None,
    formulation: "str | masume.Formulation | None" = None,
    time_limit: float | None = None,
    from_marks: bool = False,
    limit: int = 1000,
) -> Report:
    """Count the solutions of a board, up to a limit."""
    counted = masume.count(
        board,
        limit=limit + 1,
        engine=engine,
        limits=masume.Limits(seconds=time_limit),
        from_marks=from_marks,
        formulation=formulation,
    )
    number, has_more = min(counted, limit), counted > limit
    line = (
        f"{number:,} or more solutions." if has_more else f"{pluralize(number, 'solution')}." if number else NO_SOLUTION
    )
    data = {"status": "counted", "count": number, "more": has_more}
    return Report(data, line, _find_unvouched(board, engine, formulation))


def convert(board: masume.Board, *, to: str = "text", dialect: str | None = None) -> Report:
    """Write a board in another format."""
    text = masume.write(board, to, dialect=dialect).rstrip("\n")
    return Report({"status": "converted", "format": to, "text": text}, text)


def explain(board: masume.Board, *, max_steps: int | None = None, time_limit: float | None = None) -> Report:
    """Explain a board step by step; if the time runs out, keep the steps found so far."""
    from masume.explaining.json_form import explanation_status, explanation_to_json

    steps: list[Step] = []
    try:
        steps += islice(masume.explain(board, limits=masume.Limits(seconds=time_limit)), max_steps)
        status = explanation_status(steps[-1].after if steps else board, len(steps) == max_steps)
    except OutOfTimeError:
        status = masume.Status.TIMEOUT.value
    number = pluralize(len(steps), "step")
    lines = {
        "solved": f"Solved in {number}.",
        "several": f"Several solutions: {number} to the marks that they share.",
        "stopped": f"Stopped after {number}.",
        "timeout": f"Out of time after {number}.",
    }
    return Report(explanation_to_json(board, steps, status), lines[status])


TASKS: Mapping[str, Callable[..., Report]] = {
    "check": check,
    "convert": convert,
    "count": count,
    "explain": explain,
    "solve": solve,
}


def _find_unvouched(
    board: masume.Board, engine: str | None, formulation: "str | masume.Formulation | None"
) -> str | None:
    """Return the name of the formulation that is used, if masume does not vouch for it."""
    if formulation is None:
        return None
    used = masume.formulation_for(board, engine, formulation)
    return None if used is None or used.vouched else used.name
