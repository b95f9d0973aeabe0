"""Patching: show further clues until a board can be solved in small steps."""

from collections.abc import Iterable, Sequence
from random import Random

from masume.core.cancellation import checkpoint
from masume.core.generation import shuffled
from masume.generating.clue_reasoner import ClueReasoner, Clues
from masume.generating.recipes import DIRECT
from masume.rating import Grader

_COMPARED = (
    24  # groups of clues that are compared at a time if only direct steps count; more take longer than they help
)


def patch(reasoner: ClueReasoner, shown: Iterable[int], limit: int, random: Random) -> set[int] | None:
    """Return the groups to show so that steps of at most `limit` reasons suffice; None if all clues are not enough.

    Where no step is left, the clue comes next from which most follows directly.
    """
    found = set(shown)
    reasoner.show_only(sorted(found))
    hidden = shuffled((group for group in range(reasoner.size) if group not in found), random)
    while undecided := reasoner.close(limit):
        checkpoint()
        if not hidden:
            return None
        number = _COMPARED if limit == DIRECT else len(hidden)
        compared, later = hidden[:number], hidden[number:]
        gains = reasoner.count_gains(compared, undecided)
        best = compared.pop(gains.index(max(gains)))
        reasoner.show(best)
        found.add(best)
        hidden = later + compared
    return found


def patch_to_level(grader: Grader, clues: Clues, shown: Iterable[int], level: int, random: Random) -> set[int] | None:
    """Return the groups to show so that the board is at most of a level; None if all clues are not enough."""
    found = set(shown)
    known: Sequence[int] = ()
    while True:
        checkpoint()
        hidden = [group for group in range(clues.size) if group not in found]
        without = [instance for group in hidden for instance in clues.instances_of(group)]
        closure = grader.close(known, max_level=level, without=without)
        if not closure.undecided:
            return found
        if not hidden:
            return None
        known = closure.known
        finds: dict[int, set[int]] = {group: set() for group in hidden}
        for instances, literal in grader.direct_finds(known, frozenset(closure.undecided), level):
            needed = clues.groups_behind(instances) - found
            if len(needed) == 1:
                finds[needed.pop()].add(literal)
        most = max(map(len, finds.values()))
        found.add(random.choice([group for group in hidden if len(finds[group]) == most]))
