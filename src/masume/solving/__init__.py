"""Solve boards and answer related questions: the only package that knows both genres and engines."""

from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from masume import engines, formulations
from masume.checking import BrokenRule, check
from masume.core.arguments import require_board, require_limits
from masume.core.board import Board
from masume.core.cancellation import run_in_place
from masume.core.errors import (
    InputError,
    InternalError,
    NoSolutionError,
    OutOfTimeError,
    UnknownNameError,
    WrongAnswerError,
)
from masume.core.genre import Genre
from masume.core.grid import describe_place
from masume.core.messages import quote, suggest_names
from masume.core.numbers import require_whole_number
from masume.core.outcome import NO_LIMITS, Limits, Outcome, SearchEnd, Status
from masume.core.places import Place
from masume.formulations import Formulation, models
from masume.formulations.models import ModelFormulation
from masume.modelling import RuleInstance
from masume.solving.search import ModelSearch, Search, build_model

if TYPE_CHECKING:
    from masume.solving.program_search import ProgramSearch

FormulationChoice: TypeAlias = str | Formulation | None  # by the caller: a name, the user's own text, None: the default
AnyFormulation: TypeAlias = Formulation | ModelFormulation | None  # a text, a model, None: the genre's own model

__all__ = ["build_model", "common", "conflict", "count", "find_fault", "formulation_for", "solve", "violations"]
T = TypeVar("T")
S = TypeVar("S", bound=Search)


def solve(
    board: Board,
    *,
    engine: str | None = None,
    limits: Limits = NO_LIMITS,
    from_marks: bool = False,
    formulation: FormulationChoice = None,
) -> Outcome:
    """Solve a board and find out whether the solution is unique.

    The marks already on the board count only if `from_marks`.  `limits.solutions` is the number of solutions to look
    for (default: 2, enough to decide uniqueness).  A formulation that masume does not vouch for may give an answer
    that breaks a rule: the status is then `WRONG`.
    """
    start = perf_counter()
    chosen = _choose_formulation(board, engine, limits, formulation)
    wanted = limits.solutions or 2
    found: list[Board] = []
    wrong: list[Board] = []
    statistics: dict[str, int | float | str] = {}

    def job(search: Search) -> bool:
        """Collect solutions and return whether there are no others."""
        try:
            for answer in search.answers(wanted):
                if find_fault(answer, chosen):
                    wrong.append(answer)
                    return False
                found.append(answer)  # only after the check, because time may be up at any moment
                if len(found) == wanted:
                    return False
            return True
        finally:  # also when time is up
            statistics.update(search.statistics)

    end: SearchEnd | None
    try:
        complete = _search(board, engine, chosen, limits, from_marks, job)
        end = SearchEnd.COMPLETE if complete else SearchEnd.LIMIT
    except OutOfTimeError:
        end = SearchEnd.TIMEOUT
    # Copy the results: a job that ran out of time may still change its own lists.
    boards, costs = tuple(wrong or found), dict(statistics)
    unique = None
    if wrong:
        status, end = Status.WRONG, None
    elif boards:
        status = Status.SOLVED
        unique = False if len(boards) > 1 else True if end is SearchEnd.COMPLETE else None
    else:
        status = Status.TIMEOUT if end is SearchEnd.TIMEOUT else Status.UNSOLVABLE
    return Outcome(
        status,
        unique,
        end,
        boards[0] if boards else None,
        perf_counter() - start,
        costs,
        boards,
        vouched=chosen is None or chosen.vouched,
        formulation=None if chosen is None else chosen.name,
    )


def common(
    board: Board,
    *,
    engine: str | None = None,
    limits: Limits = NO_LIMITS,
    from_marks: bool = False,
    formulation: FormulationChoice = None,
) -> Board:
    """Return the board with the marks that all its solutions share; raise NoSolutionError if there is none."""
    chosen = _choose_formulation(board, engine, limits, formulation)

    def job(search: Search) -> Board:
        marks = search.common()
        if marks is None:
            raise NoSolutionError("the board has no solution, so no marks are common to its solutions")
        return board.with_marks(marks)

    return _search(board, engine, chosen, limits, from_marks, job)


def count(
    board: Board,
    *,
    engine: str | None = None,
    limits: Limits = NO_LIMITS,
    from_marks: bool = False,
    formulation: FormulationChoice = None,
    limit: int | None = None,
) -> int:
    """Return how many solutions a board has; counting stops at `limit` (default: `limits.solutions`).

    Raise OutOfTimeError at the time limit; its `count` is the number of solutions found so far.  Raise
    WrongAnswerError if a formulation that masume does not vouch for gives an answer that breaks a rule.
    """
    chosen = _choose_formulation(board, engine, limits, formulation)
    maximum = limit if limit is not None else limits.solutions
    if maximum is not None:
        require_whole_number("count: limit", maximum)
    counted = 0

    def job(search: Search) -> None:
        nonlocal counted
        for answer in search.answers(maximum):
            if (fault := find_fault(answer, chosen)) and chosen is not None:
                raise WrongAnswerError(f"{chosen.name} gives an answer that {fault}")
            counted += 1
            if counted == maximum:
                break

    try:
        _search(board, engine, chosen, limits, from_marks, job)
    except OutOfTimeError:
        found = f": there are at least {counted:,} solutions" if counted else ""
        raise OutOfTimeError(f"out of time{found}", count=counted) from None
    return counted


