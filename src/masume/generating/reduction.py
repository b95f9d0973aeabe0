"""Reduction: drop groups of clues until every one that is left is needed, or there are few enough."""

from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from random import Random

from masume.core.grid import Grid
from masume.core.places import Place, PlaceKind
from masume.setting.minimising import Group
from masume.setting.sufficient_clues import ClueTests

_FIRST_SHARE = 0.6  # of the groups: if such a random part of them suffices, the others are dropped at once
_CHOICES = 3  # groups of which the most crowded one is dropped first


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


def reduce_groups(
    tests: ClueTests, groups: Sequence[Group], random: Random, *, enough: int = 0, grid: Grid | None = None
) -> list[Group]:
    """Return some of these groups, which suffice, such that none can be dropped any more; the last are dropped first.

    No more are dropped when `enough` clues or fewer are left.  With a grid, clues that touch others are dropped first,
    so that those left are spread.
    """
    left, needed = list(groups), list[Group]()
    while left and len(clues_of(needed)) + len(clues_of(left)) > enough:
        if grid is not None:
            _put_crowded_last(left, [*needed, *left], grid, random)
        *rest, group = left
        # Engines keep what they know about the first clues, which are the same as before.
        sufficient = tests.find_sufficient(clues_of([*rest, *needed]))
        if sufficient is None:
            needed.append(group)
            left = rest
        else:
            left = _touched(rest, sufficient)
    return [*needed, *left]


def _put_crowded_last(left: list[Group], shown: Iterable[Group], grid: Grid, random: Random) -> None:
    """Move one of a few groups to the end: the one whose clues touch most clues that are shown."""
    clues = frozenset(clues_of(shown))
    chosen = [random.randrange(len(left)) for _ in range(_CHOICES)]
    crowded = max(chosen, key=lambda index: _neighbours(left[index], clues, grid))
    left[crowded], left[-1] = left[-1], left[crowded]


def _neighbours(group: Group, clues: Collection[Place], grid: Grid) -> float:
    """Return how many clues touch a clue of a group, on average; clues that are not on cells touch none."""
    cells = [clue for clue in group if isinstance(clue, int) and grid.kind_of(clue) is PlaceKind.CELL]
    return sum(other in clues for cell in cells for other in grid.touching(cell)) / len(group)


def clues_of(groups: Iterable[Group]) -> list[Place]:
    """Return the clues of some groups."""
    return list(chain.from_iterable(groups))


def _touched(groups: Iterable[Group], clues: Collection[Place]) -> list[Group]:
    """Return the groups that contain one of these clues."""
    return [group for group in groups if any(clue in clues for clue in group)]
