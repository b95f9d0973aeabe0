"""Laws of the terminal picture: what it shows depends on the board alone, and a person can tell what is what."""

import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

import masume
from effort import trials
from masume import examples
from masume.core.genre import Genre
from masume.core.layers import Where
from masume.core.look import Look, SplitCells
from masume.core.places import Place
from masume.core.square import square
from registry import all_genres, genre_ids, random_board, specimens_of

every_genre = pytest.mark.parametrize("genre", all_genres(), ids=genre_ids)
PICTURES = Path(__file__).parent / "data" / "pictures"
GRIDS = (square(1, 1), square(3, 4), square(5, 5, frozenset({0, 7, 24})))
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def pictures(genre: Genre) -> list[masume.Board]:
    random = Random(genre.name)
    return [random_board(genre, grid, random, marks=0.4, given=0.2) for grid in GRIDS for _ in range(trials(10))]


@every_genre
def test_colour_changes_no_character(genre: Genre) -> None:
    for board in pictures(genre):
        coloured = masume.render(board, colour=True)
        assert "\x1b[" in coloured
        assert ESCAPE.sub("", coloured) == masume.render(board)


@every_genre
def test_ascii_is_ascii_and_has_the_same_shape(genre: Genre) -> None:
    for board in pictures(genre):
        plain, boxes = masume.render(board, ascii_only=True), masume.render(board)
        assert plain.isascii()
        assert [len(line) for line in plain.splitlines()] == [len(line) for line in boxes.splitlines()]


@every_genre
def test_marks_show_without_colour_and_differ_from_given_ones(genre: Genre) -> None:
    solved = next(specimen.board for specimen in specimens_of(genre) if specimen.label == "solved")
    puzzle = solved.with_marks({})
    as_given = masume.Board(genre, solved.grid, solved.clues, solved.marks, options=solved.options)
    for ascii_only in (False, True):
        views = {masume.render(board, ascii_only=ascii_only) for board in (solved, puzzle, as_given)}
        assert len(views) == (3 if any(solved.marks.values()) else 1)


@every_genre
@pytest.mark.parametrize("ascii_only", [False, True], ids=["boxes", "ascii"])
def test_one_more_mark_shows_and_one_more_given_mark_shows_otherwise(genre: Genre, ascii_only: bool) -> None:
    random = Random(genre.name)
    for grid in GRIDS:
        for _ in range(trials(20)):
            board = random_board(genre, grid, random, marks=0.3, given=0.1)
            more = with_one_more(board, random)
            if more is not None:
                views = {masume.render(each, ascii_only=ascii_only) for each in (board, *more)}
                assert len(views) == 3, masume.write(board, "json")


@every_genre
def test_hints_reasons_and_errors_show_without_colour(genre: Genre) -> None:
    """Also where a place is two of them."""
    for board in pictures(genre):
        grid = board.grid
        places: list[Place] = [grid.cells[-1], *grid.edges[:2], grid.edges[-1], grid.corners[0], grid.corners[-1]]
        for place in [*places, grid.lines[0], grid.seats[-1], grid.board, frozenset(grid.cells[:2])]:
            names: list[tuple[str, ...]] = [(), ("hints",), ("reasons",), ("errors",)]
            chosen: list[dict[str, Any]] = [{name: [place] for name in one + other} for one in names for other in names]
            for ascii_only in (False, True):
                views = {masume.render(board, ascii_only=ascii_only, **pointed) for pointed in chosen}
                assert len(views) == len(set(map(frozenset, chosen))) == 7


