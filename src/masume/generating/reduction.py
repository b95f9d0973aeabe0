"""Reduction: drop groups of clues until every one that is left is needed."""

from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from random import Random

from masume.core.places import Place
from masume.setting.minimising import Group
from masume.setting.sufficient_clues import ClueTests

_FIRST_SHARES = (0.4, 0.6)  # of the groups: if such a random part of them suffices, the others are dropped at once


def reduce_groups(tests: ClueTests, groups: Sequence[Group], random: Random) -> list[Group]:
    """Return some of the groups, which all suffice together, such that none of these can be dropped any more."""
    order = list(groups)
    random.shuffle(order)
    left = _start(tests, order)
    needed: list[Group] = []
    while left:
        *rest, group = left
        sufficient = tests.find_sufficient(clues_of([*needed, *rest]))
        if sufficient is None:
            needed.append(group)
            left = rest
        else:
            left = _touched(rest, sufficient)
    return needed


def _start(tests: ClueTests, groups: Sequence[Group]) -> list[Group]:
    """Return a part of the groups that suffices, if a random one does; otherwise all of them."""
    for share in _FIRST_SHARES:
        part = groups[: round(share * len(groups))]
        sufficient = tests.find_sufficient(clues_of(part))
        if sufficient is not None:
            return _touched(part, sufficient)
    return list(groups)


def clues_of(groups: Iterable[Group]) -> list[Place]:
    """Return the clues of some groups."""
    return list(chain.from_iterable(groups))


def _touched(groups: Iterable[Group], clues: Collection[Place]) -> list[Group]:
    """Return the groups that contain one of these clues."""
    return [group for group in groups if any(clue in clues for clue in group)]
