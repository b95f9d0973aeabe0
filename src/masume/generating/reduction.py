"""Reduction: drop groups of clues until every one that is left is needed, or there are few enough."""

from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from random import Random

from masume.core.places import Place
from masume.setting.minimising import Group
from masume.setting.sufficient_clues import ClueTests

_FIRST_SHARE = 0.6  # of the groups: if such a random part of them suffices, the others are dropped at once


def choose_sufficient(tests: ClueTests, groups: Sequence[Group], random: Random) -> list[Group] | None:
    """Return some of the groups that suffice, in random order, perhaps all; None if they do not suffice."""
    order = list(groups)
    random.shuffle(order)
    for share in (_FIRST_SHARE, 1):
        part = order[: round(share * len(order))]
        sufficient = tests.find_sufficient(clues_of(part))
        if sufficient is not None:
            return _touched(part, sufficient)
    return None


def reduce_groups(tests: ClueTests, groups: Sequence[Group], *, enough: int = 0) -> list[Group]:
    """Return some of these groups, which suffice, such that none can be dropped any more; the last are dropped first.

    No more are dropped when `enough` clues or fewer are left.
    """
    left, needed = list(groups), list[Group]()
    while left and len(clues_of(needed)) + len(clues_of(left)) > enough:
        *rest, group = left
        # Engines keep what they know about the first clues, which are the same as before.
        sufficient = tests.find_sufficient(clues_of([*rest, *needed]))
        if sufficient is None:
            needed.append(group)
            left = rest
        else:
            left = _touched(rest, sufficient)
    return [*needed, *left]


def clues_of(groups: Iterable[Group]) -> list[Place]:
    """Return the clues of some groups."""
    return list(chain.from_iterable(groups))


def _touched(groups: Iterable[Group], clues: Collection[Place]) -> list[Group]:
    """Return the groups that contain one of these clues."""
    return [group for group in groups if any(clue in clues for clue in group)]
