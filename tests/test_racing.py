"""Changing the solver in the middle of a search changes no answer and is deterministic."""

from random import Random

import pytest

import masume
from masume import engines
from masume.core.genre import Genre
from masume.core.square import square
from masume.engines import native
from masume.engines.native import NativeSession
from masume.solving.search import build_model
from registry import all_genres, genre_ids, random_board

pytestmark = pytest.mark.skipif(engines.why_unavailable("native") is not None, reason="needs the extension")
MAX_SOLUTIONS = 40
SMALL = [name for name in masume.examples.names() if not name.endswith("-large")]
LARGE = [name for name in masume.examples.names() if name.endswith("-large")]


def set_turns(monkeypatch: pytest.MonkeyPatch, conflicts: int) -> None:
    """Give each solver this number of conflicts: the small one, then both of clingo in turn."""
    monkeypatch.setattr(native, "_BRIEF_TURN", conflicts)
    monkeypatch.setattr(native, "_small_turn", lambda variables, structures: conflicts)
    monkeypatch.setattr(native, "_FIRST_TURN", conflicts)


@pytest.mark.parametrize("name", SMALL)
def test_a_race_ends_with_the_same_solution(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    board, answer = masume.examples.find(name), masume.examples.find(f"{name}.answer")
    for conflicts in (1, 5):
        set_turns(monkeypatch, conflicts)
        outcome = masume.solve(board, engine="native")
        assert outcome.unique
        assert outcome.board == masume.Board(
            board.genre, board.grid, board.clues, board.given, answer.marks, board.options, board.info
        )


@pytest.mark.parametrize("genre", all_genres(), ids=genre_ids)
def test_a_race_finds_the_same_number_of_solutions(genre: Genre, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(genre.name)
    for _ in range(12):
        board = random_board(genre, square(3, 4), random)
        set_turns(monkeypatch, 10**6)
        expected = masume.count(board, limit=MAX_SOLUTIONS, engine="native")
        set_turns(monkeypatch, 1)
        assert masume.count(board, limit=MAX_SOLUTIONS, engine="native") == expected, masume.write(board, "text")


def test_a_race_is_deterministic(monkeypatch: pytest.MonkeyPatch) -> None:
    set_turns(monkeypatch, 1)
    raced = 0
    for board in map(masume.examples.find, LARGE):
        results = []
        for _ in range(2):
            model = build_model(board)
            with engines.open_session("native", model) as session:
                assert isinstance(session, NativeSession)
                found = [
                    list(solution.values) for solution in session.solutions(model.answer_variables(board.genre.answer))
                ]
                raced += len(session._solvers) == 3
                results.append((found, session.statistics))
        assert len(results[0][0]) == 1
        assert results[0] == results[1]
    assert raced >= len(LARGE)


@pytest.mark.parametrize("name", LARGE)
def test_cores_are_right_after_a_race(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    set_turns(monkeypatch, 1)
    board = masume.examples.find(name)
    model = build_model(board)
    with engines.open_session("native", model, guarded=True) as session:
        solution = session.solve().solution
        assert solution is not None
        for variable in list(model.answer_variables(board.genre.answer))[::100]:
            core = session.solve([-solution.true_literal(variable)]).core
            assert core is not None
            assert core.assumptions == (-solution.true_literal(variable),)
            assert core.instances
