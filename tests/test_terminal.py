"""Laws of the terminal picture: it depends on the board only, and everything in it can be recognised."""

import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

import masume
from effort import sample, trials
from masume import examples
from masume.core.genre import Genre
from masume.core.layers import Value, Where
from masume.core.look import ClueCircle, Look, SplitCells, Symbol, Text
from masume.core.places import Place
from masume.core.square import square
from masume.drawing.roles import Role
from registry import all_genres, genre_ids, random_board, specimens_of

every_genre = pytest.mark.parametrize("genre", all_genres(), ids=genre_ids)
EXPECTED_PICTURES = Path(__file__).parent / "data" / "pictures"
GRIDS = (square(1, 1), square(3, 4), square(5, 5, frozenset({0, 7, 24})))
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def random_boards(genre: Genre) -> list[masume.Board]:
    random = Random(genre.name)
    return [random_board(genre, grid, random, marks=0.4, given=0.2) for grid in GRIDS for _ in range(trials(10))]


@every_genre
def test_colour_changes_no_character(genre: Genre) -> None:
    for board in random_boards(genre):
        coloured = masume.render(board, colour=True)
        assert "\x1b[" in coloured
        assert ESCAPE.sub("", coloured) == masume.render(board)


@every_genre
def test_ascii_is_ascii_and_has_the_same_shape(genre: Genre) -> None:
    for board in random_boards(genre):
        plain, boxes = masume.render(board, ascii_only=True), masume.render(board)
        assert plain.isascii()
        assert [len(line) for line in plain.splitlines()] == [len(line) for line in boxes.splitlines()]


@every_genre
def test_marks_are_visible_without_colour_and_differ_from_given_ones(genre: Genre) -> None:
    solved = next(specimen.board for specimen in specimens_of(genre) if specimen.label == "solved")
    puzzle = solved.with_marks({})
    as_given = masume.Board(genre, solved.grid, solved.clues, solved.marks, options=solved.options)
    for ascii_only in (False, True):
        views = {masume.render(board, ascii_only=ascii_only) for board in (solved, puzzle, as_given)}
        assert len(views) == (3 if any(solved.marks.values()) else 1)


@every_genre
@pytest.mark.parametrize("ascii_only", [False, True], ids=["boxes", "ascii"])
def test_every_mark_is_visible_and_differs_from_a_given_one(genre: Genre, ascii_only: bool) -> None:
    random = Random(genre.name)
    for grid in GRIDS:
        for _ in range(trials(20)):
            board = random_board(genre, grid, random, marks=0.3, given=0.1)
            if variants := with_added_mark(board, random):
                views = {masume.render(each, ascii_only=ascii_only) for each in (board, *variants)}
                assert len(views) == 3, masume.write(board, "json")


@every_genre
def test_hints_reasons_and_errors_are_visible_without_colour(genre: Genre) -> None:
    """Also if one place is both a hint and a reason, for example."""
    for board in sample(random_boards(genre), 2):
        grid = board.grid
        places: list[Place] = [grid.cells[-1], *grid.edges[:2], grid.edges[-1], grid.corners[0], grid.corners[-1]]
        for place in [*places, grid.lines[0], grid.seats[-1], grid.board, frozenset(grid.cells[:2])]:
            names: list[tuple[str, ...]] = [(), ("hints",), ("reasons",), ("errors",)]
            chosen: list[dict[str, Any]] = [
                {name: [place] for name in first + second} for first in names for second in names
            ]
            for ascii_only in (False, True):
                views = {masume.render(board, ascii_only=ascii_only, **highlights) for highlights in chosen}
                assert len(views) == len(set(map(frozenset, chosen))) == 7


