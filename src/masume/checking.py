"""Checking: a genre's rules against a board, without any model."""

from typing import NamedTuple

from masume.core.board import Board
from masume.core.cancellation import checkpoint
from masume.core.places import Place


class Broken(NamedTuple):
    """A rule, by its id, and the places where a board breaks it."""

    rule: str
    places: tuple[Place, ...]


def check(board: Board, finished: bool = True) -> list[Broken]:
    """Find the rules a board breaks.

    A finished board's undecided places count as the genre's default mark; of an unfinished one only that is
    reported which no completion can mend.
    """
    judged = board.finished() if finished else board
    found = []
    for rule in board.genre.rules(board.options):
        checkpoint()
        places = [place for check in rule.checks for place in check.find(judged, finished)]
        if places:
            found.append(Broken(rule.id, tuple(places)))
    return found
