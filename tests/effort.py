"""How much the tests try: a sample by default, everything with `pytest --thorough`, which `make check` runs.

Every law runs on every genre and every engine in both; only the number of random draws and of further examples differs.
"""

from collections.abc import Sequence
from typing import TypeVar

import masume
from masume import examples

T = TypeVar("T")


class Effort:
    """The option --thorough; `conftest.py` sets it before any test module is imported."""

    thorough = False


def trials(number: int) -> int:
    """Return how many random trials to make: `number` with --thorough, otherwise a tenth of it, at least three."""
    return number if Effort.thorough else min(number, max(3, number // 10))


def sample(items: Sequence[T], quick: int) -> list[T]:
    """Return all items with --thorough, otherwise `quick` of them, evenly spread, starting with the first."""
    if Effort.thorough or len(items) <= quick:
        return list(items)
    return [items[index * len(items) // quick] for index in range(quick)]


def example_names() -> list[str]:
    """Return the names of all examples with --thorough, otherwise of the smallest example of each genre."""
    names = examples.names()
    if Effort.thorough:
        return names
    smallest: dict[str, str] = {}
    for name in sorted(names, key=lambda name: (_size(name), name)):
        smallest.setdefault(examples.find(name).genre.name, name)
    return sorted(smallest.values())


def _size(name: str) -> int:
    board: masume.Board = examples.find(name)
    return len(board.grid.cells)
