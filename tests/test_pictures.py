"""Laws of scenes and pictures: everything on a board is drawn, in its place, and recognisable without colour."""

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import combinations, pairwise
from math import dist, isclose
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

import growth_boards
import masume
from effort import example_names, trials
from hexagon import hexagons
from masume import examples
from masume.core.claims import with_claims
from masume.core.genre import Genre
from masume.core.grid import Grid, inner_edges
from masume.core.layers import UNKNOWN_CLUE, RuledOut, Where
from masume.core.look import Look, Outline, Path, Stroke, Text
from masume.core.places import Place
from masume.core.square import square
from masume.drawing import THEMES, layout, themes
from masume.drawing.polylines import join_segments
from masume.drawing.roles import Role
from masume.drawing.scene import Circle, Label, Line, Point, Polygon, Rectangle, Ring, Scene, Shape, Tone
from masume.drawing.scene_builder import SceneBuilder
from registry import Specimen, all_genres, genre_ids, random_board, specimens
from test_terminal import number_clues, with_added_mark

every_genre = pytest.mark.parametrize("genre", all_genres(), ids=genre_ids)
GRIDS: list[Grid] = [square(1, 1), square(3, 4), square(5, 5, frozenset({0, 7, 24})), hexagons(3, 4)]
SVG = "{http://www.w3.org/2000/svg}"


def random_boards(genre: Genre, number: int = 10) -> list[masume.Board]:
    random, number = Random(genre.name), trials(number)
    grids = [grid for grid in GRIDS if genre.needs <= grid.abilities]
    return [random_board(genre, grid, random, marks=0.4, given=0.2) for grid in grids for _ in range(number)]


def look_of(genre: Genre) -> Look:
    look: Look = masume.genres.load_part(genre, "look", "LOOK")
    return look


def parse_svg(svg: str) -> ElementTree.Element:
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    return root


def assert_well_formed(svg: str, board: masume.Board) -> None:
    root = parse_svg(svg)
    assert root[0].tag == f"{SVG}title"
    assert (root[0].text or "").startswith(f"{board.genre.title}, {board.grid.size}")
    for element in root.iter():
        assert not {"class", "style", "id", "href"} & set(element.attrib), (
            "names would clash if several pictures are on one page"
        )
        assert element.tag != f"{SVG}style"
        assert element.tag != f"{SVG}text" or {"x", "y"} <= set(element.attrib)
    assert "url(" not in svg
    assert "dominant-baseline" not in svg
    assert "nan" not in svg.replace(root[0].text or "", "")


@pytest.mark.parametrize("specimen", specimens(), ids=str)
def test_the_picture_of_every_specimen_is_well_formed(specimen: Specimen) -> None:
    board = specimen.board
    for theme in THEMES:
        assert_well_formed(masume.render(board, "svg", theme=theme), board)


@pytest.mark.parametrize("name", example_names())
def test_the_picture_of_every_example_is_well_formed_and_shows_its_clues(name: str) -> None:
    board, answer = examples.find(name), examples.find(f"{name}.answer")
    for shown, marks in ((board, "mark"), (answer, "solution"), (answer, "common")):
        svg = masume.render(shown, "svg", marks=marks)
        assert_well_formed(svg, shown)
        texts = [element.text or "" for element in parse_svg(svg).iter(f"{SVG}text")]
        assert Counter(int(text) for text in texts if text.isdigit()) >= Counter(number_clues(board))


def test_characters_that_xml_forbids_do_not_break_a_picture() -> None:
    board = examples.find(examples.names()[0])
    strange = replace(board, info={"title": "<&\"'> 数独 \U0001f600", "author": "]]>"})
    for caption in ("", "<&>\x07\x00\ud800"):
        svg = masume.render(strange, "svg", caption=caption)
        assert_well_formed(svg, board)
        assert svg.encode().decode() == svg


def extreme_points(shape: Shape) -> list[Point]:
    """Return points whose bounding box contains a shape, including the width of its line."""
    if isinstance(shape, Rectangle):
        return [(shape.left, shape.top), (shape.left + shape.width, shape.top + shape.height)]
    if isinstance(shape, Polygon):
        return [point for ring in shape.rings for point in ring]
    if isinstance(shape, Line):
        half = shape.width / 2
        return [(x + shift, y + shift) for x, y in shape.points for shift in (-half, half)]
    (x, y) = shape.middle
    if isinstance(shape, Circle):
        half_width = half_height = shape.radius + shape.width / 2
    else:
        half_width, half_height = 0.3 * shape.size * len(shape.text), 0.36 * shape.size
    return [(x - half_width, y - half_height), (x + half_width, y + half_height)]