def violations(board: Board, *, limits: Limits = NO_LIMITS, formulation: FormulationChoice = None) -> list[BrokenRule]:
    """Return the rules that the marks on a board break, according to a formulation.

    The formulation must have violates(Rule, Place) heads.  Undecided places count as the genre's default mark.
    """
    require_board(board)
    require_limits(limits)
    finished, chosen = board.with_defaults(), formulations.find(board.genre, formulation)
    broken: dict[str, list[Place]] = {}
    for rule, place in _run_search(limits, lambda: _open_program_search(finished, chosen, True), _find_violations):
        broken.setdefault(rule, []).append(place)
    return [BrokenRule(rule, tuple(places)) for rule, places in broken.items()]


def conflict(
    board: Board,
    *,
    limits: Limits = NO_LIMITS,
    from_marks: bool = False,
    formulation: FormulationChoice = None,
) -> list[RuleInstance] | None:
    """Return a minimal set of rule instances that cannot hold together, or None if there is a solution.

    The formulation must have violates(Rule, Place) heads.
    """
    require_board(board)
    require_limits(limits)
    chosen = formulations.find(board.genre, formulation)
    return _run_search(limits, lambda: _open_program_search(board, chosen, from_marks), _find_core)


def _choose_formulation(
    board: Board, engine: str | None, limits: Limits, formulation: FormulationChoice
) -> AnyFormulation:
    """Check the arguments of a call, and return the formulation to use."""
    require_limits(limits)
    return formulation_for(board, engine=engine, formulation=formulation)


def formulation_for(
    board: Board, *, engine: str | None = None, formulation: FormulationChoice = None
) -> AnyFormulation:
    """Return the formulation to use with an engine, or None for the genre's own model."""
    require_board(board)
    takes_models = engines.takes_models(engine)
    if formulation is None:
        return None if takes_models else _default_text(board.genre, engine)
    if isinstance(formulation, Formulation):
        if engine is not None and takes_models:
            raise InputError(f"the engine {engine} takes no text: expected the engine asp, or no engine option")
        return formulation
    as_text, as_model = formulations.names(board.genre), models.names(board.genre)
    known = sorted({*as_text, *as_model}) if engine is None else as_model if takes_models else as_text
    if formulation not in known:
        use = board.genre.name + (f" for the engine {engine}" if engine else "")
        raise UnknownNameError(f"no formulation {quote(formulation)} of {use}: {suggest_names(formulation, known)}")
    if formulation in as_text and known is not as_model:
        return formulations.find(board.genre, formulation)
    return models.find(board.genre, formulation)


def find_fault(answer: Board, formulation: AnyFormulation = None) -> str:
    """Check an answer by the genre's rules; return a phrase that names the first rule it breaks, or "" if none.

    Raise InternalError if it breaks one although masume vouches for the formulation.
    """
    broken = check(answer)
    if not broken:
        return ""
    rule, places = broken[0]
    fault = f"breaks {rule} at {describe_place(answer.grid, places[0])}"
    if formulation is None or formulation.vouched:
        raise InternalError(f"an engine's answer to a {answer.genre.name} board {fault}")
    return fault


def _default_text(genre: Genre, engine: str | None) -> Formulation:
    """Return a genre's default text in answer set programming; raise UnknownNameError if it has no text."""
    if not formulations.names(genre):
        usable = [name for name in engines.names() if engines.takes_models(name) and not engines.why_unavailable(name)]
        raise UnknownNameError(
            f"{genre.name} has no text for the engine {engine}: use one of the engines {', '.join(usable)}"
        )
    return formulations.find(genre)


def _search(
    board: Board,
    engine: str | None,
    chosen: AnyFormulation,
    limits: Limits,
    from_marks: bool,
    job: Callable[[Search], T],
) -> T:
    """Run a job with a search that uses the chosen model or text."""

    def open_search() -> Search:
        if isinstance(chosen, Formulation):
            return _open_program_search(board, chosen, from_marks, engine)
        return ModelSearch(board, engine, from_marks, chosen)

    return _run_search(limits, open_search, job)


def _run_search(limits: Limits, open_search: Callable[[], S], job: Callable[[S], T]) -> T:
    """Open a search, run a job with it and close it, all within the time limit."""

    def open_and_run() -> T:
        with open_search() as search:
            return job(search)

    return run_in_place(open_and_run, limits.deadline())


def _open_program_search(
    board: Board, formulation: Formulation, from_marks: bool, engine: str | None = None
) -> "ProgramSearch":
    from masume.solving.program_search import ProgramSearch  # imported here because most searches do not need it

    return ProgramSearch(board, formulation, from_marks, engine=engine)


def _find_violations(search: "ProgramSearch") -> list[RuleInstance]:
    return search.violations()


def _find_core(search: "ProgramSearch") -> list[RuleInstance] | None:
    return search.core()
