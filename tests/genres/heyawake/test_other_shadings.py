"""Other shadings, and the sketches that they fit: the rules of the genre decide the same."""

from collections.abc import Iterator
from random import Random

import pytest

import masume
from masume.core.board import Board
from masume.core.generation import Faults, Plan
from masume.core.random_shapes import draw_isolated_cells
from masume.generating.repairing import find_other_solutions
from masume.generating.requests import make_request
from masume.genres.heyawake.changes import divide, reshade
from masume.genres.heyawake.generation import GENERATION, shading_of
from masume.genres.heyawake.other_shadings import OtherShadings
from masume.genres.heyawake.sheet import sheet_of
from masume.genres.heyawake.sketch import Change, Sketch

SYMMETRIES = ("none", "rot2", "diagonal")


def drafts(plan: Plan, number: int) -> Iterator[Board]:
    """Yield drafts, most of which have several solutions."""
    drawn = (GENERATION.draw(plan, Random(seed)) for seed in range(100))
    yield from [board for board in drawn if board is not None][:number]


def sketch_of(board: Board) -> Sketch:
    """Return the sketch of a draft."""
    sheet = sheet_of(board.grid)
    return Sketch(sheet, shading_of(board), (sheet.rectangle(room) for room in board.clues["rooms"]))


def board_of(plan: Plan, sketch: Sketch) -> Board:
    """Return the board of a sketch, with all numbers, solved."""
    sheet = sketch.sheet
    numbers = {
        sheet.cells_of(room): (sheet.area(room) & sketch.shaded).bit_count() // 2 for room in sorted(sketch.rooms)
    }
    return with_shading(plan.make_board({"rooms": numbers}, {}), sketch.shaded)


def with_shading(board: Board, shaded: int) -> Board:
    """Return a board with other cells shaded."""
    bits = enumerate(sheet_of(board.grid).bits)
    return board.with_marks({"shade": {cell: "shaded" if shaded & each else "white" for cell, each in bits}})


def changes(plan: Plan, sketch: Sketch, random: Random) -> Iterator[Change]:
    """Yield some changes of a sketch."""
    for _ in range(4):
        change = reshade(sketch, random.choice(plan.grid.cells), random)
        if change is not None:
            yield change
    yield from divide(plan, sketch, random.choice(sketch.rooms))


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_changes_of_a_sketch_keep_its_walls_right(symmetry: str) -> None:
    plan, random = make_request("heyawake", "7x7", symmetry=symmetry).plan, Random(1)
    for board in drafts(plan, 3):
        for change in changes(plan, sketch_of(board), random):
            changed = sketch_of(board).after(change)
            assert changed.walls == Sketch(changed.sheet, changed.shaded, changed.rooms).walls
            rooms = board_of(plan, changed).clues["rooms"]  # which refuses rooms that overlap or leave cells out
            assert {plan.symmetry.image_of(room) for room in rooms} == set(rooms)


def test_white_lines_are_those_of_the_rules() -> None:
    plan, random = make_request("heyawake", "6x7").plan, Random(2)
    seen = set()
    for board in drafts(plan, 4):
        for change in changes(plan, sketch_of(board), random):
            sketch = sketch_of(board).after(change)
            broken = masume.check(board_of(plan, sketch))
            expected = "H5" in [violation.rule for violation in broken]
            assert sketch.sheet.has_white_line(sketch.shaded, sketch.walls) == expected == bool(sketch.white_lines())
            seen.add(expected)
    assert seen == {True, False}


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_shadings_that_fit_are_solutions(symmetry: str) -> None:
    """Also after changes, and those that do not fit are none, as long as they are near."""
    plan, random, fitting = make_request("heyawake", "7x7", symmetry=symmetry).plan, Random(3), 0
    for board in drafts(plan, 6):
        sketch, found = sketch_of(board), find_other_solutions(board, searches=8).boards
        others = OtherShadings(sketch, map(shading_of, found))
        assert set(others.fitting(sketch)) >= set(map(shading_of, found))
        for _ in range(4):
            found_changes = list(changes(plan, sketch, random))
            for change in found_changes:
                changed = board_of(plan, sketch.after(change))
                fit = others.fitting_after(change, sketch)
                fitting += len(fit)
                for shaded in [*fit, *map(shading_of, found)]:
                    is_solution = not masume.check(with_shading(changed, shaded)) and shaded != change.shaded
                    assert is_solution == (shaded in fit)
            for change in found_changes[-1:]:
                others.follow(change, sketch.sheet)
                sketch = sketch.after(change)
    assert fitting


@pytest.mark.thorough
@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_repaired_drafts_have_none_of_the_known_solutions(symmetry: str) -> None:
    plan, repaired = make_request("heyawake", "8x8", symmetry=symmetry).plan, 0
    assert GENERATION.repair is not None
    for seed, board in enumerate(drafts(plan, 5)):
        found = find_other_solutions(board, searches=4)
        changed = GENERATION.repair(plan, board, Faults(True, *found), Random(seed)) if found.places else None
        if changed is not None:
            repaired += 1
            assert masume.check(changed) == []
            for other in found.boards:
                assert shading_of(other) == shading_of(changed) or masume.check(changed.with_marks(other.marks))
    assert repaired


def test_parts_of_other_shadings_are_tried_alone() -> None:
    """Two cells that can be shaded in either of two ways, far from each other, are two other shadings and their sum."""
    sheet = sheet_of(make_request("heyawake", "2x7").plan.grid)
    sketch = Sketch(sheet, sheet.bits_of([0, 6]), [(0, 0, 2, 4), (0, 4, 2, 7)])
    fitting = OtherShadings(sketch, [sheet.bits_of([7, 13])]).fitting(sketch)
    assert set(fitting) == {sheet.bits_of(cells) for cells in ([7, 13], [0, 13], [7, 6])}


def test_isolated_cells_are_white_at_their_sides() -> None:
    plan = make_request("heyawake", "5x5").plan
    sheet = sheet_of(plan.grid)
    for seed in range(5):
        shaded = sheet.bits_of(draw_isolated_cells(plan, 0.3, Random(seed)))
        assert sheet.is_connected(shaded)
        assert sheet.cells_at(shaded) == sorted(cell for cell in plan.grid.cells if shaded & sheet.bits[cell])