@every_genre
def test_nothing_is_clipped(genre: Genre) -> None:
    for board in random_boards(genre):
        for caption in ("", "Solved: the solution is unique", "a caption that is far too long for such a small board"):
            numbered = board.grid.kind == "square"
            everywhere = [*board.grid.corners, *board.grid.edges, *board.grid.cells]
            claims = [claim for layer in genre.mark_layers for claim in claims_of(board, layer.name)]
            highlights: dict[str, Any] = {
                "errors": board.grid.corners,
                "ghosts": {"?": claims, "12": claims},
                **dict.fromkeys(("reasons", "rules", "boundary"), everywhere),
            }
            scene = masume.scene_of(board, caption=caption, coordinates=numbered, **highlights)
            right, bottom = scene.left + scene.width, scene.top + scene.height
            for x, y in (point for shape in scene.shapes for point in extreme_points(shape)):
                assert scene.left - 1e-9 <= x <= right + 1e-9
                assert scene.top - 1e-9 <= y <= bottom + 1e-9


@every_genre
def test_numbers_are_centred_in_their_cells_and_fit(genre: Genre) -> None:
    texts = [part.layer for part in look_of(genre).parts if isinstance(part, Text)]
    for board in random_boards(genre):
        labels = {(label.middle, label.text) for label in masume.scene_of(board).shapes if isinstance(label, Label)}
        for layer in [layer for layer in genre.clue_layers if layer.name in texts]:
            for cell, clue in board.clues[layer.name].items():
                if clue != UNKNOWN_CLUE:
                    assert (layout.cell_middle(board.grid, cell), str(clue)) in labels
    for number in (1, 12, 345, 999_999_999):
        builder = SceneBuilder(random_boards(genre)[0], look_of(genre), Role.MARK)
        builder.write(0, str(number), Role.CLUE)
        (label,) = builder.shapes
        assert isinstance(label, Label)
        assert 0.7 * label.size * len(label.text) <= 0.9


def without_colour(scene: Scene) -> list[tuple[object, ...]]:
    """Return the shapes as if printed in black, as tuples without roles: each tone is black, pale or white."""
    return [
        (*shape._replace(role=Role.MARK, tone=_tone_without_colour(shape.tone)), type(shape)) for shape in scene.shapes
    ]


def _tone_without_colour(tone: Tone) -> Tone:
    return tone if tone in (Tone.PAPER, Tone.WHITE, Tone.TINT) else Tone.INK


@every_genre
def test_marks_and_given_marks_are_visible_and_differ_without_colour(genre: Genre) -> None:
    random = Random(genre.name)
    for grid in GRIDS[:3]:
        for _ in range(20):
            board = random_board(genre, grid, random, marks=0.3, given=0.1)
            if variants := with_added_mark(board, random):
                before, marked, given = (without_colour(masume.scene_of(each)) for each in (board, *variants))
                assert before != marked != given != before, masume.write(board, "json")


@every_genre
def test_clues_differ_from_marks_without_colour(genre: Genre) -> None:
    for board in random_boards(genre):
        for label in (shape for shape in masume.scene_of(board).shapes if isinstance(shape, Label)):
            assert label.bold == (label.role in (Role.CLUE, Role.GIVEN))


@every_genre
def test_marks_have_the_requested_role(genre: Genre) -> None:
    roles = {"mark": Role.MARK, "solution": Role.SOLUTION, "common": Role.COMMON}
    for board in random_boards(genre, 3):
        for marks, role in roles.items():
            drawn = {shape.role for shape in masume.scene_of(board, marks=marks).shapes}
            assert not drawn & (set(roles.values()) - {role})


@pytest.mark.parametrize("name", example_names())
def test_solved_loops_are_one_closed_line(name: str) -> None:
    answer = examples.find(f"{name}.answer")
    scene = masume.scene_of(answer, marks="solution")
    lines = [shape for shape in scene.shapes if isinstance(shape, Line) and shape.role is Role.SOLUTION]
    if any(isinstance(part, Stroke | Path | Outline) for part in look_of(answer.genre).parts):
        assert [line.closed for line in lines] == [True]
    else:
        assert not lines


