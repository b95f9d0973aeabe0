"""Claim: a statement about one mark, of which explanations consist."""

from typing import NamedTuple, cast

from masume.core.layers import Value
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
