"""What the commands do with one board of a list; each function has the options of the command of the same name.

A new command needs a function here, its name in `TASKS`, and a decorator in `cli/` (`board_lists.board_or_list`).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import masume
from masume import SearchEnd, messages
from masume.batch.records import check_to_dict, count_to_dict

NO_SOLUTION = "No solution."


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
    formulation: str | masume.Formulation | None = None,
    time_limit: float | None = None,
    from_marks: bool = False,
    max_solutions: int | None = None,
    common: bool = False,
) -> Report:
    """Solve a board, or find the marks that its solutions share."""
    # One more than are wanted, to find out whether there are more.
    limits = masume.Limits(seconds=time_limit, solutions=None if max_solutions is None else max_solutions + 1)
    search: dict[str, Any] = {"engine": engine, "from_marks": from_marks, "formulation": formulation}
    unvouched = _find_unvouched(board, engine, formulation)
    if common:
        shared = masume.common(board, limits=limits, **search)
        return Report({"status": "solved", "common": shared.to_dict()}, "Solved: common marks found.", unvouched)
    outcome = masume.solve(board, limits=limits, **search)
    verdict = outcome.verdict if max_solutions is None else outcome.verdict_on_all(max_solutions)
    data = outcome.to_dict(max_boards=max_solutions)
    return Report(data, f"{verdict} ({outcome.seconds:.3f} s).", unvouched)


def check(
    board: masume.Board, *, unfinished: bool = False, formulation: str | masume.Formulation | None = None
) -> Report:
    """Find the rules that the marks on a board break."""
    if formulation is None:
        broken = masume.check(board, finished=not unfinished)
    else:
        broken = masume.violations(board, formulation=formulation)
    data = {"status": "checked", **check_to_dict(board, broken)}
    return Report(data, _describe_broken_rules(board, broken), _find_unvouched(board, "asp", formulation))


def _describe_broken_rules(board: masume.Board, broken: Sequence[masume.BrokenRule]) -> str:
    everywhere = {board.grid.board}
    rules = [
        rule if set(places) == everywhere else f"{rule} at {board.describe_places(places)}" for rule, places in broken
    ]
    result = f"Broken: {'; '.join(rules)}." if rules else "Right: no rule is broken."
    return result if board.has_marks else f"{result} The board has no marks."


def count(
    board: masume.Board,
    *,
    engine: str | None = None,
    formulation: str | masume.Formulation | None = None,
    time_limit: float | None = None,
    from_marks: bool = False,
    limit: int = 1000,
) -> Report:
    """Count the solutions of a board, up to a limit."""
    limits, search = masume.Limits(seconds=time_limit), SearchEnd.COMPLETE
    try:
        number = masume.count(
            board, engine=engine, limits=limits, from_marks=from_marks, formulation=formulation, limit=limit + 1
        )
        if number > limit:
            number, search = limit, SearchEnd.LIMIT
    except masume.OutOfTimeError as error:
        number, search = error.count or 0, SearchEnd.TIMEOUT
    status = "timeout" if search is SearchEnd.TIMEOUT else "counted"
    data = {"status": status, **count_to_dict(number, search)}
    return Report(data, _describe_count(number, search), _find_unvouched(board, engine, formulation))


def _describe_count(number: int, search: SearchEnd) -> str:
    solutions = messages.pluralize(number, "solution")
    if search is SearchEnd.TIMEOUT:
        return f"Out of time: at least {solutions}."
    return NO_SOLUTION if not number else f"More than {solutions}." if search is SearchEnd.LIMIT else f"{solutions}."


def convert(
    board: masume.Board, *, to: str = "text", dialect: str | None = None, transform: str | None = None
) -> Report:
    """Write a board in another format, perhaps rotated or mirrored."""
    if transform is not None:
        board = masume.transform(board, transform)
    text = masume.write(board, to, dialect=dialect).rstrip("\n")
    return Report({"status": "converted", "format": to, "text": text}, text)


def explain(
    board: masume.Board, *, detail: str = "thoughts", max_steps: int | None = None, time_limit: float | None = None
) -> Report:
    """Explain a board step by step; if the time runs out, keep the steps found so far."""
    limits = masume.Limits(seconds=time_limit)
    explanation = masume.Explanation(board, limits=limits, detail=detail, max_steps=max_steps)
    return Report(explanation.to_dict(), explanation.in_words())


def rate(board: masume.Board, *, time_limit: float | None = None) -> Report:
    """Find out how hard a board is."""
    rating = masume.rate(board, limits=masume.Limits(seconds=time_limit))
    return Report({"status": "rated", **rating.to_dict()}, f"{rating.verdict}.")


def review(board: masume.Board, *, time_limit: float | None = None, limit: int = 100) -> Report:
    """Find out whether a board has one solution, how hard it is, and how many of its clues are superfluous."""
    found = masume.review(board, limits=masume.Limits(seconds=time_limit), max_solutions=limit)
    return Report(found.to_dict(), found.in_short())


TASKS: Mapping[str, Callable[..., Report]] = {
    "check": check,
    "convert": convert,
    "count": count,
    "explain": explain,
    "rate": rate,
    "review": review,
    "solve": solve,
}


def _find_unvouched(
    board: masume.Board, engine: str | None, formulation: str | masume.Formulation | None
) -> str | None:
    """Return the name of the formulation that is used, if masume does not vouch for it."""
    if formulation is None:
        return None
    used = masume.formulation_for(board, engine=engine, formulation=formulation)
    return None if used is None or used.vouched else used.name
