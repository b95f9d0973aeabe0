"""Laws of the terminal picture: what it shows depends on the board alone, and a person can tell what is what."""

import re
from random import Random

import pytest

import masume
from masume import examples
from masume.core.genre import Genre
from masume.core.square import square
from registry import all_genres, genre_ids, random_board, specimens_of

every_genre = pytest.mark.parametrize("genre", all_genres(), ids=genre_ids)
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def pictures(genre: Genre) -> list[masume.Board]:
    random = Random(genre.name)
    grids = [square(1, 1), square(3, 4), square(5, 5, frozenset({0, 7, 24}))]
    return [random_board(genre, grid, random, marks=0.4, given=0.2) for grid in grids for _ in range(10)]


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


@pytest.mark.parametrize("name", examples.names())
def test_every_clue_stands_in_the_picture(name: str) -> None:
    board = examples.find(name)
    for shown in (board, examples.find(f"{name}.answer")):
        digits = sorted(re.findall(r"[0-9?]+", masume.render(shown)))
        assert digits == sorted(str(clue) for layer in board.clues.values() for clue in layer.values())


def test_an_unknown_picture_is_refused() -> None:
    board = examples.find(examples.names()[0])
    with pytest.raises(masume.MasumeError, match="unknown picture 'oil': expected one of terminal"):
        masume.render(board, "oil")
