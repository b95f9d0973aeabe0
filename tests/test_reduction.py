"""Reduction: which clues are dropped first, and when it stops."""

from collections.abc import Collection
from random import Random

import pytest

from masume.core.places import Place
from masume.core.square import SquareGrid, square
from masume.generating.reduction import clues_of, reduce_groups
from masume.setting.sufficient_clues import ClueTests

GRID = square(8, 8)
GROUPS = [(cell,) for cell in GRID.cells]


class NeededClues(ClueTests):
    """Some clues suffice if these are among them."""

    def __init__(self, *needed: int) -> None:
        self._needed = frozenset(needed)

    def find_sufficient(self, clues: Collection[Place]) -> Collection[Place] | None:
        return clues if self._needed.issubset(clues) else None


def test_only_needed_clues_are_left() -> None:
    assert sorted(clues_of(reduce_groups(NeededClues(3, 9, 27), GROUPS, Random(1)))) == [3, 9, 27]


@pytest.mark.parametrize("enough", [0, 1, 10, 64, 100])
def test_no_more_are_dropped_than_wanted(enough: int) -> None:
    left = clues_of(reduce_groups(NeededClues(3, 9, 27), GROUPS, Random(1), enough=enough, grid=GRID))
    assert {3, 9, 27} <= set(left)
    assert len(left) <= max(enough, 3)
    assert len(left) >= min(enough, 0.4 * len(GROUPS))


def test_clues_left_are_spread() -> None:
    spread, random = (sum(_touching_pairs(grid, seed) for seed in range(10)) for grid in (GRID, None))
    assert spread < 0.8 * random


def _touching_pairs(grid: SquareGrid | None, seed: int) -> int:
    left = clues_of(reduce_groups(NeededClues(), GROUPS, Random(seed), enough=16, grid=grid))
    return sum(other in left for cell in left if isinstance(cell, int) for other in GRID.touching(cell))
