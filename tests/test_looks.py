"""Parts of looks that no shipped genre uses, tested with a genre that has a number in every cell."""

import sys
from dataclasses import replace
from io import BytesIO
from math import hypot
from random import Random
from types import ModuleType

import pytest
from PIL import Image

import masume
from hexagon import hexagons
from masume.core.genre import Genre
from masume.core.grid import Grid
from masume.core.layers import Layer, Numbers, Symbols
from masume.core.look import ClueCircle, Fill, Lattice, Look, Text
from masume.core.places import PlaceKind
from masume.core.square import square
from masume.drawing import THEMES, layout, themes
from masume.drawing.roles import Role
from masume.drawing.scene import Circle, Scene, Tone
from registry import random_board
from test_pictures import assert_well_formed, without_colour
from test_terminal import is_circled, with_added_mark

LOOK = Look(Lattice.LINES, (Fill("shade", "shaded"), ClueCircle("shade", "white"), Text("numbers")))
NUMBERS = [3, 1, 2, 12, 2, 7]
CELL_SIZE = 40


@pytest.fixture
def genre(monkeypatch: pytest.MonkeyPatch) -> Genre:
    """A genre in which cells with numbers are shaded or white; white is the default."""
    package, look = ModuleType("circled_numbers"), ModuleType("circled_numbers.look")
    package.__dict__.update(NAMES=("circled_numbers",), look=look)
    look.__dict__.update(LOOK=LOOK)
    monkeypatch.setitem(sys.modules, package.__name__, package)
    monkeypatch.setitem(sys.modules, look.__name__, look)
    return Genre(
        package.__name__,
        title="Circled Numbers",
        clues=(Layer("numbers", PlaceKind.CELL, Numbers(1, 99)),),
        marks=(Layer("shade", PlaceKind.CELL, Symbols({"shaded": "#", "white": "+"}), default="white"),),
        answer=("shade",),
    )


@pytest.fixture
def board(genre: Genre) -> masume.Board:
    """A board with a number in every cell; two cells are shaded and three are white, one of these given."""
    marks = {"shade": {0: "white", 1: "shaded", 3: "white", 5: "shaded"}}
    return masume.Board(genre, square(2, 3), {"numbers": dict(enumerate(NUMBERS))}, {"shade": {2: "white"}}, marks)


def circles(scene: Scene) -> dict[tuple[float, float], Circle]:
    return {shape.middle: shape for shape in scene.shapes if isinstance(shape, Circle)}


def test_circles_are_drawn_around_clues_for_default_marks(board: masume.Board) -> None:
    for marks, role in (("mark", Role.MARK), ("solution", Role.SOLUTION), ("common", Role.COMMON)):
        roles = {middle: circle.role for middle, circle in circles(masume.scene_of(board, marks=marks)).items()}
        assert roles == {(0.5, 0.5): role, (2.5, 0.5): Role.GIVEN, (0.5, 1.5): role}


def test_a_complete_layer_shows_circles_only_for_given_marks(board: masume.Board) -> None:
    complete = replace(board, marks={"shade": {**board.marks["shade"], 4: "white"}})
    assert list(circles(masume.scene_of(complete))) == [(2.5, 0.5)]


@pytest.mark.parametrize("grid", [square(2, 2), hexagons(2, 2)], ids=repr)
def test_circles_lie_inside_their_cells(genre: Genre, grid: Grid) -> None:
    marked = masume.Board(genre, grid, marks={"shade": dict.fromkeys(grid.cells[:-1], "white")})
    drawn = circles(masume.scene_of(marked))
    for cell in grid.cells[:-1]:
        (x, y), circle = layout.cell_middle(grid, cell), drawn[layout.cell_middle(grid, cell)]
        edges = (layout.edge_middle(grid, edge) for edge in grid.edges_of(cell))
        assert circle.radius + circle.width / 2 < min(hypot(u - x, v - y) for u, v in edges)


@pytest.mark.parametrize("theme", THEMES)
def test_circles_are_in_pictures(board: masume.Board, theme: str) -> None:
    svg = masume.render(board, "svg", theme=theme)
    assert_well_formed(svg, board)
    assert svg.count("<circle") == 3
    picture = Image.open(BytesIO(masume.render(board, "png", theme=theme, cell=CELL_SIZE))).convert("RGB")
    scene = masume.scene_of(board)
    circle = circles(scene)[0.5, 0.5]
    at = (circle.middle[0] + circle.radius - scene.left) * CELL_SIZE, (circle.middle[1] - scene.top) * CELL_SIZE
    colour = themes.find(theme).colour(Role.MARK, Tone.INK)
    expected = tuple(int(colour[start : start + 2], 16) for start in (1, 3, 5))
    found = picture.getpixel((round(at[0]) - 1, round(at[1])))
    assert isinstance(found, tuple)
    assert max(abs(a - b) for a, b in zip(found, expected, strict=True)) < 40
    without = masume.Board(board.genre, board.grid, board.clues)
    assert masume.render(board, "pdf", theme=theme) != masume.render(without, "pdf", theme=theme)


def test_the_terminal_shows_a_sign_after_the_clue(board: masume.Board) -> None:
    assert masume.render(board) == (
        "┌─────┬─────┬─────┐\n│  3◦ │██1██│ 2[◦]│\n├─────┼─────┼─────┤\n│ 12◦ │  2  │██7██│\n└─────┴─────┴─────┘"
    )
    assert masume.render(board, ascii_only=True) == (
        "+-----+-----+-----+\n|  3o |##1##| 2[o]|\n+-----+-----+-----+\n| 12o |  2  |##7##|\n+-----+-----+-----+"
    )


def test_every_mark_is_visible_and_differs_from_a_given_one(genre: Genre) -> None:
    """The same law as in test_pictures and test_terminal; here it also covers default marks on clues."""
    assert is_circled(genre, "shade", "white")
    random = Random("circled numbers")
    for _ in range(60):
        before = random_board(genre, square(3, 3), random, marks=0.3, given=0.1)
        if variants := with_added_mark(before, random):
            scenes = [without_colour(masume.scene_of(each)) for each in (before, *variants)]
            assert all(scenes.count(scene) == 1 for scene in scenes)
            for ascii_only in (False, True):
                assert len({masume.render(each, ascii_only=ascii_only) for each in (before, *variants)}) == 3