@every_genre
@pytest.mark.parametrize("kinds", [("cells",), ("cells", "edges", "corners")], ids="+".join)
def test_nothing_hides_behind_what_is_pointed_out(genre: Genre, kinds: tuple[str, ...]) -> None:
    random = Random(genre.name)
    for grid in GRIDS:
        reasons = [place for kind in kinds for place in getattr(grid, kind)]
        for _ in range(trials(10)):
            board = random_board(genre, grid, random, marks=0.3, given=0.1)
            plain, boxes = (masume.render(board, ascii_only=way, reasons=reasons) for way in (True, False))
            assert [len(line) for line in plain.splitlines()] == [len(line) for line in boxes.splitlines()]
            assert ESCAPE.sub("", masume.render(board, colour=True, reasons=reasons)) == boxes
            assert numbers(boxes) == numbers(masume.render(board))
            if more := with_one_more(board, random):
                assert len({masume.render(each, reasons=reasons) for each in (board, *more)}) == 3


def with_one_more(board: masume.Board, random: Random) -> tuple[masume.Board, masume.Board] | None:
    """The board with one more mark, and with the same one given; None where it would go without saying."""
    layer = random.choice(board.genre.mark_layers)
    undecided = [place for place in layer.places(board.grid) if place not in board.decided_marks(layer.name)]
    if len(undecided) < 2:  # the mark would complete the layer
        return None
    place, value = random.choice(undecided), random.choice(board.alphabet(layer).values)
    if value == layer.default and any(place in clues for clues in board.clues.values()):
        return None
    given, marks = dict(board.given[layer.name]), dict(board.marks[layer.name])
    marks.pop(place, None), given.pop(place, None)  # what was ruled out there
    one_more = replace(board, marks={**board.marks, layer.name: {**marks, place: value}}, given={layer.name: given})
    as_given = replace(board, given={**board.given, layer.name: {**given, place: value}}, marks={layer.name: marks})
    return one_more, as_given


@every_genre
def test_every_number_stands_in_the_picture_and_every_clue_shows(genre: Genre) -> None:
    random = Random(genre.name)
    for grid in GRIDS:
        for _ in range(trials(10)):
            board = random_board(genre, grid, random)
            assert numbers(masume.render(board)) == Counter(number_clues(board))
            for name, place in [(name, place) for name, clues in board.clues.items() for place in clues]:
                fewer = {key: clue for key, clue in board.clues[name].items() if key != place}
                without = replace(board, clues={**board.clues, name: fewer})
                for ascii_only in (False, True):
                    views = [masume.render(each, ascii_only=ascii_only) for each in (board, without)]
                    assert (views[0] == views[1]) == (board == without)


@pytest.mark.parametrize("name", examples.names())
def test_every_number_stands_in_a_solved_picture(name: str) -> None:
    assert numbers(masume.render(examples.find(f"{name}.answer"))) >= Counter(number_clues(examples.find(name)))


def numbers(picture: str) -> Counter[int]:
    return Counter(map(int, re.findall(r"[0-9]+", picture)))


def number_clues(board: masume.Board) -> list[int]:
    return [clue for layer in board.clues.values() for clue in layer.values() if isinstance(clue, int)]


@every_genre
@pytest.mark.parametrize("shape", [(1, 1), (3, 4), (12, 11), (2, 101)], ids=str)
def test_coordinates_stand_beside_the_picture(genre: Genre, shape: tuple[int, int]) -> None:
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
def test_a_hole_is_told_from_a_cell(genre: Genre, hole: int) -> None:
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


@pytest.mark.parametrize("path", sorted(PICTURES.glob("*.txt")), ids=lambda path: path.stem)
def test_pictures_stay_as_they_were_found_good(path: Path) -> None:
    text, *parts = re.split(r"\n== (.+)\n", path.read_text(encoding="utf-8"))
    expected = {name: picture.rstrip() for name, picture in zip(parts[::2], parts[1::2], strict=True)}
    board = masume.read(text)
    assert masume.render(board) == expected["boxes"]
    assert masume.render(board, ascii_only=True) == expected["ascii"]
    assert masume.render(board, coordinates=True) == expected["coordinates"]


def test_an_unknown_picture_is_refused() -> None:
    board = examples.find(examples.names()[0])
    with pytest.raises(masume.MasumeError, match="unknown picture 'oil': expected one of terminal"):
        masume.render(board, "oil")
