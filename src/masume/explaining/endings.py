"""How an explanation ended: at the solution, at the marks that several solutions share, or early."""

from enum import Enum

from masume.core.board import Board
from masume.core.messages import pluralize


class Ending(Enum):
    """How an explanation ended."""

    SOLVED = "solved"
    SEVERAL = "several"  # at the marks that several solutions share
    STOPPED = "stopped"  # after as many steps as were wanted
    TIMEOUT = "timeout"

    def in_words(self, steps: int) -> str:
        """Return a sentence for the end of an explanation of that many steps."""
        match self:
            case Ending.SOLVED:
                return f"Solved in {pluralize(steps, 'step')}." if steps else "Nothing is left to find."
            case Ending.SEVERAL:
                return "The puzzle has several solutions: they have no further marks in common."
            case Ending.STOPPED:
                return f"Stopped after {pluralize(steps, 'step')}."
        return f"Out of time {count_steps(steps)}: the explanation is incomplete."


def find_ending(board: Board, early: Ending | None = None) -> Ending:
    """Return how an explanation ended that led to this board; `early` says why it ended early, if it did."""
    layers = map(board.genre.mark_layer, board.genre.answer)
    if all(place in board.decided_marks(layer.name) for layer in layers for place in layer.places(board.grid)):
        return Ending.SOLVED
    return early or Ending.SEVERAL


def count_steps(steps: int) -> str:
    """Return "after 3 steps", or "before the first step"."""
    return f"after {pluralize(steps, 'step')}" if steps else "before the first step"
