"""How hard boards are: the same everywhere and from every side, sound, and only about what `docs/rating.md` defines."""

import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import masume
import ratings
from command import error_lines, output, run_command
from effort import sample, trials
from hexagon import hexagons
from masume.core.board_symmetry import clue_symmetries
from masume.core.genre import Genre
from masume.core.levels import LEVELS, find_level
from masume.core.square import square
from masume.explaining.reasoning.fallback import PythonReasoner
from masume.modelling.basic_constraints import TRUE
from masume.modelling.integers import Integer, Sum
from masume.modelling.visibility import Visibility
from masume.rating import Grader, is_within_level, open_grader
from masume.rating.scale import level_of, score_of
from masume.rating.thoughts import Closure, Kind, Thought
from masume.rating.weights import count_ways
from masume.setting.clue_guards import find_clue_guards
from registry import all_genres, genre_ids, random_board, specimens_of
from strategies import deterministic, puzzles

SMALL = [name for name in masume.examples.names() if name.endswith("-small")]
every_small_board = pytest.mark.parametrize("name", SMALL)
every_genre = pytest.mark.parametrize("genre", all_genres(), ids=genre_ids)


def unique_boards(genre: Genre, number: int) -> Iterator[masume.Board]:
    """Yield random boards of a genre with one solution, and the solved specimen if it has one."""
    random, found = Random(genre.name), 0
    for specimen in specimens_of(genre):
        if specimen.label == "solved" and masume.solve(specimen.board).unique:
            yield specimen.board.with_marks({})
    for _ in range(100 * number):
        if found == number:
            return
        side = random.choice((3, 4))
        board = random_board(genre, square(side, random.choice((3, 4))), random)
        if masume.solve(board).unique:
            found += 1
            yield board


@pytest.mark.parametrize("name", sample(masume.examples.names(), 10))
def test_ratings_of_shipped_boards_change_only_on_purpose(name: str) -> None:
    lines = dict(line.split(": ", 1) for line in ratings.PATH.read_text(encoding="utf-8").splitlines())
    assert list(lines) == masume.examples.names()
    assert ratings.rating_line(name) == f"{name}: {lines[name]}", "measure it (docs/rating.md), then run `make docs`"


@every_genre
def test_a_rating_is_of_one_piece(genre: Genre) -> None:
    for board in unique_boards(genre, trials(40)):
        rating = masume.rate(board)
        solution = masume.solve(board).board
        assert solution is not None
        assert rating.level == int(rating.score)
        assert 1 <= rating.level <= 6
        assert rating.name == LEVELS[rating.level - 1]
        assert rating.thoughts[rating.level :] == (0,) * (6 - rating.level)
        assert len(rating.hardest) == min(5, rating.thoughts[rating.level - 1])
        assert 0 <= rating.direct_share <= 1
        for thought in rating.hardest:
            assert thought.level == rating.level
            for layer, place, value, holds in thought.claims:
                assert (solution.marks[layer][place] == value) is holds
            assert_part_of(thought.board, solution)
        if rating.bottleneck is not None:
            assert rating.bottleneck.ways >= 1
            assert_part_of(rating.bottleneck.board, solution)
        assert rating.in_words().startswith(f"{rating.name.capitalize()}: level {rating.level} of 6, score ")


def assert_part_of(position: masume.Board, solution: masume.Board) -> None:
    """Assert that a position has no mark that the solution does not have."""
    for layer, marks in position.marks.items():
        for place, mark in marks.items():
            expected = solution.marks[layer].get(place)
            assert expected not in mark if isinstance(mark, masume.RuledOut) else mark == expected


@every_genre
@deterministic
@given(data=st.data())
def test_every_board_has_a_rating_or_a_reason_why_not(genre: Genre, data: st.DataObject) -> None:
    board = data.draw(puzzles(genre, holes=True))
    outcome = masume.solve(board)
    if outcome.unique:
        assert 1 <= masume.rate(board).score < 7
    else:
        with pytest.raises(masume.NoSolutionError if outcome.board is None else masume.NotUniqueError):
            masume.rate(board)


