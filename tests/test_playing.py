"""What a page gets: sheets draw marks as pictures do, positions say what `check` says, links open the same board."""

import json
import re
from functools import partial
from io import BytesIO
from itertools import product
from random import Random
from typing import Any
from urllib.parse import unquote

import pytest

import masume
from effort import Effort, trials
from hexagon import hexagons
from masume import genres, playing
from masume.core.genre import Genre
from masume.core.grid import Grid, distances
from masume.core.layers import UNKNOWN_CLUE
from masume.core.look import Look, Satisfied
from masume.core.square import square
from masume.drawing import svg, themes
from masume.drawing.board_scene import scene_of
from masume.drawing.extras import import_extra
from masume.drawing.fonts import BOLD, FAMILY, REGULAR
from masume.drawing.roles import Role
from masume.drawing.scene import Point, Shape, move
from masume.playing.coding import UNIT, Glyphs, write_shapes
from masume.playing.mark_looks import MarkLooks, middle_of
from registry import all_genres, genre_ids, random_board

every_genre = pytest.mark.parametrize("genre", all_genres(), ids=genre_ids)


def shipped() -> list[masume.Board]:
    """Return the small shipped boards, with --thorough also those of medium size."""
    sizes = ("small", "medium") if Effort.thorough else ("small",)
    return [masume.examples.find(name) for name in masume.examples.names() if name.endswith(sizes)]


def solved(board: masume.Board) -> masume.Board:
    answer = masume.solve(board).board
    assert answer is not None
    return answer


every_board = pytest.mark.parametrize("board", shipped(), ids=repr)


def grids_for(genre: Genre) -> list[Grid]:
    grids: list[Grid] = [square(3, 4), square(4, 3, frozenset({5})), square(1, 1), hexagons(3, 3)]
    return [grid for grid in grids if genre.needs <= grid.abilities]


def random_boards(genre: Genre, number: int) -> list[masume.Board]:
    random = Random(genre.name)
    return [random_board(genre, grid, random) for grid in grids_for(genre) for _ in range(trials(number))]


def outline_of(shapes: dict[Any, list[Shape]], middle: Point) -> list[Any]:
    """Return what shapes look like from a point; rings and lines may begin at any of their points."""
    x, y = middle
    return [
        (key, [sorted(re.findall(r"-?[\d.]+|var\S+", write_shapes([move(shape, -x, -y)]))) for shape in members])
        for key, members in shapes.items()
    ]


@every_genre
def test_places_that_share_a_look_look_alike(genre: Genre) -> None:
    look: Look = genres.load_part(genre, "look", "LOOK")
    for board, layer in product(random_boards(genre, 3), genre.mark_layers):
        looks, places = MarkLooks(board, look, layer, Glyphs()), layer.places(board.grid)
        for value, role in product(board.alphabet(layer).values, (Role.MARK, Role.TRIAL)):
            found = looks.of_value(value, role)
            drawn: dict[int, Any] = {}
            for number, place in enumerate(places):
                shapes = outline_of(looks.draw_value(place, value, role), middle_of(board.grid, place))
                assert drawn.setdefault(found if isinstance(found, int) else found[number], shapes) == shapes


class Composer:
    """Puts the picture of a sheet with marks together, as a page does it."""

    def __init__(self, sheet: dict[str, Any]) -> None:
        self.sheet = sheet
        self.groups = [[group["base"]] for group in sheet["groups"]]
        for clue in sheet["clues"]:
            self.groups[clue["group"]].append(clue["svg"])
        self.values: list[dict[int, int]] = []  # of each layer, by place

    def put(self, look: Any, number: int, at: list[float]) -> None:
        for group, glyph in self.sheet["looks"][look if isinstance(look, int) else look[number]]:
            self.groups[group].append(f'<g transform="translate({at[0]} {at[1]})">{self.sheet["glyphs"][glyph]}</g>')

    def put_marks(self, layer: dict[str, Any], marks: dict[str, Any]) -> None:
        values = {layer["places"].index(name): layer["values"].index(mark) for name, mark in marks.items()}
        for number, value in values.items():
            self.put(layer["marks"][value], number, layer["at"][number])
        self.values.append(values)

    def put_rays(self, word: dict[str, Any]) -> None:
        held = self.values[word["layer"]]
        lit = {n for group in word["groups"] if any(held.get(m) == word["value"] for m in group) for n in group}
        for number in lit:
            self.put(word["look"], number, self.sheet["layers"][word["layer"]]["at"][number])

    def put_outline(self, word: dict[str, Any]) -> None:
        held = self.values[word["layer"]]
        for edge in word["edges"]:
            sides = sorted(held.get(cell, -1) for cell in edge["cells"])
            if sides in ([word["inside"]], sorted((word["inside"], word["outside"]))):
                self.put(edge["look"], 0, edge["at"])

    def picture(self, marks: dict[str, Any]) -> str:
        for layer in self.sheet["layers"]:
            self.put_marks(layer, marks.get(layer["name"], {}))
        for word in self.sheet["derived"]:
            if word["word"] == "rays":
                self.put_rays(word)
            elif word["word"] == "outline":
                self.put_outline(word)
        left, top, width, height = self.sheet["box"]
        shapes = "".join(element for group in self.groups for element in group)
        paper = f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="var(--paper)"/>'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        text = f'{head}viewBox="{left} {top} {width} {height}">{paper}{shapes}{self.sheet["coordinates"]}</svg>'
        colours = themes.variable_values("light")
        return re.sub(r"var\(--([\w-]+)\)", lambda match: colours[match[1]], text)