@every_genre
@pytest.mark.parametrize("kinds", [("cells",), ("cells", "edges", "corners")], ids="+".join)
def test_highlights_hide_nothing(genre: Genre, kinds: tuple[str, ...]) -> None:
    random = Random(genre.name)
    for grid in GRIDS:
        reasons = [place for kind in kinds for place in getattr(grid, kind)]
        for _ in range(trials(10)):
            board = random_board(genre, grid, random, marks=0.3, given=0.1)
            plain, boxes = (
                masume.render(board, ascii_only=ascii_only, reasons=reasons) for ascii_only in (True, False)
            )
            assert [len(line) for line in plain.splitlines()] == [len(line) for line in boxes.splitlines()]
            assert ESCAPE.sub("", masume.render(board, colour=True, reasons=reasons)) == boxes
            assert numbers_in(boxes) == numbers_in(masume.render(board))
            if variants := with_added_mark(board, random):
                assert len({masume.render(each, reasons=reasons) for each in (board, *variants)}) == 3


@every_genre
def test_a_default_mark_on_a_clue_is_shown_only_if_it_is_given(genre: Genre) -> None:
    look: Look = masume.genres.load_part(genre, "look", "LOOK")
    texts = {part.layer for part in look.parts if isinstance(part, Text)} & {layer.name for layer in genre.clue_layers}
    defaults = {(layer.name, layer.default) for layer in genre.mark_layers}
    random = Random(genre.name)
    for part in [part for part in look.parts if isinstance(part, Symbol) and (part.layer, part.mark) in defaults]:
        for _ in range(trials(20)):
            board = random_board(genre, square(3, 4), random)
            for cell in [cell for layer in texts for cell in board.clues[layer]]:
                mark = {part.layer: {cell: part.mark}}
                marked, as_given = replace(board, marks=mark), replace(board, given=mark)
                for ascii_only, sign in ((False, part.sign), (True, part.plain)):
                    views = [masume.render(each, ascii_only=ascii_only) for each in (board, marked, as_given)]
                    assert views[1].count(sign) == views[0].count(sign)
                    assert views[2].count(f"[{sign}]") == 1
                assert Role.GIVEN in {shape.role for shape in masume.scene_of(as_given).shapes}


def with_added_mark(board: masume.Board, random: Random) -> tuple[masume.Board, masume.Board] | None:
    """Return the board with one more mark, and with the same mark as a given one; None if it would not be drawn."""
    layer = random.choice(board.genre.mark_layers)
    undecided = [place for place in layer.places(board.grid) if place not in board.decided_marks(layer.name)]
    if len(undecided) < 2:  # the mark would complete the layer
        return None
    place, value = random.choice(undecided), random.choice(board.alphabet(layer).values)
    if (
        value == layer.default
        and any(place in clues for clues in board.clues.values())
        and not is_circled(board.genre, layer.name, value)
    ):
        return None
    given, marks = dict(board.given[layer.name]), dict(board.marks[layer.name])
    marks.pop(place, None), given.pop(place, None)  # values that were ruled out at this place
    marked = replace(board, marks={**board.marks, layer.name: {**marks, place: value}}, given={layer.name: given})
    as_given = replace(board, given={**board.given, layer.name: {**given, place: value}}, marks={layer.name: marks})
    return marked, as_given


def is_circled(genre: Genre, layer: str, value: Value) -> bool:
    """Return whether the look circles this mark, so that it is drawn even on cells with clues."""
    look: Look = masume.genres.load_part(genre, "look", "LOOK")
    return any(isinstance(part, ClueCircle) and (part.layer, part.mark) == (layer, value) for part in look.parts)


@every_genre
def test_every_number_is_in_the_picture_and_every_clue_is_visible(genre: Genre) -> None:
    random = Random(genre.name)
    for grid in GRIDS:
        for _ in range(trials(10)):
            board = random_board(genre, grid, random)
            assert numbers_in(masume.render(board)) == Counter(number_clues(board))
            for name, place in [(name, place) for name, clues in board.clues.items() for place in clues]:
                fewer = {key: clue for key, clue in board.clues[name].items() if key != place}
                without = replace(board, clues={**board.clues, name: fewer})
                for ascii_only in (False, True):
                    views = [masume.render(each, ascii_only=ascii_only) for each in (board, without)]
                    assert (views[0] == views[1]) == (board == without)


