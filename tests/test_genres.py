"""Laws that hold for every genre."""

import pickle
from dataclasses import FrozenInstanceError
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import masume
from effort import Effort, trials
from masume import engines
from masume.core.genre import Genre
from masume.core.grid import places_of
from masume.core.layers import Mark, RuledOut
from masume.core.places import Place, PlaceKind
from masume.core.square import square
from masume.solving import build_model
from registry import (
    Specimen,
    all_genres,
    clue_values,
    default_options,
    degenerate_boards,
    draws,
    fillings,
    genre_ids,
    model_engines,
    random_board,
    small_grids,
    specimens,
    specimens_of,
)

every_genre = pytest.mark.parametrize("genre", all_genres(), ids=genre_ids)
every_specimen = pytest.mark.parametrize("specimen", specimens(), ids=str)
every_engine = pytest.mark.parametrize("engine", model_engines())


def broken_checks(board: masume.Board, finished: bool = True) -> set[tuple[str, str]]:
    """Return the rule and the name of every check that finds something."""
    checked = board.with_defaults() if finished else board
    rules = board.genre.rules(board.options)
    return {(rule.id, check.name) for rule in rules for check in rule.checks if check.find(checked, finished)}


def is_full(board: masume.Board) -> bool:
    """Return whether every mark is decided, possibly by its layer's default."""
    layers, filled = board.genre.mark_layers, board.with_defaults()
    return all(len(filled.decided_marks(layer.name)) == len(layer.places(board.grid)) for layer in layers)


@every_specimen
def test_specimen_breaks_its_check_and_no_other(specimen: Specimen) -> None:
    if specimen.label in ("unsolvable", "two"):
        assert not any(specimen.board.marks.values())
    else:
        assert broken_checks(specimen.board) == ({specimen.broken} if specimen.broken else set())


@every_genre
def test_every_check_has_a_specimen(genre: Genre) -> None:
    assert {specimen.board.genre for specimen in specimens_of(genre)} == {genre}
    labels = {specimen.label for specimen in specimens_of(genre)}
    checks = {f"{rule.id} {check.name}" for rule in genre.all_rules for check in rule.checks}
    assert labels - {"example"} == {"solved", "unsolvable", "two"} | checks


@every_genre
def test_names_find_the_genre(genre: Genre) -> None:
    for name in genre.names:
        for spelling in (name, name.upper(), name.replace(" ", "_"), f" {name} "):
            assert masume.genres.find(spelling) is genre


@every_specimen
@every_engine
def test_engines_agree_with_the_checks_on_specimens(specimen: Specimen, engine: str) -> None:
    outcome = masume.solve(specimen.board, engine=engine)
    if specimen.label == "unsolvable":
        assert outcome.status is masume.Status.UNSOLVABLE
    elif specimen.label == "two":
        assert outcome.unique is False
        assert masume.count(specimen.board, engine=engine) == 2
    elif specimen.label in ("solved", "example"):
        assert outcome.status is masume.Status.SOLVED
        assert masume.solve(specimen.board, engine=engine, from_marks=True).status is masume.Status.SOLVED
    elif is_full(specimen.board):
        assert masume.solve(specimen.board, engine=engine, from_marks=True).status is masume.Status.UNSOLVABLE


# Missing marks cannot be assumptions, so a rule that is broken only by missing marks has no core.
WITH_CORE = [specimen for specimen in specimens() if specimen.broken and is_full(specimen.board)]


@pytest.mark.parametrize("specimen", WITH_CORE, ids=str)
@every_engine
def test_a_core_contains_the_broken_rule(specimen: Specimen, engine: str) -> None:
    assert specimen.broken is not None
    model = build_model(specimen.board)
    marks = model.literals_of(specimen.board.with_defaults().marks)
    with engines.open_session(engine, model, guarded=True) as session:
        core = session.solve(marks).core
        assert core is not None
        assert specimen.broken[0] in {instance.rule for instance in core.instances}
        assert specimen.broken[0] in {instance.rule for instance in session.minimize_core(core).instances}
        rule = [instance for instance in model.instances if instance.rule == specimen.broken[0]]
        assert session.solve(marks, without=rule).status is masume.Status.SOLVED


