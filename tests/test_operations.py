"""The guard against growing slower: operations are counted, not seconds, so that it says the same on any machine."""

import json
from importlib.metadata import version

import pytest

import operations
from masume import engines

pytestmark = pytest.mark.skipif(engines.why_unavailable("native") is not None, reason="needs the extension")
KNOWN = json.loads(operations.FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", operations.BOARDS)
def test_a_board_takes_no_more_than_it_did(name: str) -> None:
    now = operations.counted(name)
    assert operations.grown(KNOWN["boards"][name], now, KNOWN["clingo"] == version("clingo")) == {}


@pytest.mark.parametrize("name", operations.BOARDS)
def test_counts_are_the_same_again(name: str) -> None:
    once, again = operations.counted(name), operations.counted(name)
    assert once.keys() == again.keys() == KNOWN["boards"][name].keys()
    for key, number in once.items():
        assert abs(number - again[key]) <= 0.01 * number + 5, key


def test_what_grows_by_over_a_fifth_is_told() -> None:
    then = {"lines, warm": 10_000, "conflicts": 1_000}
    assert operations.grown(then, {"lines, warm": 12_050, "conflicts": 1_250}, True) == {}
    assert operations.grown(then, {"lines, warm": 12_051, "conflicts": 900}, True) == {"lines, warm": (10_000, 12_051)}
    assert operations.grown(then, {"lines, warm": 1, "conflicts": 2_000}, True) == {"conflicts": (1_000, 2_000)}
    assert operations.grown(then, {"lines, warm": 1, "conflicts": 2_000}, False) == {}
