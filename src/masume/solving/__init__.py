"""Solving: the one place where a genre meets an engine."""

from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from masume import engines, formulations
from masume.checking import Broken, check
from masume.core.board import Board
from masume.core.cancellation import run_job
from masume.core.errors import (
    InputError,
    InternalError,
    NoSolutionError,
    OutOfTimeError,
    UnknownNameError,
    WrongAnswerError,
)
from masume.core.grid import describe
from masume.core.outcome import NO_LIMITS, Limits, Outcome, Status
from masume.core.places import Place
from masume.formulations import Formulation, models
from masume.formulations.models import ModelFormulation
from masume.modelling import Instance
from masume.solving.search import ModelSearch, Search, state

if TYPE_CHECKING:
    from masume.solving.program_search import ProgramSearch

Formulated: TypeAlias = str | Formulation | None  # by name, or a user's own
Stated: TypeAlias = Formulation | ModelFormulation | None  # None: the genre's own model

__all__ = ["common", "conflict", "count", "formulation_for", "solve", "state", "violations"]
T = TypeVar("T")
S = TypeVar("S", bound=Search)


def solve(
    board: Board,
    engine: str | None = None,
    limits: Limits = NO_LIMITS,
    from_marks: bool = False,
    formulation: Formulated = None,
) -> Outcome:
    """Solve a board and find out whether the solution is unique.

    The marks already on the board count only if `from_marks`.  The limits' `solutions` is how many to look for (2
    if not said: enough to know).  A formulation that masume does not vouch for may give an answer that breaks a
    rule: the status is then `WRONG`.
    """
    begin, wanted = perf_counter(), limits.solutions or 2
    stated = formulation_for(board, engine, formulation)
    found: list[Board] = []
    wrong: list[Board] = []
    statistics: dict[str, int | float | str] = {}

    def job(search: Search) -> bool:
        """Collect solutions; say whether these are all."""
        try:
            for answer in search.answers(wanted):
                if _fault(answer, stated):
                    wrong.append(answer)
                    return False
                found.append(answer)  # not before it was checked, for time may be up at any moment
                if len(found) == wanted:
                    return False
            return True
        finally:  # also when time is up
            statistics.update(search.statistics)

    complete: bool | None
    try:
        complete = _search(board, engine, stated, limits, from_marks, job)
    except OutOfTimeError:
        complete = None
    # A job that was given up may still write into its own.
    boards, counted, vouched = tuple(wrong or found), dict(statistics), stated is None or stated.vouched
    if wrong:
        return Outcome(Status.WRONG, None, boards[0], perf_counter() - begin, counted, boards, vouched)
    status = Status.SOLVED if boards else Status.TIMEOUT if complete is None else Status.UNSOLVABLE
    unique = None if not boards else False if len(boards) > 1 else True if complete else None
    return Outcome(status, unique, boards[0] if boards else None, perf_counter() - begin, counted, boards, vouched)


def common(
    board: Board,
    engine: str | None = None,
    limits: Limits = NO_LIMITS,
    from_marks: bool = False,
    formulation: Formulated = None,
) -> Board:
    """The board with the marks that all its solutions share."""

    def job(search: Search) -> Board:
        marks = search.common()
        if marks is None:
            raise NoSolutionError("the board has no solution, so no marks are common to its solutions")
        return board.with_marks(marks)

    return _search(board, engine, formulation_for(board, engine, formulation), limits, from_marks, job)


def count(
    board: Board,
    limit: int | None = None,
    engine: str | None = None,
    limits: Limits = NO_LIMITS,
    from_marks: bool = False,
    formulation: Formulated = None,
) -> int:
    """How many solutions a board has; counting stops at `limit`."""
    most = limit if limit is not None else limits.solutions
    if most is not None and most < 1:
        raise InputError(f"count: expected a limit of 1 or more, not {most}")

    stated = formulation_for(board, engine, formulation)

    def job(search: Search) -> int:
        counted = 0
        for answer in search.answers(most):
            if (fault := _fault(answer, stated)) and stated is not None:  # a wrong solution must not be counted either
                raise WrongAnswerError(f"{stated.name} takes for a solution what {fault}")
            counted += 1
            if counted == most:
                break
        return counted

    return _search(board, engine, stated, limits, from_marks, job)