def rasterize(picture: str) -> bytes:
    resvg = import_extra("resvg_py", "png")
    return bytes(resvg.svg_to_bytes(svg_string=picture, font_files=[str(REGULAR), str(BOLD)], font_family=FAMILY))


@every_board
def test_a_sheet_with_marks_looks_like_a_picture_of_the_board(board: masume.Board) -> None:
    from PIL import Image, ImageChops

    answer = solved(board)
    marks = answer.to_dict()["marks"]
    composed = rasterize(Composer(playing.sheet_of(board)).picture(marks))
    scene = scene_of(answer, coordinates=True, before=board)
    drawn = rasterize(svg.write(scene, themes.find("light"), UNIT))
    one, other = (Image.open(BytesIO(data)).convert("L") for data in (composed, drawn))
    assert abs(one.width - other.width) <= 1
    assert abs(one.height - other.height) <= 1
    size = (min(one.width, other.width), min(one.height, other.height))
    difference = ImageChops.difference(one.crop((0, 0, *size)), other.crop((0, 0, *size)))
    differing = sum(difference.point(lambda level: level > 96).histogram()[128:])
    assert differing < 0.004 * size[0] * size[1]


@every_genre
def test_the_cursor_reaches_every_cell(genre: Genre) -> None:
    for board in [*random_boards(genre, 1), *(each for each in shipped() if each.genre is genre)]:
        cells = playing.sheet_of(board)["cells"]
        reached = distances([0], partial(targets_of, cells["moves"]))
        assert sorted(reached) == list(range(len(board.grid.cells)))
        assert sorted(cell for row in cells["rows"] for cell in row) == list(range(len(board.grid.cells)))


def targets_of(moves: list[list[int]], cell: int) -> list[int]:
    return [other for other in moves[cell] if other >= 0]


def test_arrows_lead_back() -> None:
    genre = all_genres()[0]
    moves = playing.sheet_of(masume.Board(genre, square(3, 4)))["cells"]["moves"]
    for cell, targets in enumerate(moves):
        for arrow, target in enumerate(targets):
            assert target < 0 or moves[target][(arrow + 2) % 4] == cell


@every_genre
def test_every_value_of_every_layer_can_be_put_in(genre: Genre) -> None:
    for board in random_boards(genre, 1):
        sheet = playing.sheet_of(board)
        for number, layer in enumerate(sheet["layers"]):
            inputs = [each for each in sheet["inputs"] if each["layer"] == number]
            offered = {value for each in inputs for value in each.get("values", (each.get("on"), each.get("off")))}
            is_typed = any(each["kind"] == "digits" for each in inputs)
            assert is_typed or offered == set(range(len(layer["values"])))
            assert {place for around in layer["around"] for place in around} == set(range(len(layer["places"])))


@every_genre
def test_links_open_the_same_puzzle(genre: Genre) -> None:
    for board in random_boards(genre, 3):
        sheet = playing.sheet_of(board)
        opened = playing.find_board(unquote(sheet["link"].removeprefix("?")))
        assert playing.sheet_of(opened)["key"] == sheet["key"]
        again = playing.board_from(json.loads(json.dumps(sheet["puzzle"])), sheet["marks"])
        assert again == board


@every_board
def test_positions_say_what_check_says(board: masume.Board) -> None:
    random = Random(3)
    look: Look = genres.load_part(board.genre, "look", "LOOK")
    for _ in range(trials(10)):
        marked = random_board_like(board, random)
        position = playing.position_of(marked)
        assert [rule["rule"] for rule in position["broken"]] == [
            rule for rule, _ in masume.check(marked, finished=False)
        ]
        assert position["solved"] == (not masume.check(marked))
        assert bool(position["overlay"]) == any(place for rule in position["broken"] for place in rule["places"])
    final = playing.position_of(solved(board))
    assert final["solved"]
    assert final["message"] == "No rule is broken."
    needless = playing.position_of(board)["satisfied"]
    for word in look.feedback:
        if isinstance(word, Satisfied):
            clues = {board.place_name(place) for place, clue in board.clues[word.layer].items() if clue != UNKNOWN_CLUE}
            assert {*final["satisfied"][word.layer]} == clues  # even those that need no marks
            assert not needless[word.layer]