@every_specimen
@every_engine
def test_chosen_rule_instances_can_be_switched_off(specimen: Specimen, engine: str) -> None:
    """With some instances guarded, the same marks are possible as with all guarded, in another engine's session."""
    random, model = Random(str(specimen)), build_model(specimen.board)
    answer = model.answer_variables(specimen.board.genre.answer)
    marks = model.literals_of(specimen.board.with_defaults().marks)
    for share in (0.1, 0.5):
        guarded = [instance for instance in model.instances if random.random() < share]
        with (
            engines.open_session(engine, model, guarded=guarded) as session,
            engines.open_session("lazy", model, guarded=True) as other,
        ):
            for _ in range(draws(engine, 10)):
                off = [instance for instance in guarded if random.random() < 0.5]
                changed = frozenset(random.sample(answer, min(3, len(answer))))
                some = [-mark if abs(mark) in changed else mark for mark in marks if random.random() < 0.9]
                assert session.solve(some, without=off).status is other.solve(some, without=off).status


def small_boards(genre: Genre) -> list[masume.Board]:
    """Return all degenerate boards, and fifty random ones on the largest of the small grids."""
    random, grid = Random(genre.name), small_grids(genre)[-1]
    return [*degenerate_boards(genre), *(random_board(genre, grid, random, given=0.1 * (i % 2)) for i in range(50))]


@cache
def valid_fillings(board: masume.Board) -> frozenset[masume.Board]:
    """Return all solutions by trying every filling; cached because every engine is compared with them."""
    return frozenset(filling for filling in fillings(board) if not masume.check(filling))


def common_marks(board: masume.Board, layer: str, solutions: frozenset[masume.Board]) -> dict[Place, Mark]:
    """Return the marks on which all solutions agree, by comparing them."""
    values = board.alphabet(board.genre.mark_layer(layer)).values
    marks: dict[str, dict[Place, Mark]] = {layer: {}}
    for place in next(iter(solutions)).marks[layer]:
        found = {solution.marks[layer][place] for solution in solutions}
        marks[layer][place] = RuledOut(value for value in values if value not in found)
    return dict(board.with_marks(marks).marks[layer])


