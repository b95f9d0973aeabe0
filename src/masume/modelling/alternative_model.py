"""AlternativeModel: a further way to state a genre's rules as a model, under its own name."""

from collections.abc import Callable
from typing import NamedTuple

from masume.core.board import Board
from masume.modelling.model import Model


class AlternativeModel(NamedTuple):
    """A function that states a board's rules, and a sentence that describes it.

    `vouched` is False if the answers may be wrong.
    """

    sentence: str
    build_model: Callable[[Board], Model]
    vouched: bool = True
