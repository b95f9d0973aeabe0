"""New boards of Corral."""

from random import Random

import pytest

from generated import check_drafts, medians
from masume.core.generation import Faults
from masume.generating import make_request
from masume.genres.corral.generation import draw, repair

# The 10 to 90 % of published boards of 10x10 cells.
RANGES = {
    "cells inside": (0.54, 0.65),
    "lines per cell": (0.92, 1.12),
    "turns per line": (0.53, 0.73),
    "2x2 blocks inside": (0.02, 0.24),
    "mean number": (3, 6.4),
    "clues per cell": (0.15, 0.24),
    "clumping of clues": (0.13, 0.9),
}


def test_drafts_are_correct() -> None:
    assert check_drafts("corral") > 80


@pytest.mark.parametrize("symmetry", ["none", "rot2"])
def test_boards_look_like_published_ones(symmetry: str) -> None:
    found = medians("corral", "10x10", symmetry, 12)
    assert {name: found[name] for name, (low, high) in RANGES.items() if not low <= found[name] <= high} == {}


def test_repaired_drafts_become_symmetric() -> None:
    plan, random = make_request("corral", "8x8", symmetry="rot2").plan, Random(1)
    board = draw(plan, random)
    assert board is not None
    for _ in range(400):
        sides = board.marks["side"]
        unlike = [cell for cell in plan.grid.cells if sides[cell] != sides[plan.symmetry.numbers[cell]]]
        if not unlike:
            return
        board = repair(plan, board, Faults(True, unlike), random) or board
    raise AssertionError("the board did not become symmetric")
