"""Sight in words: numbers that see along rays, on square grids and on others."""

from random import Random

import pytest

import masume
from hexagon import hexagons
from judge import judge_steps
from masume import genres
from masume.core.genre import Genre
from masume.core.sight import Sight
from masume.explaining.naming import techniques_of
from registry import all_genres, genre_ids, random_board

SEEING = [genre for genre in all_genres() if "Reach" in {technique.name for technique in techniques_of(genre)}]


def board_of(genre: Genre, numbers: str, marks: str = "") -> masume.Board:
    return masume.read("\n\n".join([genre.name, numbers, *(["marks\n" + marks] if marks else [])]))


@pytest.mark.parametrize("genre", SEEING, ids=genre_ids)
def test_a_clear_cell_behind_an_undecided_one_makes_gaps(genre: Genre) -> None:
    sight: Sight = genres.load_part(genre, "rules", "SIGHT")
    board = board_of(genre, ". . 4 . . .", ". . . . + .")
    view = sight.view(board, board.grid.find("r1c3"), sight.marks(board))
    assert sorted(map(list, view.lengths)) == [[0], [0], [0, 1, 2], [0, 2, 3]]
    assert (view.least, view.most, view.reach) == (1, 6, 6)
    assert view.totals == [1, 2, 3, 4, 5, 6]
    assert sorted(sorted(way) for way in view.ways() or ()) == [[0, 0, 0, 3], [0, 0, 1, 2]]


@pytest.mark.parametrize(
    ("numbers", "sentence"),
    [
        (
            ". . . . .\n. 6 . . .\n. . . . .",
            "The column gives the 6 at r2c2 at most 3, the left at most 1: at least 2 to the right.",
        ),
        (
            ". . . .\n. 6 . .\n. . . .\n. . . .",
            "can spare only 1 of 1 upwards, 2 to the right, 2 downwards and 1 to the left.",
        ),
        ("2 2 .", "sees 2 already."),
        ("5 . . . .", "The 5 at r1c1 can see only to the right, exactly 4 more."),
    ],
)
@pytest.mark.parametrize("genre", SEEING, ids=genre_ids)
def test_sentences_have_the_arithmetic(genre: Genre, numbers: str, sentence: str) -> None:
    first = next(iter(masume.Explanation(board_of(genre, numbers))))
    assert first.in_words().endswith(sentence)


@pytest.mark.parametrize("genre", SEEING, ids=genre_ids)
def test_explanations_are_sound_on_hexagons(genre: Genre) -> None:
    random, found = Random(1), 0
    for _ in range(300):
        board = random_board(genre, hexagons(3, 3), random)
        if masume.count(board, limit=2) == 1:
            steps = list(masume.explain(board))
            assert judge_steps(board, steps, closely=True).faults == []
            assert all(step.in_words() for step in steps)
            found += 1
    assert found > 0