@every_genre
@every_engine
def test_engines_find_exactly_the_fillings_that_pass_the_checks(genre: Genre, engine: str) -> None:
    boards = small_boards(genre)
    for board in boards[:: len(boards) // draws(engine, len(boards))]:
        expected = valid_fillings(board)
        outcome = masume.solve(board, engine=engine, limits=masume.Limits(solutions=len(expected) + 1))
        assert frozenset(outcome.boards) == expected
        assert masume.solve(board, engine=engine).unique == (len(expected) == 1 if expected else None)
        assert masume.count(board, engine=engine) == len(expected)
        if expected:
            shared = masume.common(board, engine=engine).marks
            for layer in genre.answer:
                assert dict(shared[layer]) == common_marks(board, layer, expected)
        else:
            with pytest.raises(masume.MasumeError, match="no solution"):
                masume.common(board, engine=engine)


@every_genre
def test_checks_of_unfinished_boards_report_only_what_every_completion_breaks(genre: Genre) -> None:
    random = Random(genre.name)
    for round_number in range(trials(60)):
        grid = random.choice(small_grids(genre))
        board = random_board(genre, grid, random, marks=random.choice((0.6, 0.8, 0.9)))
        reported = broken_checks(board, finished=False)
        completions = list(fillings(board))
        for completion in completions[:: max(1, len(completions) // 64)]:
            assert reported <= broken_checks(completion), (round_number, masume.write(board))


@every_genre
def test_a_full_board_gives_the_same_checks_finished_or_not(genre: Genre) -> None:
    random = Random(genre.name)
    for _ in range(trials(100)):
        board = random_board(genre, random.choice(small_grids(genre)), random, marks=1.0)
        assert masume.check(board, finished=True) == masume.check(board, finished=False)


@every_genre
@every_engine
def test_marks_can_be_assumptions(genre: Genre, engine: str) -> None:
    random = Random(genre.name)
    for _ in range(draws(engine, 20)):
        board = random_board(genre, small_grids(genre)[-1], random, marks=0.3)
        expected = sum(not masume.check(filling) for filling in fillings(board))
        assert masume.count(board, engine=engine, from_marks=True) == expected


@every_genre
@pytest.mark.parametrize("shape", [(1, 1), (1, 9), (9, 1), (5, 8), (100, 100)], ids=str)
def test_boards_of_any_size_can_be_modelled_and_drawn(genre: Genre, shape: tuple[int, int]) -> None:
    board = masume.Board(genre, square(*shape))
    model = build_model(board)
    assert set(model.mark_literals) == {layer.name for layer in genre.mark_layers}
    assert masume.render(board).count("\n") >= 2 * shape[0]
    for layer in genre.mark_layers:
        assert list(model.mark_literals[layer.name].places) == list(layer.places(board.grid))


def known_counts() -> list[tuple[str, int, int, int]]:
    lines = (Path(__file__).parent / "data" / "known-counts.txt").read_text(encoding="utf-8").splitlines()
    words = (line.split() for line in lines if not line.startswith("#"))
    return [(name, int(rows), int(cols), int(count)) for name, rows, cols, count in words]


def largest_count(engine: str) -> int:
    """Return how many solutions an engine must be able to count here; each takes long in a child process."""
    quick, thorough = (1000, 10_000) if engine == engines.default() else (30, 600)
    return thorough if Effort.thorough else quick


@pytest.mark.parametrize(
    ("name", "rows", "cols", "known", "engine"),
    [(*count, engine) for count in known_counts() for engine in model_engines() if count[-1] <= largest_count(engine)],
)
def test_boards_without_clues_have_the_known_number_of_solutions(
    name: str, rows: int, cols: int, known: int, engine: str
) -> None:
    assert masume.count(masume.Board(masume.genres.find(name), square(rows, cols)), engine=engine) == known


@every_genre
def test_an_empty_board_is_decided(genre: Genre) -> None:
    outcome = masume.solve(masume.Board(genre, square(16, 16)), limits=masume.Limits(seconds=20))
    assert outcome.status is not masume.Status.TIMEOUT


@every_genre
def test_a_layer_accepts_entries_only_on_its_own_places(genre: Genre) -> None:
    grid = square(3, 4, frozenset({5}))
    everywhere: list[int] = [place for kind in PlaceKind for place in places_of(grid, kind)]
    for role, layers in (("clues", genre.clue_layers), ("marks", genre.mark_layers)):
        for layer in layers:
            value, allowed = clue_values(layer, grid, default_options(genre))[0], set(layer.places(grid))
            for place in everywhere:
                entry: dict[str, Any] = {role: {layer.name: {place: value}}}
                if place in allowed:
                    assert masume.Board(genre, grid, **entry) is not None
                else:
                    with pytest.raises(masume.MasumeError, match=r"belongs on|expected a room"):
                        masume.Board(genre, grid, **entry)


@every_genre
def test_boards_are_values(genre: Genre) -> None:
    random = Random(genre.name)
    for _ in range(10):
        board = random_board(genre, square(3, 4, frozenset({5})), random, marks=0.3, given=0.2)
        copy = pickle.loads(pickle.dumps(board))
        assert copy == board
        assert hash(copy) == hash(board)
        assert copy.genre is genre
        with pytest.raises(TypeError):
            copy.marks[genre.mark_layers[0].name][0] = None
        with pytest.raises(FrozenInstanceError):
            copy.marks = {}
