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


def reduce_to_clues(*needed: int, enough: int = 0, grid: SquareGrid | None = None, seed: int = 1) -> list[Place]:
    left = reduce_groups(NeededClues(*needed), GROUPS, Random(seed), enough=enough, grid=grid)
    assert left is not None
    return clues_of(left)


def test_only_needed_clues_are_left() -> None:
    assert set(reduce_to_clues(3, 9, 27)) == {3, 9, 27}


def test_nothing_is_left_if_all_clues_do_not_suffice() -> None:
    assert reduce_groups(NeededClues(100), GROUPS, Random(1)) is None


@pytest.mark.parametrize("enough", [0, 1, 10, 64, 100])
def test_no_more_are_dropped_than_wanted(enough: int) -> None:
    left = reduce_to_clues(3, 9, 27, enough=enough, grid=GRID)
    assert {3, 9, 27} <= set(left)
    assert len(left) <= max(enough, 3)
    assert len(left) >= min(enough, 0.4 * len(GROUPS))


def test_clues_left_are_spread() -> None:
    spread, random = (sum(_touching_pairs(grid, seed) for seed in range(10)) for grid in (GRID, None))
    assert spread < 0.8 * random


def _touching_pairs(grid: SquareGrid | None, seed: int) -> int:
    left = reduce_to_clues(enough=16, grid=grid, seed=seed)
    return sum(other in left for cell in left if isinstance(cell, int) for other in GRID.touching(cell))
