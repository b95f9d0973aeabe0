"""New boards of Masyu: drafts and repairs are correct and symmetric, and boards look like published ones."""

from random import Random
from statistics import median

import pytest

import masume
from masume.core.generation import Faults, Plan
from masume.core.symmetry import CLUE_SYMMETRIES
from masume.core.tracks import cell_track
from masume.generating.making import Maker
from masume.generating.requests import make_request
from masume.genres.masyu.generation import GENERATION, draw, repair

SIZES = ["2x2", "2x7", "3x3", "4x4", "5x8", "7x7", "10x10", "11x6", "20x20"]
# Nine tenths of the published boards of 10x10 have at least, and at most, these values.
PUBLISHED = {
    "circles per cell": (0.19, 0.33),
    "black circles": (0.182, 0.522),
    "visited cells": (0.76, 0.92),
    "turns": (0.405, 0.512),
    "widest square without circles": (2, 3),
    "widest square without the loop": (1, 2),
}


def plan_for(size: str, symmetry: str = "none", **options: str) -> Plan:
    return make_request("masyu", size, symmetry=symmetry, options=options).plan


def assert_is_draft(plan: Plan, board: masume.Board) -> None:
    circles = board.clues["circles"]
    assert masume.check(board) == []
    assert len(board.marks["loop"]) == len(cell_track(plan.grid).edges)
    assert all(image in circles for cell in circles for image in plan.orbits[cell])


@pytest.mark.parametrize("symmetry", CLUE_SYMMETRIES)
@pytest.mark.parametrize("size", SIZES)
def test_drafts_and_repairs_are_correct_and_symmetric(size: str, symmetry: str) -> None:
    try:
        plan = plan_for(size, symmetry)
    except masume.InputError:
        pytest.skip("the grid has no such symmetry")
    board, random = draw(plan, Random(1)), Random(2)
    assert board is not None
    assert_is_draft(plan, board)
    for _ in range(5):
        edges = random.sample(plan.grid.edges, 3)
        repaired = repair(plan, board, Faults(True, edges), random)
        if repaired is not None:
            assert_is_draft(plan, repaired)
            assert repaired.marks != board.marks
            board = repaired


@pytest.mark.parametrize("size", ["1x1", "1x6", "6x1"])
def test_a_single_line_of_cells_has_no_loop(size: str) -> None:
    assert draw(plan_for(size), Random(1)) is None


def test_every_cell_is_visited_if_wanted() -> None:
    plan = plan_for("8x8", visit_all="yes")
    random = Random(4)
    boards = [board for board in (draw(plan, random) for _ in range(8)) if board is not None]
    assert boards
    for board in boards:
        assert_is_draft(plan, board)
        assert GENERATION.measures["visited cells"](board) == 1
    assert draw(plan_for("7x7", visit_all="yes"), random) is None  # a loop visits an even number of cells


def test_the_same_seed_draws_the_same_draft() -> None:
    plan = plan_for("9x9", "rot2")
    first, second = (draw(plan, Random("seed")) for _ in range(2))
    assert first is not None
    assert first == second
    faults = Faults(True, plan.grid.edges[:5])
    assert repair(plan, first, faults, Random(1)) == repair(plan, first, faults, Random(1))


def test_a_repair_changes_the_loop_near_the_place_only() -> None:
    plan = plan_for("20x20")
    board = draw(plan, Random(3))
    assert board is not None
    edge, near = plan.grid.find("r5c5n"), plan.grid.find("r5c5")
    repaired = next(filter(None, (repair(plan, board, Faults(True, [edge]), Random(seed)) for seed in range(20))))
    changed = [place for place, mark in board.marks["loop"].items() if repaired.marks["loop"][place] != mark]
    assert changed
    assert {cell for place in changed for cell in plan.grid.cells_beside(place)} <= set(plan.grid.within(near, 9))


def test_boards_look_like_published_ones() -> None:
    maker, random, solved = Maker(plan_for("10x10")), Random(7), list[masume.Board]()
    while len(solved) < 15:
        board = maker.make(random)
        outcome = masume.solve(board) if board is not None else None
        if outcome is not None and outcome.unique and outcome.board is not None:
            solved.append(outcome.board)
    for name, measure in GENERATION.measures.items():
        least, most = PUBLISHED[name]
        assert least <= median(map(measure, solved)) <= most, name
