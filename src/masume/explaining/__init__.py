"""Explaining: the next step and its reason, hints, and mistakes.

find_goal      (goals)             finds the marks to explain, those common to all solutions, with a solver
Explainer      (explainer)         finds the steps from a board to these marks, one after the other
StepSearch     (step_search)       finds the smallest reason for one of the marks
Reasoner       (reasoning)         refutes assumptions by few rule instances and returns proofs
ProofReader    (proofs)            translates proofs into reasons and inferences about marks
Step           (steps)             is the result; `sentences`, `json_form`, `frames` and `html_page` present it
find_mistakes  (mistake_analysis)  finds wrong marks and explains why they are wrong
"""

from collections.abc import Iterator
from time import monotonic

from masume.checking import check
from masume.core.board import Board
from masume.core.cancellation import run_job
from masume.core.errors import InputError, NoSolutionError, OutOfTimeError
from masume.core.outcome import NO_LIMITS, Limits
from masume.explaining.explainer import Explainer
from masume.explaining.goals import Goal, find_goal
from masume.explaining.mistake_analysis import Mistakes, find_mistakes
from masume.explaining.steps import Branch, Claim, Cut, CutKind, Inference, Reason, Step

__all__ = [
    "Branch",
    "Claim",
    "Cut",
    "CutKind",
    "Inference",
    "Mistakes",
    "Reason",
    "Step",
    "explain",
    "hint",
    "mistakes",
]
HINT_SECONDS = 0.2  # the default time for a hint


def explain(board: Board, limits: Limits = NO_LIMITS) -> Iterator[Step]:
    """Yield the steps from a board and its marks to its solution, or to all marks that its solutions share.

    Raise NoSolutionError if no solution agrees with the marks, OutOfTimeError at the limit.
    """
    deadline = limits.deadline()
    goal = run_job(lambda: _require_goal(board), deadline)
    explainer = run_job(lambda: Explainer(board, goal.model), deadline)
    yield from explainer.single_mark_steps()
    while (step := run_job(lambda: explainer.next_step(goal.literals), deadline)) is not None:
        yield step


def hint(board: Board, seconds: float = HINT_SECONDS) -> Step | None:
    """Return the smallest step found in this time, or a step that shows a mistake; None if nothing is left to find.

    Raise OutOfTimeError if neither a step nor the solution is found.
    """
    if not seconds >= 0:
        raise InputError(f"hint: expected 0 or more seconds, not {seconds}")
    deadline = monotonic() + seconds

    def is_late() -> bool:
        return monotonic() > deadline

    def find_hint() -> Step | None:
        if any(board.marks.values()) and not check(board):
            return None  # solved, although not every mark is set
        # The solver gets half of the time, or half of the default if that is longer.
        solver_limits = Limits(seconds=max(seconds, HINT_SECONDS) / 2)
        try:
            goal = find_goal(board, solver_limits)
        except OutOfTimeError:  # the board is hard to solve, but the next step may be easy
            return Explainer(board, skip_obvious=True).find_any_step(is_late)
        if goal is None:
            return find_mistakes(board, is_late, solver_limits.seconds).first
        return Explainer(board, goal.model, skip_obvious=True).find_step(goal.literals, is_late, must_answer=True)

    return run_job(find_hint, None)


def mistakes(board: Board, limits: Limits = NO_LIMITS) -> Mistakes:
    """Return what is wrong with a board: wrong marks, or a puzzle with no solution or with several."""
    return run_job(lambda: find_mistakes(board), limits.deadline())


def _require_goal(board: Board) -> Goal:
    goal = find_goal(board)
    if goal is None:
        is_marked = any(board.marks.values())
        problem = "no solution has the marks on the board" if is_marked else "the board has no solution"
        raise NoSolutionError(f"{problem}, so no steps lead to one")
    return goal