@every_genre
def test_all_images_of_a_board_have_the_same_rating(genre: Genre) -> None:
    for board in unique_boards(genre, trials(20)):
        rating = masume.rate(board)
        for name in board.grid.symmetries:
            if not genre.keeps_rules(board.grid.symmetry(name), board.options):
                continue
            image = masume.transform(board, name)
            other = masume.rate(image)
            assert (other.score, other.level, other.thoughts) == (rating.score, rating.level, rating.thoughts)
            for one, two in zip(rating.hardest, other.hardest, strict=True):
                assert (one.weight, one.kind, one.technique) == (two.weight, two.kind, two.technique)
                if not clue_symmetries(board):  # otherwise it has several canonical positions
                    assert {*map(board.grid.symmetry(name).image_of, one.places)} == set(two.places)


@every_genre
def test_the_order_of_clues_and_the_marks_on_the_board_do_not_matter(genre: Genre) -> None:
    for board in unique_boards(genre, trials(20)):
        solution = masume.solve(board).board
        assert solution is not None
        clues = {name: dict(reversed([*layer.items()])) for name, layer in board.clues.items()}
        other = masume.Board(genre, board.grid, clues, board.given, solution.marks, board.options)
        assert masume.rate(other).to_dict() == masume.rate(board).to_dict()


@every_small_board
def test_without_the_extension_the_rating_is_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    board = masume.examples.find(name)
    expected = masume.rate(board).to_dict()
    for module in ("rating.grader", "explaining.step_search"):
        monkeypatch.setattr(f"masume.{module}.open_reasoner", PythonReasoner)
    assert masume.rate(board).to_dict() == expected


def test_the_hash_seed_does_not_matter() -> None:
    code = f"import masume, ratings\nfor name in {SMALL}:\n    print(ratings.rating_line(name))"

    def run(seed: str) -> str:
        paths = os.pathsep.join([str(Path(ratings.__file__).parent), *sys.path])
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": paths}
        return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True).stdout

    assert run("1") == run("2") == "".join(f"{ratings.rating_line(name)}\n" for name in SMALL)


@every_small_board
def test_a_grader_stops_at_a_level(name: str) -> None:
    board = masume.canonical_form(masume.examples.find(name))
    rating, grader = masume.rate(board), open_grader(board)
    known: set[int] = set()
    for level in range(1, 7):
        closure = grader.close(max_level=level, trust=True)
        assert not closure.undecided or level < rating.level
        assert all(level_of(thought) <= level for thought in closure.thoughts)
        assert is_within_level(board, level) is (level >= rating.level)
        if level >= rating.level:
            assert score_of(closure.thoughts, len(board.grid.cells)) == rating.score
        known |= set(closure.known)
    assert len(known) == len({abs(literal) for literal in known})


