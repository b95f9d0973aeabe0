"""New boards of Heyawake: drafts are correct and symmetric, and look as published boards do."""

from random import Random
from statistics import median

import pytest

import masume
from masume.core.board import Board
from masume.core.generation import Faults, Plan
from masume.generating.making import Maker
from masume.generating.requests import make_request
from masume.genres.heyawake.generation import GENERATION
from masume.genres.heyawake.sketch import freedom, judge_line

# 10 % of 74 published boards of 10x10 with rectangular rooms have less, and 10 % have more.
USUAL = {
    "mean size of rooms": (3.64, 7.14),
    "spread of their sizes": (1.25, 3.94),
    "rooms one cell wide": (0.15, 0.74),
    "rooms with a number": (0.28, 0.76),
    "shaded cells": (0.27, 0.31),
}
SYMMETRIC_SIZES = [
    *((size, "none") for size in ("1x1", "1x7", "2x9", "7x10", "15x15")),
    *((size, "rot2") for size in ("1x1", "2x9", "7x10", "10x10")),
    *(("7x10", symmetry) for symmetry in ("horizontal", "vertical")),
    *((size, symmetry) for size in ("3x3", "11x11", "10x10") for symmetry in ("rot4", "diagonal", "antidiagonal")),
]


def draw_drafts(plan: Plan, seed: int) -> list[Board]:
    """Return a draft, and what repairs in a few places make of it."""
    random = Random(seed)
    drawn = (GENERATION.draw(plan, random) for _ in range(20))
    drafts = [next(board for board in drawn if board is not None)]
    assert GENERATION.repair is not None
    for _ in range(5):
        cells = random.sample(plan.grid.cells, min(4, len(plan.grid.cells)))
        repaired = GENERATION.repair(plan, drafts[-1], Faults(True, cells), random)
        if repaired is not None:
            drafts.append(repaired)
    return drafts


@pytest.mark.parametrize(("size", "symmetry"), SYMMETRIC_SIZES)
def test_drafts_are_correct_and_symmetric(size: str, symmetry: str) -> None:
    plan = make_request("heyawake", size, symmetry=symmetry).plan
    for draft in draw_drafts(plan, seed=1):
        rooms = draft.clues["rooms"]
        assert masume.check(draft) == []
        assert all(isinstance(number, int) for number in rooms.values())
        assert {plan.symmetry.image_of(room) for room in rooms} == set(rooms)


def test_the_same_seed_draws_the_same_drafts() -> None:
    plan = make_request("heyawake", "8x8", symmetry="rot2").plan
    one, other = ([masume.write(draft) for draft in draw_drafts(plan, seed=2)] for _ in range(2))
    assert one == other


def test_a_draft_is_not_repaired_nowhere() -> None:
    plan = make_request("heyawake", "6x6").plan
    assert GENERATION.repair is not None
    assert GENERATION.repair(plan, draw_drafts(plan, seed=3)[0], Faults(True, []), Random(0)) is None


def test_measures_are_those_of_published_boards() -> None:
    maker, random = Maker(make_request("heyawake", "10x10").plan), Random(4)
    made = (maker.make(random) for _ in range(100))
    boards = [board for board, _ in zip((each for each in made if each is not None), range(9), strict=False)]
    solved = [masume.solve(board).board for board in boards]
    for name, (low, high) in USUAL.items():
        values = [GENERATION.measures[name](board) for board in solved if board is not None]
        assert len(values) == 9
        assert low <= median(values) <= high, name


def test_numbers_are_symmetric() -> None:
    plan = make_request("heyawake", "8x8", symmetry="rot2").plan
    maker, random = Maker(plan), Random(5)
    board = next(board for board in (maker.make(random) for _ in range(50)) if board is not None)
    numbered = {room for room, number in board.clues["rooms"].items() if isinstance(number, int)}
    assert numbered
    assert {plan.symmetry.image_of(room) for room in numbered} == numbered


@pytest.mark.parametrize(
    ("shaded", "walls", "expected"),
    [
        (0b00000, 0b0000, (0, 0)),
        (0b00000, 0b0101, (0, 1)),  # all cells are white, with two walls
        (0b00010, 0b0101, (1, 0)),  # the second cell alone breaks the line
        (0b00101, 0b0101, (0, 0)),  # either shaded cell would do
        (0b10000, 0b0101, (0, 1)),  # the shaded cell is beyond the line
    ],
)
def test_lines(shaded: int, walls: int, expected: tuple[int, int]) -> None:
    assert judge_line(shaded, walls) == expected


def test_freedom() -> None:
    assert freedom(3, 3, 5) == 0  # one way
    assert freedom(1, 3, 1) == pytest.approx(1.0986, abs=1e-4)  # three ways
