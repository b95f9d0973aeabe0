"""The scale: what a thought counts, how thoughts add up to a score, and the levels.

docs/rating.md defines the same in words, with the measurements behind the numbers.
"""

from collections.abc import Iterable, Sequence
from math import log2, sqrt

from masume.core.levels import LEVELS
from masume.rating.thoughts import Kind, Thought

NEEDS_TRIAL = len(LEVELS)  # the highest level
HEAVIEST = (1.5, 2.5, 4.5, 8.5)  # the weights up to which thoughts belong to the levels 1 to 4
FEW_WAYS = 0.4  # what a chain counts more for each halving of the share of marks that are as easy to find
FEW_WAYS_DIRECT = 0.08  # the same for a direct thought, which is quickly found even if it is the only one
MIDDLE = (1.2, 2.4, 4.0, 6.5, 10.5, 25.0)  # the averages, see `_average`, of boards in the middle of each level
SLOPE = 3  # how fast the score rises with the average inside a level


def level_of(thought: Thought) -> int:
    """Return the level of a thought, from 1 to 6."""
    if thought.kind in (Kind.TRIAL, Kind.TRUST):
        return NEEDS_TRIAL
    return level_of_weight(thought.weight)


def level_of_weight(weight: float) -> int:
    """Return the level of a thought with this weight that needs no trial."""
    return 1 + sum(weight > heaviest for heaviest in HEAVIEST)


def score_of(thoughts: Sequence[Thought], cells: int) -> float:
    """Return the score of a board with so many cells: its whole part is the level, that of the hardest thought."""
    if not thoughts:
        return 1.0
    level = max(map(level_of, thoughts))
    average = _average(sorted(map(_count, thoughts), reverse=True), cells) ** SLOPE
    return round(level + average / (average + MIDDLE[level - 1] ** SLOPE), 6)


def _count(thought: Thought) -> float:
    """Return what a thought counts: its weight, and more if there are few others to find that are as easy."""
    share = FEW_WAYS_DIRECT if thought.kind is Kind.DIRECT else FEW_WAYS
    return thought.weight + share * log2(thought.undecided / thought.alternatives)


def _average(counts: Iterable[float], cells: int) -> float:
    """Return an average in which each number counts less than the one before; more of them count on a large board."""
    ratio = 1 - 2 / max(4, sqrt(cells))
    return (1 - ratio) * sum(count * ratio**position for position, count in enumerate(counts))
