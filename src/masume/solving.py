"""Solving: the one place where a genre meets an engine."""

from collections.abc import Callable
from time import perf_counter
from typing import TypeVar

from masume import engines, genres
from masume.checking import check
from masume.core.board import Board
from masume.core.errors import InputError, InternalError, NoSolutionError, OutOfTimeError
from masume.core.grid import describe
from masume.core.layers import Mark, RuledOut
from masume.core.outcome import NO_LIMITS, Limits, Outcome, Status
from masume.core.places import Place
from masume.engines.session import Session, Solution
from masume.engines.working import work
from masume.modelling import Model

T = TypeVar("T")


def state(board: Board) -> Model:
    """The board's model: the genre's rules and the given marks, these as instances of a rule `given`."""
    model: Model = genres.part(board.genre, "model", "state")(board)
    for layer, entries in board.given.items():
        for place, mark in entries.items():
            model.post("given", place, *((literal,) for literal in model.mark_literals(layer, place, mark)))
    return model


def solve(board: Board, engine: str | None = None, limits: Limits = NO_LIMITS, from_marks: bool = False) -> Outcome:
    """Solve a board and find out whether the solution is unique.

    The marks already on the board count only if `from_marks`.  The limits' `solutions` is how many to look for (2
    if not said: enough to know).
    """
    begin, wanted = perf_counter(), limits.solutions or 2
    found: list[Board] = []
    statistics: dict[str, int | float | str] = {}

    def search(session: Session, variables: list[int], assumptions: list[int]) -> bool:
        """Collect solutions; say whether these are all."""
        try:
            for solution in session.solutions(variables, assumptions):
                found.append(_solved(board, session.model, solution))
                if len(found) == wanted:
                    return False
            return True
        finally:  # also when time is up
            statistics.update(session.statistics)

    complete: bool | None
    try:
        complete = _session_job(board, engine, limits, from_marks, search)
    except OutOfTimeError:
        complete = None
    boards, counted = tuple(found), dict(statistics)  # a job that was given up may still write into its own
    status = Status.SOLVED if boards else Status.TIMEOUT if complete is None else Status.UNSOLVABLE
    unique = None if not boards else False if len(boards) > 1 else True if complete else None
    return Outcome(status, unique, boards[0] if boards else None, perf_counter() - begin, counted, boards)


def common(board: Board, engine: str | None = None, limits: Limits = NO_LIMITS, from_marks: bool = False) -> Board:
    """The board with the marks that all its solutions share."""

    def search(session: Session, variables: list[int], assumptions: list[int]) -> Board:
        literals = session.backbone(variables, assumptions)
        if literals is None:
            raise NoSolutionError("the board has no solution, so no marks are common to its solutions")
        return board.with_marks(_decided(session.model, board, set(literals)))

    return _session_job(board, engine, limits, from_marks, search)


def count(
    board: Board,
    limit: int | None = None,
    engine: str | None = None,
    limits: Limits = NO_LIMITS,
    from_marks: bool = False,
) -> int:
    """How many solutions a board has; counting stops at `limit`."""
    most = limit if limit is not None else limits.solutions
    if most is not None and most < 1:
        raise InputError(f"count: expected a limit of 1 or more, not {most}")

    def search(session: Session, variables: list[int], assumptions: list[int]) -> int:
        counted = 0
        for solution in session.solutions(variables, assumptions):
            _solved(board, session.model, solution)  # a wrong solution must not be counted either
            counted += 1
            if counted == most:
                break
        return counted

    return _session_job(board, engine, limits, from_marks, search)


def _session_job(
    board: Board,
    engine: str | None,
    limits: Limits,
    from_marks: bool,
    search: Callable[[Session, list[int], list[int]], T],
) -> T:
    """Build the model, open a session and search in it, all within the limits.

    The search is told the variables that tell solutions apart and what to assume.
    """

    def job() -> T:
        model = state(board)
        with engines.open_session(engine, model) as session:
            assumptions = model.literals_of(board.marks) if from_marks else []
            return search(session, model.answer(board.genre.answer), assumptions)

    return work(job, limits.deadline())


def _solved(board: Board, model: Model, solution: Solution) -> Board:
    """The solved board, which has passed the genre's checks."""
    solved = board.with_marks(model.read_marks(solution.true))
    if broken := check(solved):
        rule, places = broken[0]
        where = describe(board.grid, places[0])
        raise InternalError(f"an engine's answer to a {board.genre.name} board breaks {rule} at {where}")
    return solved


def _decided(model: Model, board: Board, literals: set[int]) -> dict[str, dict[Place, Mark]]:
    """The marks that a set of literals decides."""
    decided: dict[str, dict[Place, Mark]] = {}
    for layer in board.genre.answer:
        marks = decided[layer] = {}
        marking = model.markings[layer]
        for place in marking.places:
            told = marking.literals(place)
            out = RuledOut(value for value, literal in told.items() if -literal in literals)
            set_to = [value for value, literal in told.items() if literal in literals]
            if set_to or out:
                marks[place] = set_to[0] if set_to else out
    return decided
