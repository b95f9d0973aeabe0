"""Which clues suffice for a board to keep its unique solution.

`open_clue_tests` opens one session in which clues are switched on and off, if switching off their rule instances is
the same as dropping them.  Otherwise (dropping a clue changes the meaning of others) each question builds a model anew.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator
from contextlib import contextmanager

from masume import engines
from masume.core.board import Board
from masume.core.errors import NoSolutionError, NotUniqueError
from masume.core.places import Place
from masume.engines.session import Session
from masume.modelling import Model
from masume.setting.clue_guards import ClueGuards, find_clue_guards
from masume.solving import build_model


class ClueTests(ABC):
    """Answers which clues suffice for a board to keep its solution as the only one."""

    @abstractmethod
    def find_sufficient(self, clues: Collection[Place]) -> Collection[Place] | None:
        """Return some of these clues that suffice, perhaps all; None if they do not suffice."""


class GuardedClueTests(ClueTests):
    """One session with guarded clues, in which every solution differs from that of the board."""

    def __init__(self, board: Board, guards: ClueGuards, session: Session) -> None:
        self._instances, self._session = guards.instances, session
        session.add_clause(_difference(board, guards.model, session))

    def find_sufficient(self, clues: Collection[Place]) -> Collection[Place] | None:
        instances = [instance for clue in clues for instance in self._instances[clue]]
        core = self._session.solve(only=instances).core
        return None if core is None else {instance.place for instance in core.instances}


class RebuiltClueTests(ClueTests):
    """A new model for each question."""

    def __init__(self, board: Board, clues: Collection[Place]) -> None:
        self._board, self._clues = board, clues
        model = build_model(board)
        with engines.open_session(None, model) as session:
            self._difference = _difference(board, model, session)

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
    guarded = [instance for instances in guards.instances.values() for instance in instances]
    with engines.open_session(None, guards.model, guarded=guarded) as session:
        yield _require_unique(GuardedClueTests(board, guards, session), clues)


def _difference(board: Board, model: Model, session: Session) -> list[int]:
    """Return the clause that a solution differs from the first one of a session in the answer."""
    solution = session.solve().solution
    if solution is None:
        raise NoSolutionError("the board has no solution, so no clue of it is superfluous")
    return [-solution.true_literal(variable) for variable in model.answer_variables(board.genre.answer)]


def _require_unique(tests: ClueTests, clues: Collection[Place]) -> ClueTests:
    if tests.find_sufficient(clues) is None:
        raise NotUniqueError("the board has several solutions, so no clue of it is superfluous")
    return tests