def unit_segments(lines: list[Ring]) -> Counter[tuple[Point, Point]]:
    """Split lines into segments as long as an edge, and count how often each occurs."""
    segments: Counter[tuple[Point, Point]] = Counter()
    for (x, y), (u, v) in (pair for line in lines for pair in pairwise(line)):
        length = dist((x, y), (u, v))
        number = max(round(length / 0.577), 1) if length < 1 else round(length)  # an edge of a hexagon is 0.577 long
        steps = [(x + (u - x) * i / number, y + (v - y) * i / number) for i in range(number + 1)]
        for start, end in pairwise([(round(p, 6), round(q, 6)) for p, q in steps]):
            segments[min(start, end), max(start, end)] += 1
    return segments


@pytest.mark.parametrize("grid", GRIDS, ids=repr)
@pytest.mark.parametrize("rings", [False, True])
def test_joined_segments_cover_every_edge_once(grid: Grid, rings: bool) -> None:
    random = Random(repr(grid))
    for share in (0.1, 0.4, 0.7, 1):
        edges = [edge for edge in grid.edges if random.random() < share]
        polylines = join_segments(map(grid.ends, edges), grid.point, rings=rings)
        lines = [(*points, points[0]) if closed else points for points, closed in polylines]
        expected = unit_segments([(grid.point(start), grid.point(end)) for start, end in map(grid.ends, edges)])
        assert unit_segments(lines) == expected


def is_within(point: Point, rings: tuple[Ring, ...]) -> bool:
    """Return whether a ray from a point to the right crosses the rings an odd number of times."""
    x, y = point[0], point[1] + 1e-4
    sides = ((start, end) for ring in rings for start, end in zip(ring, (*ring[1:], ring[0]), strict=True))
    crossings = sum(
        (a[1] > y) != (b[1] > y) and x < a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) for a, b in sides
    )
    return crossings % 2 == 1


@pytest.mark.parametrize("grid", [*GRIDS, square(9, 9), hexagons(7, 7)], ids=repr)
def test_the_outline_of_cells_contains_them_and_no_others(grid: Grid) -> None:
    random = Random(repr(grid))
    for share in (0.2, 0.5, 0.8, 1):
        cells = {cell for cell in grid.cells if random.random() < share}
        rings = layout.trace_outline(grid, sorted(cells))
        for cell in grid.cells:
            assert is_within(layout.cell_middle(grid, cell), rings) == (cell in cells)


@pytest.mark.parametrize("grid", GRIDS, ids=repr)
def test_middles_of_neighbours_are_one_apart(grid: Grid) -> None:
    assert len({grid.point(corner) for corner in grid.corners}) == len(grid.corners)
    for cell, neighbour in map(grid.cells_beside, inner_edges(grid)):
        assert isclose(dist(layout.cell_middle(grid, cell), layout.cell_middle(grid, neighbour)), 1)
    for edge in grid.edges:
        assert isclose(dist(*map(grid.point, grid.ends(edge))), 1 if grid.sides == 4 else 3**-0.5)


@every_genre
def test_rooms_have_walls_on_every_edge_between_them(genre: Genre) -> None:
    layers = [layer.name for layer in genre.clue_layers if layer.where is Where.ROOMS]
    for board in random_boards(genre) if layers else ():
        room_of = {cell: room for room in board.clues[layers[0]] for cell in room}
        grid = board.grid
        beside = ((edge, [room_of[cell] for cell in grid.cells_beside(edge)]) for edge in grid.edges)
        walls = [grid.ends(edge) for edge, rooms in beside if len(rooms) == 1 or rooms[0] != rooms[1]]
        lines = [
            shape for shape in masume.scene_of(board).shapes if isinstance(shape, Line) and shape.role is Role.WALL
        ]
        drawn = [(*line.points, line.points[0]) if line.closed else line.points for line in lines]
        assert unit_segments(drawn) == unit_segments([(grid.point(start), grid.point(end)) for start, end in walls])


@every_genre
@pytest.mark.parametrize("hole", [0, 1, 4])
def test_a_hole_differs_from_a_cell(genre: Genre, hole: int) -> None:
    whole, holed = (masume.Board(genre, grid) for grid in (square(3, 3), square(3, 3, frozenset({hole}))))
    assert without_colour(masume.scene_of(whole)) != without_colour(masume.scene_of(holed))


