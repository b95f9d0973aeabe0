"""Reduction: which clues are dropped first, and when it stops."""

from collections.abc import Collection
from random import Random

import pytest

from masume.core.places import Place
from masume.core.square import square
from masume.generating.reduction import choose_sufficient, clues_of, reduce_groups
from masume.setting.sufficient_clues import ClueTests

GRID = square(8, 8)
GROUPS = [(cell,) for cell in GRID.cells]


class NeededClues(ClueTests):
    """Some clues suffice if these are among them."""

    def __init__(self, *needed: int) -> None:
        self._needed = frozenset(needed)

    def find_sufficient(self, clues: Collection[Place]) -> Collection[Place] | None:
        return clues if self._needed.issubset(clues) else None


def reduce_to_clues(*needed: int, enough: int = 0) -> list[Place]:
    tests = NeededClues(*needed)
    sufficient = choose_sufficient(tests, GROUPS, Random(1))
    assert sufficient is not None
    return clues_of(reduce_groups(tests, sufficient, enough=enough))


def test_only_needed_clues_are_left() -> None:
    assert set(reduce_to_clues(3, 9, 27)) == {3, 9, 27}


def test_nothing_is_left_if_all_clues_do_not_suffice() -> None:
    assert choose_sufficient(NeededClues(100), GROUPS, Random(1)) is None


def test_what_suffices_is_chosen_at_random() -> None:
    chosen = [choose_sufficient(NeededClues(3), GROUPS, Random(seed)) for seed in range(9)]
    assert all(groups is not None and (3,) in groups for groups in chosen)
    assert len({len(groups or ()) for groups in chosen}) > 1  # a part of the groups, unless that lacks the clue


@pytest.mark.parametrize("enough", [0, 1, 10, 64, 100])
def test_no_more_are_dropped_than_wanted(enough: int) -> None:
    left = reduce_to_clues(3, 9, 27, enough=enough)
    assert {3, 9, 27} <= set(left)
    assert len(left) <= max(enough, 3)
    assert len(left) >= min(enough, 0.4 * len(GROUPS))
