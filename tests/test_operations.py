"""A guard against slowdowns: it counts operations, not seconds, so the result is the same on any machine."""

import json
from importlib.metadata import version

import pytest

import operations
from masume import engines

pytestmark = pytest.mark.skipif(engines.why_unavailable("native") is not None, reason="needs the extension")
KNOWN = json.loads(operations.FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", operations.BOARDS)
def test_counts_have_not_grown(name: str) -> None:
    now = operations.count_operations(name)
    assert operations.find_growth(KNOWN["boards"][name], now, KNOWN["clingo"] == version("clingo")) == {}


@pytest.mark.parametrize("name", operations.BOARDS)
def test_counts_are_reproducible(name: str) -> None:
    first, second = operations.count_operations(name), operations.count_operations(name)
    assert first.keys() == second.keys() == KNOWN["boards"][name].keys()
    for key, count in first.items():
        assert abs(count - second[key]) <= 0.01 * count + 5, key


@pytest.mark.parametrize("name", operations.BOARDS)
@pytest.mark.parametrize("step", ["reading", "solving", "checking"])
def test_each_step_is_counted_with_cold_and_warm_caches(name: str, step: str) -> None:
    counts = KNOWN["boards"][name]
    assert 0 < counts[f"lines of {step}, warm"] <= counts[f"lines of {step}, cold"]


def test_growth_by_more_than_a_fifth_is_found() -> None:
    before = {"lines of reading, warm": 10_000, "conflicts": 1_000}
    assert operations.find_growth(before, {"lines of reading, warm": 12_050, "conflicts": 1_250}, True) == {}
    assert operations.find_growth(before, {"lines of reading, warm": 12_051, "conflicts": 900}, True) == {
        "lines of reading, warm": (10_000, 12_051)
    }
    assert operations.find_growth(before, {"lines of reading, warm": 1, "conflicts": 2_000}, True) == {
        "conflicts": (1_000, 2_000)
    }
    assert operations.find_growth(before, {"lines of reading, warm": 1, "conflicts": 2_000}, False) == {}