def test_highlights_must_be_places() -> None:
    board = examples.find(examples.names()[0])
    wrong: list[Any] = ["r1c1000", None, 1.5, frozenset({"r1c1"}), ()]
    for place in wrong:
        with pytest.raises(masume.MasumeError):
            masume.scene_of(board, hints=[place])
        with pytest.raises(masume.MasumeError):
            masume.scene_of(board, reasons=[place])


def places_of_all_kinds(grid: Grid) -> list[Place]:
    places: list[Place] = [grid.cells[0], grid.edges[0], grid.corners[-1], grid.lines[0], grid.seats[0], grid.board]
    return [*places, frozenset(grid.cells[:2]), tuple(grid.cells[-2:])]


HIGHLIGHT_ROLES = {"hints": Role.HINT, "reasons": Role.REASON, "errors": Role.ERROR}
HIGHLIGHT_SETS = [
    set(names) for number in range(len(HIGHLIGHT_ROLES) + 1) for names in combinations(HIGHLIGHT_ROLES, number)
]


@every_genre
def test_hints_reasons_and_errors_are_visible_and_differ_without_colour(genre: Genre) -> None:
    """Also if one place is both a hint and a reason, or all three."""
    for board in random_boards(genre, 2):
        for place in places_of_all_kinds(board.grid):
            views = []
            for names in HIGHLIGHT_SETS:
                highlights: dict[str, Any] = {name: [place] for name in names}
                scene = masume.scene_of(board, **highlights)
                shown = {shape.role for shape in scene.shapes if shape.tone is Tone.INK} & set(HIGHLIGHT_ROLES.values())
                assert shown == {HIGHLIGHT_ROLES[name] for name in names}
                views.append(without_colour(scene))
            assert all(view1 != view2 for view1, view2 in combinations(views, 2))


@every_genre
def test_reasons_hide_nothing_of_the_board(genre: Genre) -> None:
    for board in random_boards(genre, 3):
        grid = board.grid
        reasons = [*grid.cells, *grid.edges, *grid.corners]
        without, explained = masume.scene_of(board), masume.scene_of(board, reasons=reasons)
        assert [shape for shape in explained.shapes if shape.role is not Role.REASON] == list(without.shapes)
        lines = [shape for shape in explained.shapes if shape.role is Role.REASON and shape.tone is Tone.INK]
        later = [shape for shape in without.shapes if shape.role in (Role.CLUE, Role.WALL) and shape.tone is Tone.INK]
        order = {id(shape): at for at, shape in enumerate(explained.shapes)}
        assert all(order[id(line)] < order[id(shape)] for line in lines for shape in explained.shapes if shape in later)


OUTLINE_ROLES = {"rules": Role.RULE, "reasons": Role.REASON, "boundary": Role.BOUNDARY}


@every_genre
def test_what_hints_are_based_on_differs_without_colour(genre: Genre) -> None:
    """The places of rules, other reasons and boundaries, alone and together, on all kinds of places and marks."""
    for board in random_boards(genre, 2):
        for place in [*places_of_all_kinds(board.grid), *builder_of(board).filled_cells[:1]]:
            views = []
            for number in range(len(OUTLINE_ROLES) + 1):
                for names in combinations(OUTLINE_ROLES, number):
                    highlights: dict[str, Any] = {name: [place] for name in names}
                    scene = masume.scene_of(board, **highlights)
                    shown = {shape.role for shape in scene.shapes if shape.tone is Tone.INK}
                    assert shown & set(OUTLINE_ROLES.values()) == {OUTLINE_ROLES[name] for name in names}
                    views.append(without_colour(scene))
            assert all(view1 != view2 for view1, view2 in combinations(views, 2))


def builder_of(board: masume.Board) -> SceneBuilder:
    return SceneBuilder(board, look_of(board.genre), Role.MARK)


def claims_of(board: masume.Board, layer: str) -> list[masume.Claim]:
    """Return a claim about every undecided place of a layer of marks, with different values."""
    values = board.alphabet(board.genre.mark_layer(layer)).values
    places = board.genre.mark_layer(layer).places(board.grid)
    undecided = [place for place in places if place not in board.decided_marks(layer)]
    return [masume.Claim(layer, place, values[at % len(values)]) for at, place in enumerate(undecided)]


