"""Thoughts: the steps on the way to a solution, without sentences, each with how hard it is."""

from enum import Enum
from typing import NamedTuple


class Kind(Enum):
    """How a thought works."""

    DIRECT = "direct"  # one reason forces marks at once
    CHAIN = "chain"  # what would follow from the opposite of a mark is refuted
    CASES = "two cases"  # the same, once if another mark is set and once if it is not
    TRIAL = "trial"  # the opposite of a mark is followed until it fails, however far
    TRUST = "trust"  # no reason was found within the budget


class Thought(NamedTuple):
    """One thought on the way: its weight, what it finds (literals), and the position in which it is needed.

    `alternatives` is the number of marks that equally easy thoughts find in this position, `undecided` that of all
    marks that are still to be found, `known` the number of literals known before.  `technique` is the name of a chain.
    """

    weight: float
    kind: Kind
    found: tuple[int, ...]
    reasons: int
    alternatives: int
    undecided: int
    known: int
    technique: str = ""


class Closure(NamedTuple):
    """What follows from a position: the thoughts, all literals that are known at the end, and those still open."""

    thoughts: tuple[Thought, ...]
    known: tuple[int, ...]
    undecided: tuple[int, ...]
