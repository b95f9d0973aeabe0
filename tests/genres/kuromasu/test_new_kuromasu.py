"""New boards of Kuromasu."""

from random import Random

import pytest

from generated import check_drafts, medians
from masume.core.random_shapes import draw_isolated_cells
from masume.generating import make_request

# The 10 to 90 % of published boards of 10x10 cells.
RANGES = {"shaded cells": (0.18, 0.21), "mean number": (6.4, 9.4), "share of small numbers": (0, 0.17)}


def test_drafts_are_correct() -> None:
    assert check_drafts("kuromasu") > 80


@pytest.mark.parametrize("symmetry", ["none", "rot2"])
def test_boards_look_like_published_ones(symmetry: str) -> None:
    found = medians("kuromasu", "10x10", symmetry, 12)
    assert {name: found[name] for name, (low, high) in RANGES.items() if not low <= found[name] <= high} == {}


def test_styles_differ() -> None:
    few, many = (medians("kuromasu", "8x8", "none", 5, style)["shaded cells"] for style in ("open", "dense"))
    assert few < many


def test_shaded_cells_do_not_cut_a_single_row() -> None:
    plan = make_request("kuromasu", "1x9").plan
    for seed in range(20):
        assert draw_isolated_cells(plan, 0.3, Random(seed)) <= {0, 8}
