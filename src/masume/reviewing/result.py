"""Review: what can be said about a board, found part by part, the quick ones first."""

from collections.abc import Iterable, Iterator
from typing import Any

from masume.core.board import Board
from masume.core.cancellation import run_job
from masume.core.deadline import NEVER, Deadline
from masume.core.errors import OutOfTimeError
from masume.core.messages import pluralize
from masume.core.notebook import show_page
from masume.core.outcome import Limits, Outcome, Status
from masume.core.phrases import join_words
from masume.core.plain_data import BOARD_VERSION
from masume.reviewing import clue_findings, difficulty_findings, puzzle_findings, solution_findings
from masume.reviewing.findings import Finding
from masume.reviewing.puzzle_findings import NamedBoard
from masume.solving import solve

PARTS = {  # in the order in which they are found, with the words for what is missing at the time limit
    "verdict": "whether there is exactly one solution, and all that depends on it",
    "symmetry": "the symmetry of the clues",
    "density": "the density of the clues",
    "same_board": "whether it is the same as another board",
    "difference": "where two solutions differ",
    "common_marks": "the marks that all solutions share",
    "count": "how many solutions there are",
    "conflict": "why there is no solution",
    "rating": "how hard it is",
    "superfluous": "which clues are superfluous, each alone",
    "dropped_together": "which clues can be dropped together",
    "techniques": "the techniques that it needs",  # last, because an explanation takes longest
}
_OF_EVERY_BOARD = ("verdict", "symmetry", "density", "same_board")
_WITHOUT_SOLUTION = ("conflict",)
_WITH_SEVERAL = ("difference", "common_marks", "count")
_WITH_ONE = ("rating", "superfluous", "dropped_together", "techniques")
_LEAST_SECONDS = 0.1  # for each part that needs no solver, even if the solver has used up the time


class Review:
    """The review of a board: findings, found one after the other, and what is missing.

    Iterate over it to get each finding as soon as it is known; `findings` has those found so far.  At the time limit no
    error is raised: what was found is kept, and `missing` names the rest.  `outcome` is the result of `masume.solve`,
    once it is known.  `board` is the puzzle without marks.
    """

    def __init__(self, board: Board, limits: Limits, against: Iterable[NamedBoard], max_solutions: int) -> None:
        self.board = board.with_marks({})
        self.findings: list[Finding] = []
        self.outcome: Outcome | None = None
        self._deadline, self._against, self._max_solutions = limits.deadline(), against, max_solutions
        self._tried = 0  # parts

    def __iter__(self) -> Iterator[Finding]:
        position = 0
        while position < len(self.findings) or self._find_next():
            yield self.findings[position]
            position += 1

    def find_all(self) -> "Review":
        """Find everything, and return this review."""
        while self._find_next():
            pass
        return self

    def find(self, name: str) -> Finding | None:
        """Return the finding with this name; None if the review has none.  What comes before it is found first."""
        return next((finding for finding in self if finding.name == name), None)

    @property
    def missing(self) -> list[str]:
        """The names of the parts for which the time was too short; all others are found first."""
        self.find_all()
        complete = {finding.name for finding in self.findings if finding.complete}
        return [name for name in self._parts() if name not in complete]

    def _parts(self) -> list[str]:
        """Return the names of the parts that a review of this board has, as far as it is known."""
        outcome, parts = self.outcome, [*_OF_EVERY_BOARD]
        if outcome is not None and outcome.status is Status.UNSOLVABLE:
            parts += _WITHOUT_SOLUTION
        elif outcome is not None and outcome.unique is not None:
            parts += _WITH_ONE if outcome.unique else _WITH_SEVERAL
        superfluous = next((finding for finding in self.findings if finding.name == "superfluous"), None)
        if superfluous is not None and not superfluous.data["places"]:
            parts.remove("dropped_together")
        return parts

    def _find_next(self) -> bool:
        """Find the next thing to say; return False if there is none."""
        while self._tried < len(parts := self._parts()):
            try:
                finding = self._find(parts[self._tried])
            except OutOfTimeError:
                finding = None
            self._tried += 1  # after the call: if Ctrl-C in a notebook interrupts it, the next call tries it again
            if finding is not None:
                self.findings.append(finding)
                return True
        return False

    def _find(self, name: str) -> Finding | None:
        """Return the finding of a part; raise OutOfTimeError, or return None, if nothing was found in time."""
        board, limits = self.board, self._limits()
        match name:
            case "verdict":
                self.outcome = solve(board, limits=limits)
                return solution_findings.describe_verdict(self.outcome)
            case "symmetry":
                return run_job(lambda: puzzle_findings.find_symmetry(board), self._least_deadline())
            case "density":
                return puzzle_findings.find_density(board)
            case "same_board":
                return self._find_same_boards()
            case "difference":
                assert self.outcome is not None
                return solution_findings.describe_difference(self.outcome)
            case "common_marks":
                return solution_findings.find_common_marks(board, limits)
            case "count":
                return solution_findings.find_count(board, limits, self._max_solutions)
            case "conflict":
                return solution_findings.find_conflict(board, limits)
            case "rating":
                return difficulty_findings.find_rating(board, limits)
            case "superfluous":
                return clue_findings.find_superfluous(board, limits)
            case "dropped_together":
                return clue_findings.find_dropped_together(board, limits)
        return difficulty_findings.find_techniques(board, limits)

    def _find_same_boards(self) -> Finding:
        deadline = self._least_deadline()

        def checkpoint() -> None:
            if deadline.is_over:
                raise OutOfTimeError("out of time")

        return puzzle_findings.find_same_boards(self.board, self._against, checkpoint)

    def _limits(self) -> Limits:
        return Limits() if self._deadline == NEVER else Limits(seconds=self._deadline.seconds_left)

    def _least_deadline(self) -> Deadline:
        return Deadline(max(self._deadline.moment, Deadline.after(_LEAST_SECONDS).moment))

    def in_words(self) -> str:
        """Return all findings and what is missing as text; what is left is found first."""
        return "\n".join([*(finding.text for finding in self), *filter(None, [self.describe_missing()])])

    def describe_missing(self) -> str:
        """Return a sentence about what is missing; empty if nothing is."""
        words = join_words([PARTS[name] for name in self.missing])
        return f"Out of time. Missing: {words}." if words else ""

    def __getstate__(self) -> dict[str, Any]:
        # For copies and pickles: the boards to compare with may be an iterator, which allows neither.
        return {**vars(self.find_all()), "findings": [*self.findings], "_against": ()}

    def __repr__(self) -> str:
        verdict = self.findings[0].text if self.findings else "nothing found yet"
        return f"<Review: {self.board.in_words()}: {pluralize(len(self.findings), 'finding')}: {verdict}>"

    def _repr_html_(self) -> str:
        return show_page(self.to_html())

    def to_dict(self) -> dict[str, Any]:
        """Return the review as plain data; what is left is found first."""
        findings = {finding.name: finding.to_dict() for finding in self}
        assert self.outcome is not None
        return {
            "masume": BOARD_VERSION,
            "status": self.outcome.status.value,
            "unique": self.outcome.unique,
            "board": self.board.to_dict(),
            "findings": findings,
            "missing": self.missing,
        }

    def to_html(self) -> str:
        """Return a page with all findings and their pictures, one self-contained file."""
        from masume.reviewing.html_page import render_page  # here, since it imports this module

        return render_page(self.find_all())
