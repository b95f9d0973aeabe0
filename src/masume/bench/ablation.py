"""Ablation: leave out one rule of a formulation at a time, and see how cost and number of answers change."""

from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter

from masume import formulations
from masume.core.board import Board
from masume.core.cancellation import run_job
from masume.core.errors import OutOfTimeError
from masume.core.outcome import NO_LIMITS, Limits
from masume.formulations import Formulation, texts
from masume.solving.program_search import ProgramSearch

_STATISTICS = ("atoms", "rules", "grounding_seconds", "solving_seconds")


@dataclass(frozen=True, slots=True)
class AblationResult:
    """The result of one search.

    `without` has the ids of the rules that were left out; `complete` is whether all answers were found.  A statistic is
    None if the time ran out before it was known.
    """

    without: tuple[str, ...]
    answers: int
    complete: bool
    seconds: float
    atoms: int | None = None
    rules: int | None = None
    grounding_seconds: float | None = None
    solving_seconds: float | None = None


def ablate(
    board: Board, formulation: str | Formulation | None = None, limits: Limits = NO_LIMITS
) -> Iterator[AblationResult]:
    """Yield the result of a search with the whole formulation, then of one search without each rule.

    Rules that the text states together are left out together.  The limits apply to each search.  Leaving out a rule
    also leaves out the definitions that nothing else uses; where the bounds of a choice state the rule, the choice
    becomes free.
    """
    chosen = formulations.find(board.genre, formulation)
    ids = {rule.id.casefold(): rule.id for rule in board.genre.all_rules}
    for group in [(), *(rules for rules in texts.lines_by_rule(chosen.text) if rules)]:
        yield _search(board, chosen, tuple(ids.get(rule, rule) for rule in group), limits)


def _search(board: Board, formulation: Formulation, without: tuple[str, ...], limits: Limits) -> AblationResult:
    start, answers, statistics = perf_counter(), 0, dict[str, int | float | str]()

    def count_answers() -> None:
        nonlocal answers
        with ProgramSearch(board, formulation, without=without) as search:
            for _ in search.answer_atoms(limits.solutions):
                answers += 1
            statistics.update(search.statistics)

    try:
        run_job(count_answers, limits.deadline())
        complete = limits.solutions is None or answers < limits.solutions
    except OutOfTimeError:
        complete = False
    known = {name: statistics.get(name) for name in _STATISTICS}
    return AblationResult(without, answers, complete, perf_counter() - start, **known)  # type: ignore[arg-type]
