"""Verdicts: whether a puzzle has exactly one solution, and how hard it is."""

from typing import Any

from masume.core.board import Board
from masume.core.levels import LEVELS
from masume.core.outcome import NO_LIMITS, Limits, Status
from masume.playing.boards import marks_of
from masume.rating import rate
from masume.solving import solve

_MESSAGES = {
    (Status.UNSOLVABLE, None): "{this_puzzle} has no solution.",
    (Status.SOLVED, True): "{this_puzzle} has exactly one solution.",
    (Status.SOLVED, False): "{this_puzzle} has several solutions.",
    (Status.SOLVED, None): "{this_puzzle} has a solution; whether there are others was not found out in time.",
    (Status.TIMEOUT, None): "{this_puzzle}: whether it has a solution was not found out in time.",
}


def verdict_of(board: Board, *, from_marks: bool = False, limits: Limits = NO_LIMITS) -> dict[str, Any]:
    """Return whether a board has a solution and whether it is unique, with the marks of the solution found first."""
    outcome = solve(board, limits=limits, from_marks=from_marks)
    message = _MESSAGES.get((outcome.status, outcome.unique), f"{outcome.verdict}.")
    has_marks = from_marks and any(board.marks.values())
    return {
        "status": outcome.status.value,
        "unique": outcome.unique,
        "message": message.format(this_puzzle="This puzzle with these marks" if has_marks else "This puzzle"),
        "marks": None if outcome.board is None else marks_of(outcome.board),
    }


def rating_of(board: Board, *, limits: Limits = NO_LIMITS) -> dict[str, Any]:
    """Return how hard a board is; raise NoSolutionError or NotUniqueError if it cannot be rated."""
    rating = rate(board.with_marks({}), limits=limits)
    return {
        "level": rating.level,
        "name": rating.name,
        "score": round(rating.score, 2),
        "message": f"{rating.name.capitalize()}: level {rating.level} of {len(LEVELS)}.",  # reveals no mark
    }