@every_small_board
def test_a_grader_goes_on_from_what_is_known(name: str) -> None:
    board = masume.examples.find(name)
    grader = open_grader(board)
    whole = grader.close(trust=True)
    half = whole.known[: len(whole.known) // 2]
    rest = grader.close(half, trust=True)
    assert set(rest.known) == set(whole.known)
    assert not rest.undecided


@every_small_board
def test_without_some_clues_a_grader_finds_only_what_follows_from_the_others(name: str) -> None:
    board, random = masume.examples.find(name), Random(name)
    clues = board.droppable_clues
    guards = find_clue_guards(board, clues)
    if guards is None:
        return
    grader = open_grader(board)
    for _ in range(trials(20)):
        dropped = random.sample(clues, random.randrange(1, len(clues)))
        common = masume.common(board.without_clues(dropped))
        without = [instance for clue in dropped for instance in guards.instances[clue]]
        assert_follows(grader, grader.close(without=without), common)


def assert_follows(grader: Grader, closure: Closure, common: masume.Board) -> None:
    """Assert that what a grader has found is common to all solutions."""
    for literal in closure.known:
        if literal in grader.claims:
            layer, place, value, holds = grader.claims[literal]
            mark = common.marks[layer].get(place)
            has_value = mark == value if not isinstance(mark, masume.RuledOut) else False
            is_ruled_out = value in mark if isinstance(mark, masume.RuledOut) else mark not in (None, value)
            assert has_value if holds else is_ruled_out


def test_a_board_on_hexagons_can_be_rated() -> None:
    rated = set()
    for genre in all_genres():
        if genre.needs <= hexagons(2, 2).abilities:
            random = Random(genre.name)
            boards = (random_board(genre, hexagons(2, 2), random) for _ in range(trials(300)))
            for board in islice((board for board in boards if masume.solve(board).unique), 2):
                assert masume.rate(board).level >= 1
                rated.add(genre.name)
    assert len(rated) > 2


def test_a_thought_weighs_what_a_person_has_to_go_through() -> None:
    digits = [Integer(1, tuple(range(1 + 9 * cell, 10 + 9 * cell))) for cell in range(3)]
    pair = Sum(tuple(digits[:2]), 17, distinct=True, when=TRUE)
    assert count_ways(pair, set()) == 2  # 8 and 9, in two cells
    triple = Sum(tuple(digits), 10, distinct=True, when=TRUE)
    assert count_ways(triple, set()) == 3 * 4  # 127, 136, 145, 235
    assert count_ways(triple, {digits[0].literals[6], *(-literal for literal in digits[0].literals[:6])}) >= 1
    arms = Visibility(rays=((1, 2, 3), (4, 5)), low=3, high=3, when=TRUE)
    assert count_ways(arms, set()) == 3  # 1+2, 2+1, 3+0
    assert count_ways(arms, {-3}) == 2


def thought(weight: float, kind: Kind = Kind.CHAIN, alternatives: int = 1, undecided: int = 10) -> Thought:
    return Thought(weight, kind, (1,), 1, alternatives, undecided, 0)


def test_a_score_rises_with_every_thought_and_its_weight() -> None:
    easy = [thought(1.0, Kind.DIRECT, 5)] * 10
    assert 1 <= score_of(easy, 100) < 2
    assert score_of([], 100) == 1
    scores = [score_of([*easy, thought(weight)], 100) for weight in (2.5, 4.5, 8.5, 8.6)]
    assert [int(score) for score in scores] == [2, 3, 4, 5]
    assert score_of([*easy, thought(2.5), thought(2.5)], 100) > score_of([*easy, thought(2.5)], 100)
    assert score_of([*easy, thought(2.5, alternatives=10)], 100) < score_of([*easy, thought(2.5)], 100)
    assert level_of(thought(20, Kind.TRIAL)) == level_of(thought(1, Kind.TRUST)) == 6


@every_genre
def test_boards_without_exactly_one_solution_are_refused(genre: Genre) -> None:
    for specimen in specimens_of(genre):
        if specimen.label == "unsolvable":
            with pytest.raises(masume.NoSolutionError, match=r"^the board has no solution, so it cannot be rated$"):
                masume.rate(specimen.board)
        elif specimen.label == "two":
            with pytest.raises(masume.NotUniqueError, match=r"^the board has several solutions, so it cannot be"):
                masume.rate(specimen.board)


def test_the_time_limit_holds() -> None:
    with pytest.raises(masume.OutOfTimeError):
        masume.rate(masume.examples.find(SMALL[0]), limits=masume.Limits(seconds=0))


def test_levels_have_numbers_and_names() -> None:
    for number, name in enumerate(LEVELS, 1):
        assert find_level(number) == find_level(name) == find_level(str(number)) == find_level(name.upper()) == number
    for wrong in (0, 7, "0", "7", "", "harder", None, True, 2.0):
        with pytest.raises(masume.UnknownNameError, match="unknown level"):
            find_level(wrong)


def test_the_command_says_how_hard_and_why() -> None:
    rating = masume.rate(masume.examples.find(SMALL[0]))
    assert output(run_command("rate", SMALL[0])).strip() == rating.in_words()
    several = run_command("rate", "template/1/2/")
    assert several.returncode == 2
    assert error_lines(several) == ["masume: the board has several solutions, so it cannot be rated"]
    listed = run_command("rate", SMALL[0], "template/1/2/", "template/1/1/9")
    lines = output(listed).splitlines()
    assert lines[0].endswith(f"{rating.verdict}.")
    assert lines[1].endswith("Several solutions.")
    assert lines[2].endswith("No solution.")
    assert "1 rated (1 " in error_lines(listed)[-1]
