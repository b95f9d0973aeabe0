"""Explaining: the next step and its reason; hints; mistakes."""

from collections.abc import Iterator
from time import monotonic

from masume.checking import check
from masume.core.board import Board
from masume.core.cancellation import run_job
from masume.core.errors import InputError, NoSolutionError, OutOfTimeError
from masume.core.outcome import NO_LIMITS, Limits
from masume.explaining.explainer import Stepper
from masume.explaining.goals import Goal, goal_of
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
SECONDS = 0.2  # that a hint may take


def explain(board: Board, limits: Limits = NO_LIMITS) -> Iterator[Step]:
    """The steps from the board as it stands to its solution, or to the last mark that all its solutions share."""
    deadline = limits.deadline()
    goal = run_job(lambda: _goal(board), deadline)
    stepper = run_job(lambda: Stepper(board, goal.model), deadline)
    yield from stepper.plain_steps()
    while (step := run_job(lambda: stepper.next(goal.literals), deadline)) is not None:
        yield step


def hint(board: Board, seconds: float = SECONDS) -> Step | None:
    """The smallest step found in so many seconds, or one that shows a mistake; None if nothing is left to find."""
    if not seconds >= 0:
        raise InputError(f"hint: expected 0 or more seconds, not {seconds}")
    end = monotonic() + seconds

    def late() -> bool:
        return monotonic() > end

    def job() -> Step | None:
        if any(board.marks.values()) and not check(board):
            return None  # finished, though not every mark is set
        half = Limits(seconds=max(seconds, SECONDS) / 2)
        try:
            goal = goal_of(board, half)
        except OutOfTimeError:  # it is hard to solve, but the next step may be easy
            return Stepper(board, knows_obvious=True).find_anything(late)
        if goal is None:
            return find_mistakes(board, late, half.seconds).first
        return Stepper(board, goal.model, knows_obvious=True).find(goal.literals, late, at_any_price=True)

    return run_job(job, None)


def mistakes(board: Board, limits: Limits = NO_LIMITS) -> Mistakes:
    """What is wrong with a board: its marks, or the puzzle itself, which has no solution or several."""
    return run_job(lambda: find_mistakes(board), limits.deadline())


def _goal(board: Board) -> Goal:
    goal = goal_of(board)
    if goal is None:
        marked = any(board.marks.values())
        what = "no solution has the marks on the board" if marked else "the board has no solution"
        raise NoSolutionError(f"{what}: there is nothing to explain but the mistake")
    return goal