@every_genre
def test_ghosts_are_numbered_and_differ_from_marks_without_colour(genre: Genre) -> None:
    for board in random_boards(genre, 3):
        plain = without_colour(masume.scene_of(board))
        for claim in (claim for layer in genre.mark_layers for claim in claims_of(board, layer.name)[:6]):
            scene = masume.scene_of(board, ghosts={"7": [claim]})
            ghost = without_colour(scene)
            assert ghost[: len(plain)] == plain, "ghosts are drawn over the board"
            assert {shape.role for shape in scene.shapes[len(plain) :]} == {Role.GHOST}
            assert [shape.text for shape in scene.shapes if isinstance(shape, Label) and shape.text == "7"]
            marked = without_colour(masume.scene_of(with_claims(board, [claim])))
            assert [shape for shape in marked if shape not in plain] != ghost[len(plain) :]
            denied = without_colour(masume.scene_of(board, ghosts={"7": [claim._replace(holds=False)]}))
            assert plain != denied


@every_genre
def test_marks_that_follow_at_once_differ_from_others_and_from_none(genre: Genre) -> None:
    for board in random_boards(genre, 3):
        for layer in genre.mark_layers:
            for claim in claims_of(board, layer.name)[:3]:
                if claim.value == layer.default and any(claim.place in clues for clues in board.clues.values()):
                    continue  # such marks are not drawn
                marked = with_claims(board, [claim])
                unmarked, as_mark = masume.scene_of(board).shapes, masume.scene_of(marked).shapes
                if as_mark != unmarked:  # in a complete layer, marks with the default value are not drawn
                    assert as_mark != masume.scene_of(marked, folded=[claim.place]).shapes != unmarked


@pytest.mark.parametrize("theme", [themes.find(name) for name in THEMES], ids=THEMES)
def test_marks_that_follow_at_once_are_lighter(theme: themes.Theme) -> None:
    for tone in (Tone.INK, Tone.AREA, Tone.TINT):
        folded, mark = (contrast(theme.colour(role, tone), theme.paper) for role in (Role.FOLDED, Role.MARK))
        assert 1 < folded < mark
    for role in (Role.RULE, Role.BOUNDARY, Role.GHOST):
        assert contrast(theme.colour(role, Tone.INK), theme.paper) >= 3, role
    assert contrast(theme.colour(Role.CLUE, Tone.INK), theme.colour(Role.FOLDED, Tone.AREA)) >= 4.5
    hint, light = (theme.colour(role, Tone.TINT) for role in (Role.HINT, Role.REMARK))
    assert contrast(hint, light) > 1.15, "hints differ from the light of lamps"


@every_genre
def test_values_that_have_just_been_ruled_out_are_crossed_out(genre: Genre) -> None:
    layers = [part.layer for part in look_of(genre).parts if isinstance(part, Text)]
    for layer in (layer.name for layer in genre.mark_layers if layer.name in layers):
        board = masume.Board(genre, square(4, 4))
        values, cell = board.alphabet(genre.mark_layer(layer)).values, board.grid.cells[0]
        first, both = (board.with_marks({layer: {cell: RuledOut(ruled_out)}}) for ruled_out in (values[:1], values[:2]))
        scene = masume.scene_of(both, before=first)
        texts = {shape.text: shape.role for shape in scene.shapes if isinstance(shape, Label)}
        assert texts == {str(value): Role.HINT if value == values[1] else Role.MARK for value in values[1:]}
        assert sum(isinstance(shape, Line) and shape.role is Role.HINT for shape in scene.shapes) == 1
        assert masume.scene_of(both).shapes != scene.shapes


@pytest.mark.parametrize("grid", GRIDS, ids=repr)
def test_hatching_lies_inside_its_cell(grid: Grid) -> None:
    for cell in grid.cells:
        polygon = layout.cell_polygon(grid, cell)
        segments = layout.trace_hatching(polygon, 0.1)
        assert len(segments) > 5
        for (x, y), (u, v) in segments:
            assert is_within(((x + u) / 2, (y + v) / 2), (polygon,))
            assert isclose(x + y, u + v, abs_tol=1e-9)


def signed_area(ring: Ring) -> float:
    """Return the area inside a ring: positive if it runs clockwise, otherwise negative."""
    return sum(x * v - u * y for (x, y), (u, v) in zip(ring, (*ring[1:], ring[0]), strict=True)) / 2


