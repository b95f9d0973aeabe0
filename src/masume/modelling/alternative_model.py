"""Statements: further ways of stating a genre's rules as models, each under a name of its own."""

from collections.abc import Callable
from typing import NamedTuple

from masume.core.board import Board
from masume.modelling.model import Model


class AlternativeModel(NamedTuple):
    """How a board's rules are stated, in one sentence and in code, and whether masume vouches for the answers."""

    sentence: str
    build_model: Callable[[Board], Model]
    vouched: bool = True
