"""Sketches of new boards: drafts are correct, symmetric, repeatable, and similar to published boards."""

from collections.abc import Sequence
from random import Random
from statistics import median

import pytest

import masume
from effort import sample, trials
from masume.core.board import Board
from masume.core.errors import InputError
from masume.core.generation import Faults, Generation, Plan
from masume.core.symmetry import CLUE_SYMMETRIES
from masume.generating.making import Maker
from masume.generating.requests import density_of, make_request

GENRE = masume.genres.find("akari")
GENERATION: Generation = masume.genres.load_part(GENRE, "generation", "GENERATION")
SIZES = [(1, 1), (1, 2), (1, 7), (6, 1), (2, 2), (2, 5), (3, 3), (5, 5), (4, 7), (9, 9), (10, 10), (20, 20)]
# What the measures of published boards are between, without the lowest and the highest tenth.
PUBLISHED = {
    "10x10": {  # of 56 boards
        "black cells": (0.16, 0.34),
        "grouped": (0, 1),
        "spread": (0.52, 1.35),
        "empty blocks": (0, 0.12),
        "corridor length": (2.38, 3.9),
        "longest corridor": (0.6, 1),
        "numbered": (0.36, 0.78),
        "mean number": (0.77, 1.73),
    },
    "20x36": {  # of 15 boards
        "black cells": (0.21, 0.31),
        "grouped": (0, 0.99),
        "spread": (0.72, 1.31),
        "empty blocks": (0, 0.05),
        "corridor length": (2.53, 3.64),
        "longest corridor": (0.25, 0.81),
        "numbered": (0.37, 0.57),
        "mean number": (0.73, 1.27),
    },
}


def plans(symmetry: str) -> list[Plan]:
    """Return plans of several sizes that have a symmetry, and of every style."""
    found = []
    for size in SIZES:
        for style in GENERATION.styles:
            try:
                found.append(make_request(GENRE, size, symmetry=symmetry, style=style).plan)
            except InputError:  # the grid does not have the symmetry
                continue
    return found


def repair(plan: Plan, board: Board, places: Sequence[int], random: Random) -> Board | None:
    assert GENERATION.repair is not None
    return GENERATION.repair(plan, board, Faults(True, places), random)


def require_draft(plan: Plan, board: Board) -> None:
    """Require that a board is a correct draft: all numbers, all lamps, black cells with the symmetry of the plan."""
    black = board.clues["numbers"]
    assert masume.check(board) == []
    assert len(board.marks["lamps"]) == len(plan.grid.cells) > len(black)
    assert "?" not in black.values()
    assert {plan.symmetry.image_of(cell) for cell in black} == set(black)
    if plan.style == "single":
        assert not any(black.keys() & set(plan.grid.neighbours(cell)) for cell in plan.grid.cells if cell in black)


@pytest.mark.parametrize("symmetry", CLUE_SYMMETRIES)
def test_drafts_are_correct_and_symmetric(symmetry: str) -> None:
    random = Random(symmetry)
    for plan in plans(symmetry):
        for _ in range(trials(30)):
            draft = GENERATION.draw(plan, random)
            assert draft is not None
            require_draft(plan, draft)


@pytest.mark.parametrize("symmetry", CLUE_SYMMETRIES)
def test_repaired_drafts_are_correct_and_symmetric(symmetry: str) -> None:
    random = Random(symmetry)
    for plan in plans(symmetry):
        draft = GENERATION.draw(plan, random)
        for _ in range(trials(30)):
            assert draft is not None
            cells = random.sample(plan.grid.cells, random.randint(0, len(plan.grid.cells)))
            repaired = repair(plan, draft, cells, random)
            if repaired is not None:
                require_draft(plan, repaired)
                draft = repaired


def test_a_repair_changes_little() -> None:
    plan, random = make_request(GENRE, "15x15").plan, Random("near")
    draft = GENERATION.draw(plan, random)
    assert draft is not None
    for _ in range(trials(100)):
        cell = random.choice([cell for cell in plan.grid.cells if cell not in draft.clues["numbers"]])
        repaired = repair(plan, draft, [cell], random)
        assert repaired is not None
        assert len(draft.clues["numbers"].keys() ^ repaired.clues["numbers"].keys()) <= 1
        assert len(draft.marks["lamps"].items() - repaired.marks["lamps"].items()) <= 10


def test_a_board_never_becomes_black_altogether() -> None:
    plan, random = make_request(GENRE, "2x2", symmetry="rot4").plan, Random("black")
    draft = GENERATION.draw(plan, random)
    assert draft is not None
    repaired = [repair(plan, draft, plan.grid.cells, random) for _ in range(100)]
    assert None in repaired
    assert all(board is None or not board.clues["numbers"] for board in repaired)


def test_the_same_seed_gives_the_same_board() -> None:
    plan = make_request(GENRE, "9x9", symmetry="rot2").plan
    boards = [[Maker(plan).make(Random(seed)) for seed in range(3)] for _ in range(2)]
    assert boards[0] == boards[1]
    assert boards[0][0] != boards[0][1]


@pytest.mark.parametrize("density", [0.18, 0.25, 0.35])
def test_boards_have_about_as_many_black_cells_as_wanted(density: float) -> None:
    maker, random = Maker(make_request(GENRE, "10x10", density=density).plan), Random("density")
    boards = [board for _ in range(trials(100)) if (board := maker.make(random)) is not None]
    assert median(map(density_of, boards)) == pytest.approx(density, rel=0.2)


@pytest.mark.parametrize("symmetry", ["none", "rot2"])
@pytest.mark.parametrize("size", sample(list(PUBLISHED), 1))
def test_boards_look_like_published_ones(size: str, symmetry: str) -> None:
    maker, random = Maker(make_request(GENRE, size, symmetry=symmetry).plan), Random("looks")
    boards = [board for _ in range(12) if (board := maker.make(random)) is not None]
    assert PUBLISHED[size].keys() == GENERATION.measures.keys()
    for name, (low, high) in PUBLISHED[size].items():
        assert low <= median(map(GENERATION.measures[name], boards)) <= high, name
