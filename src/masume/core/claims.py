"""Claim: a statement about one mark, of which explanations consist."""

from collections.abc import Iterable
from typing import NamedTuple, cast

from masume.core.board import Board
from masume.core.layers import RuledOut, Value
from masume.core.places import Place


class Claim(NamedTuple):
    """A statement about one mark: it has a value (`holds`), or it does not have it."""

    layer: str
    place: Place
    value: Value
    holds: bool = True

    @property
    def cell(self) -> int:
        """The place of a mark on a cell, an edge or a corner."""
        return cast(int, self.place)


def is_default(board: Board, claim: Claim) -> bool:
    """Return whether a claim states a value that a finished board does not need to show."""
    return not claim.holds or claim.value == board.genre.mark_layer(claim.layer).default


def with_claims(board: Board, claims: Iterable[Claim]) -> Board:
    """Return the board with the claims added to its marks."""
    marks = {layer: dict(entries) for layer, entries in board.marks.items()}
    for layer, place, value, holds in claims:
        mark = marks[layer].get(place, RuledOut())
        if holds:
            marks[layer][place] = value
        elif isinstance(mark, RuledOut):
            marks[layer][place] = RuledOut({*mark, value})
    return board.with_marks(marks)