@pytest.mark.parametrize("name", examples.names())
def test_every_number_is_in_a_solved_picture(name: str) -> None:
    assert numbers_in(masume.render(examples.find(f"{name}.answer"))) >= Counter(number_clues(examples.find(name)))


def numbers_in(picture: str) -> Counter[int]:
    return Counter(map(int, re.findall(r"[0-9]+", picture)))


def number_clues(board: masume.Board) -> list[int]:
    return [clue for layer in board.clues.values() for clue in layer.values() if isinstance(clue, int)]


@every_genre
@pytest.mark.parametrize("shape", [(1, 1), (3, 4), (12, 11), (2, 101)], ids=str)
def test_coordinates_are_beside_the_picture(genre: Genre, shape: tuple[int, int]) -> None:
    rows, cols = shape
    board = random_board(genre, square(rows, cols), Random(genre.name), marks=0.4, given=0.2)
    for ascii_only in (False, True):
        plain = masume.render(board, ascii_only=ascii_only).splitlines()
        header, *lines = masume.render(board, ascii_only=ascii_only, coordinates=True).splitlines()
        margin = len(str(rows)) + 1
        assert [line[margin:] for line in lines] == plain
        assert [int(line[:margin]) for line in lines if line[:margin].strip()] == list(range(1, rows + 1))
        labels = list(re.finditer("[0-9]+", header))
        assert [int(label[0]) for label in labels] == list(range(1, cols + 1))
        middles = [(label.start() + label.end() - 1) // 2 for label in labels]
        width = (max(map(len, plain)) - 1) // (cols + (len(plain) > 2 * rows + 1))
        assert [b - a for a, b in pairwise(middles)] == [width] * (cols - 1)


@every_genre
@pytest.mark.parametrize("hole", [0, 1, 4])
def test_a_hole_differs_from_a_cell(genre: Genre, hole: int) -> None:
    look: Look = masume.genres.load_part(genre, "look", "LOOK")
    whole, holed = (masume.Board(genre, grid) for grid in (square(3, 3), square(3, 3, frozenset({hole}))))
    for ascii_only, sign in ((False, "╳"), (True, "X")):
        shown = masume.render(holed, ascii_only=ascii_only)
        assert shown != masume.render(whole, ascii_only=ascii_only)
        assert (sign * 3 in shown) != any(isinstance(part, SplitCells) for part in look.parts)


@pytest.mark.parametrize(
    ("genre", "layer"),
    [(genre, layer.name) for genre in all_genres() for layer in genre.clue_layers if layer.where is Where.ROOMS],
    ids=str,
)
def test_walls_between_rooms_are_heavier_than_lines_within(genre: Genre, layer: str) -> None:
    board = masume.Board(genre, square(2, 2), {layer: {frozenset({0, 1}): 1, frozenset({2, 3}): 0}})
    assert masume.render(board) == "┏━━━┯━━━┓\n┃ 1 │   ┃\n┣━━━┿━━━┫\n┃ 0 │   ┃\n┗━━━┷━━━┛"
    assert masume.render(board, ascii_only=True) == "+-------+\n| 1     |\n+-------+\n| 0     |\n+-------+"


@pytest.mark.parametrize("path", sorted(EXPECTED_PICTURES.glob("*.txt")), ids=lambda path: path.stem)
def test_pictures_are_as_expected(path: Path) -> None:
    text, *parts = re.split(r"\n== (.+)\n", path.read_text(encoding="utf-8"))
    expected = {name: picture.rstrip() for name, picture in zip(parts[::2], parts[1::2], strict=True)}
    board = masume.read(text)
    assert masume.render(board) == expected["boxes"]
    assert masume.render(board, ascii_only=True) == expected["ascii"]
    assert masume.render(board, coordinates=True) == expected["coordinates"]


def test_an_unknown_picture_format_is_refused() -> None:
    board = examples.find(examples.names()[0])
    with pytest.raises(masume.MasumeError, match="unknown picture format 'oil': expected one of terminal"):
        masume.render(board, "oil")
