"""Caches: what they keep costs the garbage collector little.

A full collection visits every list, set, dictionary and object that is alive, and caches keep theirs alive.  It stops
visiting tuples of numbers, of text and of other such tuples, so caches should keep these.
"""

import gc

import pytest

import masume
from masume.core.caching import cached, clear_caches, clearable_dict

MAX_TRACKED_PER_CELL = 0.5


def test_clear_caches_empties_every_cache() -> None:
    calls = []

    @cached(2)
    def double(number: int) -> int:
        calls.append(number)
        return 2 * number

    by_name = clearable_dict()
    by_name["one"] = 1
    assert [double(3), double(3)] == [6, 6]
    clear_caches()
    assert not by_name
    assert double(3) == 6
    assert calls == [3, 3]


def count_tracked_objects() -> int:
    """Return how many objects a full collection visits."""
    for _ in range(4):  # each collection may find further tuples that need no visit
        gc.collect()
    return len(gc.get_objects())


@pytest.mark.parametrize("name", [name for name in masume.examples.names() if name.endswith("-large")])
def test_a_full_collection_visits_little_of_what_is_kept_for_a_grid(name: str) -> None:
    def check_answer() -> int:
        answer = masume.examples.find(f"{name}.answer")
        assert masume.check(answer) == []
        return len(answer.grid.cells)

    check_answer()  # imports what it needs
    clear_caches()
    before = count_tracked_objects()
    cells = check_answer()
    assert count_tracked_objects() - before <= MAX_TRACKED_PER_CELL * cells
