"""BoardSolver: what explanations need to know about the solutions of a board.

A solver finds the goal before the first step is searched for, so an explanation never claims anything else.
"""

from collections.abc import Sequence
from functools import cached_property

from masume import engines
from masume.core.board import Board
from masume.core.outcome import NO_LIMITS, Limits
from masume.modelling import Model
from masume.solving import find_fault
from masume.solving.search import build_model


class BoardSolver:
    """Answers questions about the solutions of one board: it builds one model, and asks a solver nothing twice.

    Each question has its own session.  Otherwise, which two of several solutions are shown would depend on the
    questions before, and differ from what `solve` shows.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self._no_solution_has_marks = False  # as far as it is known
        self._solutions: tuple[Board, ...] | None = None

    @cached_property
    def model(self) -> Model:
        """The model of the board."""
        return build_model(self.board)

    def find_goal(self, limits: Limits = NO_LIMITS) -> list[int] | None:
        """Return the literals common to all solutions that agree with the marks, or None if no solution does.

        Raise OutOfTimeError at the limit.
        """
        marks = self.model.literals_of(self.board.marks)
        with engines.open_session(None, self.model) as session:
            goal = session.backbone(self._answer_variables(), marks, limits)
        if goal is None:
            self._no_solution_has_marks = True
            if not marks:
                self._solutions = ()
        return goal

    def find_solutions(self, seconds: float | None = None) -> tuple[Board, ...]:
        """Return all solutions of the board without its marks if there are less than two, otherwise two of them.

        Raise OutOfTimeError after `seconds`.
        """
        if self._solutions is None:
            self._solutions = self._search((), seconds)
        return self._solutions

    def find_solutions_with_marks(self) -> tuple[Board, ...]:
        """Return the same for the solutions that agree with the marks."""
        if not any(self.board.marks.values()):
            return self.find_solutions()
        return () if self._no_solution_has_marks else self._search(self.model.literals_of(self.board.marks), None)

    def _search(self, assumptions: Sequence[int], seconds: float | None) -> tuple[Board, ...]:
        limits, found = Limits(seconds=seconds, solutions=2), list[Board]()
        with engines.open_session(None, self.model) as session:
            for solution in session.solutions(self._answer_variables(), assumptions, limits):
                answer = self.board.with_marks(self.model.decode_marks(solution.values))
                find_fault(answer)  # raises an error if there is one
                found.append(answer)
        return tuple(found)

    def _answer_variables(self) -> list[int]:
        return self.model.answer_variables(self.board.genre.answer)
