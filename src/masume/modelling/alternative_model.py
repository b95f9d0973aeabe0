"""AlternativeModel: a further way to state a genre's rules as a model, under its own name."""

from collections.abc import Callable
from typing import NamedTuple

from masume.core.board import Board
from masume.modelling.model import Model


class AlternativeModel(NamedTuple):
    """A function that builds a board's model, and a sentence that describes it.

    `vouched` is False if its answers may break the rules, for example because it repeats a mistake in print.
    """

    sentence: str
    build_model: Callable[[Board], Model]
    vouched: bool = True
