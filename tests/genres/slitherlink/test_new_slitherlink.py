"""New boards of Slitherlink."""

from random import Random

import pytest

import masume
from generated import check_drafts, medians
from masume.generating import make_request
from masume.genres.slitherlink.full_loops import draw_full_inside
from masume.genres.slitherlink.generation import draw_border, share_inside

# The 10 to 90 % of published boards of 10x10 cells.
RANGES = {
    "cells inside": (0.54, 0.6),
    "lines per cell": (0.92, 1.18),
    "turns per line": (0.59, 0.77),
    "largest empty stretch": (0.01, 0.03),
    "clues per cell": (0.35, 0.53),
    "share of 0": (0.01, 0.2),
    "share of 1": (0.14, 0.31),
    "share of 2": (0.22, 0.56),
    "share of 3": (0.16, 0.42),
}


def test_drafts_are_correct() -> None:
    assert check_drafts("slitherlink") > 200


@pytest.mark.parametrize("symmetry", ["none", "rot2"])
def test_boards_look_like_published_ones(symmetry: str) -> None:
    found = medians("slitherlink", "10x10", symmetry, 12)
    assert {name: found[name] for name, (low, high) in RANGES.items() if not low <= found[name] <= high} == {}


def test_a_roomy_board_has_more_zeros() -> None:
    few, many = (medians("slitherlink", "10x10", "none", 5, style)["share of 0"] for style in ("winding", "roomy"))
    assert few < many


@pytest.mark.parametrize("size", [(1, 4), (3, 3), (4, 5), (9, 6)])
def test_a_full_loop_visits_every_corner(size: tuple[int, int]) -> None:
    plan = make_request("slitherlink", size, options={"visit_all": "yes"}).plan
    insides = [draw_full_inside(plan.grid, Random(seed)) for seed in range(5)]
    assert all(inside is not None and masume.check(draw_border(plan, inside)) == [] for inside in insides)
    assert min(size) < 4 or len({frozenset(inside or ()) for inside in insides}) == len(insides)


def test_no_loop_visits_all_of_an_odd_number_of_corners() -> None:
    plan = make_request("slitherlink", (4, 4), options={"visit_all": "yes"}).plan
    assert draw_full_inside(plan.grid, Random(1)) is None


def test_share_inside() -> None:
    board = draw_border(make_request("slitherlink", (3, 4)).plan, {0, 1, 2, 6})
    assert share_inside(board) == pytest.approx(4 / 12)