@pytest.mark.parametrize("grid", [*GRIDS, square(9, 9), hexagons(7, 7)], ids=repr)
def test_the_inner_outline_lies_inside_its_cells(grid: Grid) -> None:
    random = Random(repr(grid))
    for share in (0.2, 0.5, 0.8, 1):
        cells = sorted(cell for cell in grid.cells if random.random() < share)
        rings, inner = layout.trace_outline(grid, cells), layout.trace_inner_outline(grid, cells, 0.1)
        for cell in grid.cells:
            assert is_within(layout.cell_middle(grid, cell), tuple(inner)) == (cell in cells)
        for point in (point for ring in inner for point in ring):
            assert is_within(point, rings)
        whole, within = (sum(map(signed_area, layout.trace_inner_outline(grid, cells, depth))) for depth in (0, 0.1))
        assert within < whole or not cells
        assert isclose(whole, sum(signed_area(layout.cell_polygon(grid, cell)) for cell in cells), abs_tol=1e-9)


def test_adjacent_cells_share_an_outline_and_cells_that_touch_in_a_corner_do_not() -> None:
    grid = square(2, 2)
    (ring,) = layout.trace_inner_outline(grid, [0, 1], 0.25)
    assert set(ring) == {(0.25, 0.25), (1.75, 0.25), (1.75, 0.75), (0.25, 0.75)}
    assert len(layout.trace_inner_outline(grid, [0, 3], 0.25)) == 2
    hole, frame = sorted(layout.trace_inner_outline(square(3, 3), [0, 1, 2, 3, 5, 6, 7, 8], 0.25), key=signed_area)
    assert set(hole) == {(0.75, 0.75), (2.25, 0.75), (2.25, 2.25), (0.75, 2.25)}
    assert set(frame) == {(0.25, 0.25), (2.75, 0.25), (2.75, 2.75), (0.25, 2.75)}


def test_the_list_of_themes_is_complete() -> None:
    assert tuple(themes.names()) == THEMES


def luminance(colour: str) -> float:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (red, green, blue)]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(colour1: str, colour2: str) -> float:
    """Return the contrast ratio of WCAG 2."""
    low, high = sorted(map(luminance, (colour1, colour2)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [themes.find(name) for name in THEMES], ids=THEMES)
def test_colours_have_enough_contrast(theme: themes.Theme) -> None:
    marks = (Role.MARK, Role.SOLUTION, Role.COMMON, Role.GIVEN)
    for role in (*marks, Role.CLUE, Role.LABEL):
        assert contrast(theme.colour(role, Tone.INK), theme.paper) >= 4.5, role
    for role in marks:
        area = theme.colour(role, Tone.AREA)
        assert contrast(area, theme.paper) >= 3, role
        assert contrast(theme.colour(Role.CLUE, Tone.INK), theme.colour(role, Tone.TINT)) >= 4.5, role
    for role in (Role.HINT, Role.REASON, Role.ERROR):
        assert contrast(theme.colour(role, Tone.INK), theme.paper) >= 3, role
        assert contrast(theme.colour(Role.CLUE, Tone.INK), theme.colour(role, Tone.TINT)) >= 4.5, role
    assert contrast(theme.black, theme.white) >= 15


@pytest.mark.parametrize("theme", [themes.find(name) for name in THEMES], ids=THEMES)
def test_reasons_are_fainter_than_hints_and_errors(theme: themes.Theme) -> None:
    reason_contrast = contrast(theme.colour(Role.REASON, Tone.TINT), theme.paper)
    for role in (Role.HINT, Role.ERROR):
        assert 1 < reason_contrast < contrast(theme.colour(role, Tone.TINT), theme.paper), role
    board = examples.find(examples.names()[0])
    for place in (board.grid.cells[0], board.grid.edges[0], board.grid.corners[0]):
        highlights: list[dict[str, Any]] = [{name: [place]} for name in HIGHLIGHT_ROLES]
        scenes = [masume.scene_of(board, **each) for each in highlights]
        hint, reason, error = (
            max(getattr(shape, "width", 0) for shape in scene.shapes if shape.role is role and shape.tone is Tone.INK)
            for scene, role in zip(scenes, HIGHLIGHT_ROLES.values(), strict=True)
        )
        assert reason < min(hint, error)


# How colours look to people who lack one type of cones: Machado, Oliveira and Fernandes 2009, severity 1.
BLINDNESS = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


@pytest.mark.parametrize("blindness", BLINDNESS)
@pytest.mark.parametrize("theme", THEMES[:2])
def test_colour_blind_readers_can_distinguish_marks_and_highlights(theme: str, blindness: str) -> None:
    def perceive(role: Role) -> list[float]:
        colour = themes.find(theme).colour(role, Tone.INK)
        parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
        return [sum(weight * part for weight, part in zip(row, parts, strict=True)) for row in BLINDNESS[blindness]]

    pairs = [*combinations((Role.SOLUTION, Role.ERROR, Role.CLUE), 2), (Role.HINT, Role.REASON)]
    for role1, role2 in [*pairs, (Role.REASON, Role.ERROR), (Role.REASON, Role.CLUE)]:
        assert dist(perceive(role1), perceive(role2)) > 60, (role1, role2)


def test_pictures_do_not_depend_on_hash_seeds() -> None:
    code = (
        "import hashlib, masume; names = [name + end for name in masume.examples.names() for end in ('', '.answer')];"
        "print([hashlib.sha256(masume.render(masume.examples.find(n), 'svg').encode()).hexdigest() for n in names])"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, check=True, env={**os.environ, "PYTHONHASHSEED": seed}
        )
        for seed in ("1", "2")
    ]
    assert runs[0].stdout == runs[1].stdout


