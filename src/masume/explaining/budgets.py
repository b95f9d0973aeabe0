"""Budgets: how much work a search for steps may do, counted in units that are the same on every machine."""

from typing import NamedTuple


class Budgets(NamedTuple):
    """How much work a search may do."""

    cases: int = 3_000_000  # for two cases to find one step
    trial: int = 100_000_000  # for trials to find one step
    board: int = 300_000_000  # for the two cases and trials of all steps of a board


DEFAULT_BUDGETS = Budgets()