def violations(board: Board, formulation: Formulated = None, limits: Limits = NO_LIMITS) -> list[Broken]:
    """The rules that the marks on a board break, as a formulation with violates(Rule, Place) heads finds them.

    Undecided places count as the genre's default mark.
    """
    finished, stated = board.finished(), formulations.find(board.genre, formulation)
    found: dict[str, list[Place]] = {}
    for rule, place in _within(limits, lambda: _program_search(finished, stated, True), _violations):
        found.setdefault(rule, []).append(place)
    return [Broken(rule, tuple(places)) for rule, places in found.items()]


def conflict(
    board: Board,
    formulation: Formulated = None,
    limits: Limits = NO_LIMITS,
    from_marks: bool = False,
) -> list[Instance] | None:
    """Rule instances that cannot hold together, none of which can be left out; None if there is a solution.

    The formulation must have violates(Rule, Place) heads.
    """
    stated = formulations.find(board.genre, formulation)
    return _within(limits, lambda: _program_search(board, stated, from_marks), _core)


def formulation_for(board: Board, engine: str | None, formulation: Formulated) -> Stated:
    """The formulation that engine and formulation ask for, None for the genre's own model."""
    takes_models = engines.takes_models(engine)
    if formulation is None:
        return None if takes_models else formulations.find(board.genre)
    if isinstance(formulation, Formulation):
        if engine is not None and takes_models:
            raise InputError(f"the engine {engine} takes no text: expected the engine asp, or none")
        return formulation
    as_text, as_model = formulations.names(board.genre), models.names(board.genre)
    wanted = sorted({*as_text, *as_model}) if engine is None else as_model if takes_models else as_text
    if formulation not in wanted:
        whose = board.genre.name + (f" for the engine {engine}" if engine else "")
        expected = ", ".join(wanted) or "none"
        raise UnknownNameError(f"no formulation {formulation!r:.40} of {whose}: expected one of {expected}")
    if formulation in as_text and wanted is not as_model:
        return formulations.find(board.genre, formulation)
    return models.find(board.genre, formulation)


def _search(
    board: Board, engine: str | None, stated: Stated, limits: Limits, from_marks: bool, job: Callable[[Search], T]
) -> T:
    """Do a job with a search through the model, or through a formulation."""

    def opened() -> Search:
        if isinstance(stated, Formulation):
            return _program_search(board, stated, from_marks, engine)
        return ModelSearch(board, engine, from_marks, stated)

    return _within(limits, opened, job)


def _within(limits: Limits, opened: Callable[[], S], job: Callable[[S], T]) -> T:
    """Open a search, do a job with it and close it, all within the limits."""

    def whole() -> T:
        with opened() as search:
            return job(search)

    return run_job(whole, limits.deadline())


def _program_search(board: Board, stated: Formulation, from_marks: bool, engine: str | None = None) -> "ProgramSearch":
    from masume.solving.program_search import ProgramSearch  # here, for most searches need no child process

    return ProgramSearch(board, stated, from_marks, engine=engine)


def _violations(search: "ProgramSearch") -> list[Instance]:
    return search.violations()


def _core(search: "ProgramSearch") -> list[Instance] | None:
    return search.core()


def _fault(answer: Board, stated: Stated) -> str:
    """What is wrong with an answer by the genre's own checks; an internal error if masume vouches for it."""
    broken = check(answer)
    if not broken:
        return ""
    rule, places = broken[0]
    fault = f"breaks {rule} at {describe(answer.grid, places[0])}"
    if stated is None or stated.vouched:
        raise InternalError(f"an engine's answer to a {answer.genre.name} board {fault}")
    return fault
