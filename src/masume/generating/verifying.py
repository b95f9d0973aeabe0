"""Verifying: a second engine, which shares no model with the first, proves that a board has exactly one solution."""

import json

from masume.core.board import Board
from masume.core.errors import InputError, InternalError
from masume.core.generation import Plan
from masume.solving import formulation_for, solve

ENGINE = "asp"  # it solves the text of a formulation; the boards are made with the genre's own model


def require_verifiable(plan: Plan) -> None:
    """Raise InputError if the second engine cannot be used on boards as planned."""
    try:
        formulation_for(plan.make_board({}, {}), engine=ENGINE)
    except InputError as error:
        raise InputError(f"boards of {plan.genre.name} cannot be verified: {error}") from None


def verify(board: Board) -> None:
    """Raise InternalError, which shows the board, if the second engine does not find exactly one solution."""
    outcome = solve(board, engine=ENGINE)
    if not outcome.unique:
        shown = json.dumps(board.to_dict(), ensure_ascii=False)
        verdict = outcome.verdict[:1].lower() + outcome.verdict[1:]
        raise InternalError(
            f"internal error, please report it: the engine {ENGINE} contradicts that the solution of this board is "
            f"unique ({verdict}): {shown}"
        )
