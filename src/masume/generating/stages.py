"""Stages of making a board, for whoever measures how long each takes: a function is called when one begins."""

from collections.abc import Callable
from typing import TypeAlias

OnStage: TypeAlias = Callable[[str], None]

DRAFT = "draft"  # a solved board is drawn, and tested for other solutions
REPAIR = "repair"  # it has others: it is changed until it has none
READ = "read"  # the model of the draft is built, read for the reasoner, and tried with all clues
REDUCE = "reduce"  # clues are dropped
PATCH = "patch"  # clues are added until small steps suffice
RATE = "rate"  # the board is rated


def ignore_stage(stage: str) -> None:
    """Do nothing."""
