"""Which clues suffice for a board to keep its unique solution.

`open_clue_tests` opens one session in which clues are switched on and off, if switching off their rule instances is
the same as dropping them.  Otherwise (dropping a clue changes the meaning of others) each question builds a model anew.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager

from masume import engines
from masume.core.board import Board
from masume.core.errors import NoSolutionError, NotUniqueError, OutOfTimeError
from masume.core.outcome import NO_LIMITS, Limits, Status
from masume.core.places import Place
from masume.engines.session import CORE_EFFORT, Session
from masume.modelling import Model
from masume.setting.clue_guards import ClueGuards, find_clue_guards
from masume.solving import build_model


class ClueTests(ABC):
    """Answers which clues suffice for a board to keep its solution as the only one."""

    @abstractmethod
    def find_sufficient(self, clues: Collection[Place]) -> Collection[Place] | None:
        """Return some of these clues that suffice, perhaps all; None if they do not suffice.

        Raise OutOfTimeError at a limit.
        """


class GuardedClueTests(ClueTests):
    """One session with guarded clues, in which every solution differs from that of the board."""

    def __init__(
        self,
        guards: ClueGuards,
        session: Session,
        solution: Mapping[int, Place],
        limits: Limits = NO_LIMITS,
        core_effort: int = CORE_EFFORT,
    ) -> None:
        self._instances, self._session = guards.instances, session
        self._limits, self._core_effort = limits, core_effort
        session.add_clause([-literal for literal in solution])

    def find_sufficient(self, clues: Collection[Place]) -> Collection[Place] | None:
        instances = [instance for clue in clues for instance in self._instances[clue]]
        answer = self._session.solve(limits=self._limits, only=instances, core_effort=self._core_effort)
        if answer.status is Status.TIMEOUT:
            raise OutOfTimeError
        return None if answer.core is None else {instance.place for instance in answer.core.instances}


class ShortClueTests(GuardedClueTests):
    """The same; but clues that a search cannot prove sufficient within the limits do not suffice."""

    def find_sufficient(self, clues: Collection[Place]) -> Collection[Place] | None:
        try:
            return super().find_sufficient(clues)
        except OutOfTimeError:
            return None


class RebuiltClueTests(ClueTests):
    """A new model for each question."""

    def __init__(self, board: Board, clues: Collection[Place]) -> None:
        self._board, self._clues = board, clues
        model = build_model(board)
        with engines.open_session(None, model) as session:
            self._difference = [-literal for literal in _find_solution(board, model, session)]

    def find_sufficient(self, clues: Collection[Place]) -> Collection[Place] | None:
        kept = frozenset(clues)
        model = build_model(self._board.without_clues(clue for clue in self._clues if clue not in kept))
        with engines.open_session(None, model) as session:
            session.add_clause(self._difference)
            return clues if session.solve().core is not None else None


@contextmanager
def open_clue_tests(board: Board, clues: Collection[Place]) -> Iterator[ClueTests]:
    """Yield the tests of a board; raise NoSolutionError or NotUniqueError if it does not have exactly one solution."""
    guards = find_clue_guards(board, clues)
    if guards is None:
        yield _require_unique(RebuiltClueTests(board, clues), clues)
        return
    with open_guarded_session(guards) as session:
        solution = _find_solution(board, guards.model, session)
        yield _require_unique(GuardedClueTests(guards, session, solution), clues)


def open_guarded_session(guards: ClueGuards) -> Session:
    """Open a session in which the clues can be switched off."""
    guarded = [instance for instances in guards.instances.values() for instance in instances]
    return engines.open_session(None, guards.model, guarded=guarded)


def literals_of_answer(solved: Board, model: Model) -> dict[int, Place]:
    """Return the literals of the marks that make up the answer of a solved board, each with its place.

    Given marks are among them: without some of these, another solution may differ there only.
    """
    marks = [
        (layer, place, mark) for layer in solved.genre.answer for place, mark in solved.decided_marks(layer).items()
    ]
    return {literal: place for layer, place, mark in marks for literal in model.literals_of_mark(layer, place, mark)}


def _find_solution(board: Board, model: Model, session: Session) -> dict[int, Place]:
    """Return the literals of the answer in the first solution of a session, each with its place."""
    solution = session.solve().solution
    if solution is None:
        raise NoSolutionError("the board has no solution, so no clue of it is superfluous")
    return literals_of_answer(board.with_marks(model.decode_marks(solution.values)), model)


def _require_unique(tests: ClueTests, clues: Collection[Place]) -> ClueTests:
    if tests.find_sufficient(clues) is None:
        raise NotUniqueError("the board has several solutions, so no clue of it is superfluous")
    return tests
