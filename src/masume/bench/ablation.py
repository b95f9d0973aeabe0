"""Ablation: what a formulation costs, and how many answers it has, with one rule after the other left out."""

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


@dataclass(frozen=True, slots=True)
class Ablation:
    """What happens without some rules (ids; none for the whole formulation); None where time was up before."""

    without: tuple[str, ...]
    answers: int
    complete: bool
    seconds: float
    atoms: int | None = None
    rules: int | None = None
    grounding_seconds: float | None = None
    solving_seconds: float | None = None


def ablation(
    board: Board, formulation: str | Formulation | None = None, limits: Limits = NO_LIMITS
) -> Iterator[Ablation]:
    """Search with the whole formulation, then without each rule, or group of rules that its text states together.

    The limits hold for each search.  A rule goes with the definitions that nothing else asks for; where it is stated by
    the bounds of a choice, the choice becomes free.
    """
    chosen = formulations.find(board.genre, formulation)
    ids = {rule.id.casefold(): rule.id for rule in board.genre.all_rules}
    for group in [(), *(rules for rules in texts.statements(chosen.text) if rules)]:
        yield _searched(board, chosen, tuple(ids.get(rule, rule) for rule in group), limits)


def _searched(board: Board, formulation: Formulation, without: tuple[str, ...], limits: Limits) -> Ablation:
    begin, found, statistics = perf_counter(), 0, dict[str, int | float | str]()

    def count() -> None:
        nonlocal found
        with ProgramSearch(board, formulation, without=without) as search:
            for _ in search.atoms(limits.solutions):
                found += 1
            statistics.update(search.statistics)

    try:
        run_job(count, limits.deadline())
        complete = limits.solutions is None or found < limits.solutions
    except OutOfTimeError:
        complete = False
    told = {name: statistics.get(name) for name in ("atoms", "rules", "grounding_seconds", "solving_seconds")}
    return Ablation(without, found, complete, perf_counter() - begin, **told)  # type: ignore[arg-type]
