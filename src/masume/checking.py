"""Check a board against its genre's rules, without a model or an engine."""

from typing import NamedTuple

from masume.core.arguments import require_board
from masume.core.board import Board
from masume.core.cancellation import checkpoint
from masume.core.places import Place


class BrokenRule(NamedTuple):
    """The id of a rule, and the places where a board breaks it."""

    rule: str
    places: tuple[Place, ...]


def check(board: Board, *, finished: bool = True) -> list[BrokenRule]:
    """Return the rules that a board breaks.

    On a finished board undecided marks count as their layer's default.  On an unfinished board only what no
    completion can repair is reported.
    """
    require_board(board)
    checked = board.with_defaults() if finished else board
    broken = []
    for rule in board.genre.rules(board.options):
        checkpoint()
        places = [place for check in rule.checks for place in check.find(checked, finished)]
        if places:
            broken.append(BrokenRule(rule.id, tuple(places)))
    checked.forget_queries()
    return broken