def test_boards_and_outcomes_display_themselves_in_notebooks() -> None:
    board = examples.find(examples.names()[0])
    outcome = masume.solve(board)
    assert board._repr_svg_() == masume.render(board, "svg")
    shown = outcome._repr_svg_()
    assert shown is not None
    assert "Solved: the solution is unique" in shown
    assert board.genre.title in repr(board)
    unsolvable = masume.solve(masume.read("template/2/2/9"))
    assert unsolvable._repr_svg_() is None
    assert unsolvable.verdict == "No solution"
    template = masume.genres.find("template")
    assert masume.Board(template, square(101, 100))._repr_svg_() is None
    wide = masume.Board(template, square(10, 100))._repr_svg_()
    assert wide is not None
    assert parse_svg(wide).get("width") == "900"


def test_bad_options_are_explained() -> None:
    board = examples.find(examples.names()[0])
    for style, sentence in (
        ({"theme": "pink"}, "unknown theme 'pink': expected one of light, dark, print"),
        ({"marks": "wish"}, "unknown kind of marks 'wish'"),
        ({"cell": 0}, "expected a cell size of 1 to 1000 pixels, not 0"),
        ({"cell": float("nan")}, "expected a cell size of 1 to 1000 pixels"),
        ({"hints": [10**9]}, "has no place"),
    ):
        with pytest.raises(masume.MasumeError, match=re.escape(sentence)):
            masume.render(board, "svg", **style)
    on_hexagons = masume.Board(masume.genres.find("template"), hexagons(2, 2))
    with pytest.raises(masume.MasumeError, match="coordinates need a square grid, not a hexagon one"):
        masume.render(on_hexagons, "svg", coordinates=True)


@every_genre
def test_equal_boards_have_equal_pictures(genre: Genre) -> None:
    for board in random_boards(genre, 3):
        reordered = {name: dict(reversed(list(entries.items()))) for name, entries in board.marks.items()}
        assert masume.render(board.with_marks(reordered), "svg") == masume.render(board, "svg")


def test_drawing_takes_work_in_proportion_to_the_board() -> None:
    """Four times as many cells take about four times as many function calls; benchmarks/pictures.py measures time."""
    genre = next(genre for genre in all_genres() if any(isinstance(part, Stroke) for part in look_of(genre).parts))
    small, large = (growth_boards.make_board(genre.name, side, Random("pictures"), share=1.0) for side in (20, 40))
    for kind in ("svg", "pdf"):
        for board in (small, large):
            masume.render(board, kind)  # loads modules and fonts, and fills the caches of the grids
        assert count_calls(partial(masume.render, large, kind)) < 5 * count_calls(partial(masume.render, small, kind))


def count_calls(function: Callable[[], object]) -> int:
    """Call a function, and return how many function calls that took, in Python and in C."""
    counted = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        function()
    finally:
        sys.setprofile(None)
    return counted
