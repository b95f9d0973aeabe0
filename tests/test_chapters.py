"""Chapters and nearness: stories stay near the last marks, and their chapters cover all steps."""

from itertools import pairwise

import pytest

import masume
from hexagon import hexagons
from masume.core.grid import Grid
from masume.core.square import square
from masume.explaining.nearness import JUMP, Nearness, cells_of

BOARDS = [name for name in masume.examples.names() if name.endswith(("-small", "-medium"))]


@pytest.mark.parametrize("name", BOARDS)
def test_chapters_cover_all_steps_in_order(name: str) -> None:
    explanation = masume.Explanation(masume.examples.find(name))
    chapters = explanation.chapters
    numbers = [number for chapter in chapters for number in range(chapter.first, chapter.last + 1)]
    assert numbers == list(range(1, len(explanation.steps) + 1))
    assert all(chapter.title[:1].isupper() for chapter in chapters)
    titles = [title for title, _ in explanation.narrate() if title]
    assert titles == [chapter.title for chapter in chapters]
    assert all(one != other for one, other in pairwise(titles))


def test_distances_are_counted_in_cells() -> None:
    grid = square(5, 5)
    nearness = Nearness(grid, [grid.find("r1c1")])
    assert [nearness.distance(grid.find(name)) for name in ("r1c1", "r1c3", "r5c5", "r1c3w")] == [0, 2, 8, 1]
    assert nearness.is_jump(grid.find("r5c1"))
    assert not nearness.is_jump(grid.find("r4c1"))
    assert Nearness(grid).distance(grid.find("r5c5")) == 0
    assert JUMP == 3


@pytest.mark.parametrize(
    "grid", [square(3, 4), square(3, 3, frozenset({4})), hexagons(2, 3)], ids=lambda grid: grid.kind
)
def test_every_place_is_near_some_cells_except_the_board(grid: Grid) -> None:
    places = [*grid.cells, *grid.edges, *grid.corners, *grid.lines, *grid.seats]
    assert all(set(cells_of(grid, place)) <= set(grid.cells) and cells_of(grid, place) for place in places)
    assert cells_of(grid, frozenset(grid.cells)) == sorted(grid.cells)
    assert list(cells_of(grid, grid.board)) == []