@every_board
def test_a_line_that_may_go_straight_on_satisfies_no_clue_that_needs_a_turn(board: masume.Board) -> None:
    look: Look = genres.load_part(board.genre, "look", "LOOK")
    pairs = [
        (word, place)
        for word in look.feedback
        if isinstance(word, Satisfied) and word.straight_on
        for place in board.clues[word.layer]
    ]
    for word, place in pairs:
        assert isinstance(place, int)
        edges = board.grid.edges_of(place)
        for one, other in zip(edges, edges[len(edges) // 2 :], strict=False):
            ends = {cell for edge in (one, other) for cell in board.grid.cells_beside(edge)} - {place}
            if len(ends) == 2 and all(len(board.grid.neighbours(cell)) == len(edges) for cell in ends):
                position = playing.position_of(board.with_marks({word.straight_on: {one: "line", other: "line"}}))
                assert board.place_name(place) not in position["satisfied"][word.layer]


def random_board_like(board: masume.Board, random: Random) -> masume.Board:
    """Return the board with a third of its marks, of which a few are wrong."""
    marks: dict[str, dict[Any, Any]] = {}
    for layer, entries in solved(board).marks.items():
        values = board.alphabet(board.genre.mark_layer(layer)).values
        chosen = (place for place in entries if random.random() < 0.3)
        marks[layer] = {place: random.choice(values) if random.random() < 0.1 else entries[place] for place in chosen}
    return board.with_marks(marks)


@every_board
def test_hints_and_steps_lead_to_the_solution(board: masume.Board) -> None:
    answer = solved(board)
    *steps, end = playing.narrate(board)
    assert end["end"].startswith("Solved")
    position = board.to_dict()
    for item in steps:
        step = item["step"]
        assert step["before"] == playing.board_from(position, position["marks"]).to_dict()["marks"]
        for layer, entries in step["marks"].items():
            position["marks"].setdefault(layer, {}).update(entries)
        assert step["overlays"]["marks"]
        assert all(0 <= tick["until"] < len(step["chain"]) for tick in step["chain"])
    last = playing.board_from(position, position["marks"])
    assert last.decided_marks(board.genre.answer[0]) == answer.decided_marks(board.genre.answer[0])
    hint = playing.hint_for(board, seconds=5)
    assert hint["kind"] == "step"
    hinted = playing.board_from(board.to_dict(), hint["step"]["marks"])
    assert playing.mistakes_in(hinted)["number"] == 0
    assert playing.hint_for(answer)["kind"] == "done"


@every_board
def test_a_wrong_mark_is_found(board: masume.Board) -> None:
    layer = board.genre.answer[0]
    place, right = next(iter(solved(board).marks[layer].items()))
    wrong = next(value for value in board.alphabet(board.genre.mark_layer(layer)).values if value != right)
    marked = board.with_marks({layer: {place: wrong}})
    found = playing.mistakes_in(marked)
    assert found["number"] == 1
    assert found["wrong"] == {layer: [board.place_name(place)]}
    assert found["overlay"]
    assert playing.hint_for(marked, seconds=2)["kind"] == "mistakes"
    assert playing.mistakes_in(board)["number"] == 0


def test_verdicts_and_ratings() -> None:
    board = shipped()[0]
    assert playing.verdict_of(board)["unique"] is True
    assert playing.rating_of(board)["level"] in range(1, 7)
    open_board = board.without_clues(board.droppable_clues)
    assert playing.verdict_of(open_board)["message"] == "This puzzle has several solutions."
    layer = board.genre.answer[0]
    place, right = next(iter(solved(board).marks[layer].items()))
    wrong = next(value for value in board.alphabet(board.genre.mark_layer(layer)).values if value != right)
    marked = playing.verdict_of(board.with_marks({layer: {place: wrong}}), from_marks=True)
    assert marked["message"] == "This puzzle with these marks has no solution."
    with pytest.raises(masume.NotUniqueError):
        playing.rating_of(open_board)


def test_cards_have_all_genres_and_shipped_boards() -> None:
    cards = playing.cards()
    assert sorted(card["name"] for card in cards) == genres.names()
    assert sorted(board["name"] for card in cards for board in card["boards"]) == masume.examples.names()
    assert all(card["picture"].startswith("<svg") for card in cards)


FILE = f"{masume.examples.names()[0]}.txt"


@pytest.mark.parametrize("text", ["/etc/passwd", "../README.md", FILE, f"../examples/{FILE}", "", "~"])
def test_no_file_is_opened_because_of_a_text(text: str) -> None:
    with pytest.raises(masume.InputError):
        playing.find_board(text)


def test_the_theme_has_every_colour_that_a_sheet_uses() -> None:
    css = playing.theme_css()
    for board in shipped():
        text = json.dumps(playing.sheet_of(board))
        assert all(f"--{name}:" in css for name in re.findall(r"var\(--([\w-]+)\)", text))


@every_genre
def test_feedback_names_layers_and_rules_of_the_genre(genre: Genre) -> None:
    look: Look = genres.load_part(genre, "look", "LOOK")
    rules = {rule.id for rule in genre.all_rules}
    for word in look.feedback:
        if isinstance(word, Satisfied):
            assert word.layer in [layer.name for layer in genre.clue_layers]
            assert set(word.rules) <= rules
        else:
            assert word.layer in [layer.name for layer in genre.mark_layers]
