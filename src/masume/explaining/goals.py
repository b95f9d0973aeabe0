"""Goals: the marks that an explanation leads to, all that the solutions share."""

from typing import NamedTuple

from masume import engines
from masume.core.board import Board
from masume.core.outcome import NO_LIMITS, Limits
from masume.modelling import Model
from masume.solving.search import state


class Goal(NamedTuple):
    """A board's model and the literals common to all solutions that have the board's marks."""

    model: Model
    literals: list[int]


def goal_of(board: Board, limits: Limits = NO_LIMITS) -> Goal | None:
    """Where an explanation of a board ends; None if no solution has its marks; OutOfTimeError at the limit."""
    model = state(board)
    with engines.open_session(None, model) as session:
        literals = session.backbone(model.answer(board.genre.answer), model.literals_of(board.marks), limits)
    return None if literals is None else Goal(model, literals)
