"""Patching: show further clues until a board can be solved in small steps."""

from collections.abc import Iterable
from random import Random

from masume.core.cancellation import checkpoint
from masume.generating.clue_reasoner import ClueReasoner
from masume.generating.recipes import DIRECT

_SAMPLE = 24  # groups of clues that are compared at a time if only direct steps count; more take longer than they help


def patch(reasoner: ClueReasoner, shown: Iterable[int], limit: int, random: Random) -> set[int] | None:
    """Return the groups to show so that steps of at most `limit` reasons suffice; None if all clues are not enough.

    Where no step is left, the clue comes next from which most follows directly.
    """
    found = set(shown)
    reasoner.show_only(sorted(found))
    hidden = [group for group in range(reasoner.size) if group not in found]
    while undecided := reasoner.close(limit):
        checkpoint()
        if not hidden:
            return None
        candidates = random.sample(hidden, _SAMPLE) if limit == DIRECT and len(hidden) > _SAMPLE else hidden
        gains = reasoner.count_gains(candidates, undecided)
        best = random.choice([group for group, gain in zip(candidates, gains, strict=True) if gain == max(gains)])
        reasoner.show(best)
        found.add(best)
        hidden.remove(best)
    return found
