"""Runs in words: the arithmetic in sentences about sums is right, and says enough."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest

import masume
from masume.core.genre import Genre
from masume.core.grid import runs
from masume.core.layers import RuledOut
from masume.explaining.naming import techniques_of
from registry import all_genres, genre_ids

ADDING = [genre for genre in all_genres() if "Crossing runs" in {technique.name for technique in techniques_of(genre)}]
DIGITS = range(1, 10)
RUN = r"(?:the remaining (?P<left>\d+) of )?the (?P<total>\d+) (?:across|down)"
SUMS = r"(?P<sums>\d(?:\+\d)+(?:(?:, | or )\d(?:\+\d)+)*)"


@cache
def sentences(genre: Genre) -> tuple[tuple[masume.Step, str], ...]:
    """Return the steps of shipped boards and of the examples of techniques, each with its argument."""
    return tuple(_find_sentences(genre))


def _find_sentences(genre: Genre) -> Iterator[tuple[masume.Step, str]]:
    shipped = (masume.examples.find(name) for name in masume.examples.names() if name.startswith(genre.name))
    boards = [board for board in shipped if len(board.grid.cells) < 150]
    for board in (*boards, *(example.board for example in masume.techniques(genre))):
        for step in masume.explain(board):
            words = re.split(r"(?<=[^ ])[.] Then ", step.in_words())[0]
            yield step, words.split(". ", 1)[-1].lower()


def sums_of(text: str) -> list[tuple[int, ...]]:
    return [tuple(map(int, each.split("+"))) for each in re.findall(r"\d(?:\+\d)+", text)]


@pytest.mark.parametrize("genre", ADDING, ids=genre_ids)
def test_listed_sums_are_what_is_left_of_the_run(genre: Genre) -> None:
    found = 0
    for _, words in sentences(genre):
        for match in re.finditer(f"{RUN} (?:is|can only be|is at least|is at most) {SUMS}", words):
            left = int(match["left"] or match["total"])
            assert {sum(each) for each in sums_of(match["sums"])} == {left}, words
            found += 1
    assert found > 10


@pytest.mark.parametrize("genre", ADDING, ids=genre_ids)
def test_a_digit_with_only_one_place_is_in_all_listed_sums_and_no_other_cell_of_the_run_can_have_it(
    genre: Genre,
) -> None:
    found = 0
    for step, words in sentences(genre):
        if len(step.reasons) > 1:
            continue
        for match in re.finditer(f"{SUMS}, and only (?P<cell>r\\d+c\\d+) can be (?P<digit>\\d)", words):
            digit, cell = int(match["digit"]), step.board.grid.find(match["cell"])
            assert all(digit in each for each in sums_of(match["sums"])), words
            (reason,) = step.reasons
            assert isinstance(reason.place, int)
            others = set(runs(step.board.grid)[reason.place]) - {cell}
            assert not any(digit in candidates(step.board, other) for other in others), words
            found += 1
    assert found > 10


def candidates(board: masume.Board, cell: int) -> set[object]:
    mark = board.marks["digits"].get(cell)
    if mark is None:
        return {*DIGITS}
    return {*DIGITS} - {*mark} if isinstance(mark, RuledOut) else {mark}


@pytest.mark.parametrize("genre", ADDING, ids=genre_ids)
def test_all_sums_are_listed(genre: Genre) -> None:
    found = 0
    for step, words in sentences(genre):
        for match in re.finditer(f"(?<!of )the (?P<total>\\d+) (?:across|down) is {SUMS}", words):
            listed = sums_of(match["sums"])
            size = len(listed[0])
            possible = [each for each in combinations(DIGITS, size) if sum(each) == int(match["total"])]
            assert listed == possible, (step, words)
            found += 1
    assert found > 10


@pytest.mark.parametrize("genre", ADDING, ids=genre_ids)
def test_what_a_digit_would_leave_is_less_than_the_sum(genre: Genre) -> None:
    for _, words in sentences(genre):
        for digit, rest, total in re.findall(
            r"(\d) would leave (?:only )?(\d+) for .+? the (\d+) (?:across|down)", words
        ):
            assert int(digit) + int(rest) <= int(total), words
