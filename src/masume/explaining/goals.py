"""Goals: the marks that an explanation leads to, which are those common to all solutions.

A solver finds them before the first step is searched for, so an explanation never claims anything else.
"""

from typing import NamedTuple

from masume import engines
from masume.core.board import Board
from masume.core.outcome import NO_LIMITS, Limits
from masume.modelling import Model
from masume.solving.search import build_model


class Goal(NamedTuple):
    """A board's model, and the literals common to all solutions that agree with the marks on the board."""

    model: Model
    literals: list[int]


def find_goal(board: Board, limits: Limits = NO_LIMITS) -> Goal | None:
    """Return the goal of a board, or None if no solution agrees with its marks.

    Raise OutOfTimeError at the limit.
    """
    model = build_model(board)
    with engines.open_session(None, model) as session:
        literals = session.backbone(model.answer_variables(board.genre.answer), model.literals_of(board.marks), limits)
    return None if literals is None else Goal(model, literals)
