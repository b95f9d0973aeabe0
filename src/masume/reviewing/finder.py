"""Finder: finds the parts of a review.

Each part imports what it needs, so that the first answer does not wait for what the last one needs.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from masume.core.board import Board
from masume.core.cancellation import run_job
from masume.core.deadline import NEVER, Deadline
from masume.core.outcome import Limits, Outcome
from masume.reviewing.findings import Finding, NamedBoard
from masume.reviewing.verdict import describe_verdict
from masume.solving import solve

_LEAST_SECONDS = 0.1  # for each part that needs no solver, even if the solver has used up the time


class Finder:
    """Finds each part of the review of a board.

    A part returns None, or raises OutOfTimeError, if nothing was found in time.
    """

    def __init__(
        self, board: Board, deadline: Deadline, against: Iterable[NamedBoard] = (), max_solutions: int = 1
    ) -> None:
        self._board, self._deadline = board, deadline
        self._against, self._max_solutions = against, max_solutions
        self.outcome: Outcome | None = None  # of solving the board, once it is known

    @property
    def _limits(self) -> Limits:
        return Limits() if self._deadline == NEVER else Limits(seconds=self._deadline.seconds_left)

    @property
    def _least_deadline(self) -> Deadline:
        return Deadline(max(self._deadline.moment, Deadline.after(_LEAST_SECONDS).moment))

    def verdict(self) -> Finding | None:
        """Find out whether there is exactly one solution."""
        self.outcome = solve(self._board, limits=self._limits)
        return describe_verdict(self.outcome)

    def symmetry(self) -> Finding:
        """Find out how symmetric the clues are."""
        from masume.reviewing.puzzle_findings import find_symmetry

        return run_job(lambda: find_symmetry(self._board), self._least_deadline)

    def density(self) -> Finding:
        """Count the clues."""
        from masume.reviewing.puzzle_findings import find_density

        return find_density(self._board)

    def same_board(self) -> Finding:
        """Look for the same board."""
        from masume.reviewing.puzzle_findings import find_same_boards

        return find_same_boards(self._board, self._against, self._least_deadline)

    def difference(self) -> Finding:
        """Compare two solutions."""
        from masume.reviewing.solution_findings import describe_difference

        assert self.outcome is not None
        return describe_difference(self.outcome)

    def common_marks(self) -> Finding:
        """Find the marks that all solutions share."""
        from masume.reviewing.solution_findings import find_common_marks

        return find_common_marks(self._board, self._limits)

    def count(self) -> Finding:
        """Count the solutions."""
        from masume.reviewing.solution_findings import find_count

        return find_count(self._board, self._limits, self._max_solutions)

    def conflict(self) -> Finding:
        """Find out why there is no solution."""
        from masume.reviewing.solution_findings import find_conflict

        return find_conflict(self._board, self._limits)

    def rating(self) -> Finding:
        """Find out how hard the board is."""
        from masume.reviewing.difficulty_findings import find_rating

        return find_rating(self._board, self._limits)

    def superfluous(self) -> Finding:
        """Find the clues each of which can be dropped."""
        from masume.reviewing.clue_findings import find_superfluous

        return find_superfluous(self._board, self._limits)

    def dropped_together(self) -> Finding:
        """Find clues that can be dropped together."""
        from masume.reviewing.clue_findings import find_dropped_together

        return find_dropped_together(self._board, self._limits)

    def techniques(self) -> Finding:
        """Find the techniques that the board needs."""
        from masume.reviewing.difficulty_findings import find_techniques

        return find_techniques(self._board, self._limits)


class Part(NamedTuple):
    """A part of a review: how to find it, its title, and what to call it if it is missing."""

    find: Callable[[Finder], Finding | None]
    title: str
    in_words: str


PARTS = {
    "verdict": Part(Finder.verdict, "Verdict", "whether there is exactly one solution, and all that depends on it"),
    "symmetry": Part(Finder.symmetry, "Symmetry", "the symmetry of the clues"),
    "density": Part(Finder.density, "Density", "the density of the clues"),
    "same_board": Part(Finder.same_board, "Same boards", "whether it is the same as another board"),
    "difference": Part(Finder.difference, "Difference", "where two solutions differ"),
    "common_marks": Part(Finder.common_marks, "Common marks", "the marks that all solutions share"),
    "count": Part(Finder.count, "Number of solutions", "how many solutions there are"),
    "conflict": Part(Finder.conflict, "Conflict", "why there is no solution"),
    "rating": Part(Finder.rating, "Difficulty", "how hard it is"),
    "superfluous": Part(Finder.superfluous, "Superfluous clues", "which clues are superfluous, each alone"),
    "dropped_together": Part(Finder.dropped_together, "Superfluous together", "which clues can be dropped together"),
    "techniques": Part(Finder.techniques, "Techniques", "the techniques that it needs"),
}
OF_EVERY_BOARD = ("verdict", "symmetry", "density", "same_board")
WITHOUT_SOLUTION = ("conflict",)
WITH_SEVERAL = ("difference", "common_marks", "count")
WITH_ONE = ("rating", "superfluous", "dropped_together", "techniques")  # an explanation takes longest
