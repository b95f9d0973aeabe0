"""Series of new boards: all different, and the same for any number of jobs."""

import json
from collections.abc import Callable
from typing import Any, cast

import pytest

import masume
from masume import InputError, NoBoardError, OutOfTimeError, WrongTypeError, generating
from masume.generating import make_request
from masume.generating.series import digest_of
from registry import TEMPLATE, all_genres

LOOP = masume.genres.find("loopy")  # of all genres with hooks, the one whose small boards are made in the least time
SIZE = "4x4"


def urls(**options: Any) -> list[str]:
    return [masume.write(board, "pzpr") for board in masume.generate_many(LOOP, SIZE, **options)]


def test_the_same_boards_for_any_number_of_jobs() -> None:
    boards = urls(count=12, seed=3)
    assert urls(count=12, seed=3, jobs=2) == boards
    assert urls(count=4, seed=3) == boards[:4]
    assert urls(count=1, seed="3") == boards[:1]
    assert boards[0] == masume.write(masume.generate(LOOP, SIZE, seed=3), "pzpr")
    assert urls(count=4, seed=4) != boards[:4]


def test_every_board_has_one_solution_and_none_is_another_turned() -> None:
    boards = list(masume.generate_many(LOOP, "3x3", count=30, seed=1))
    assert all(masume.solve(board).unique for board in boards)
    assert len({masume.canonical_form(board) for board in boards}) == 30


def test_boards_that_are_there_already_are_drawn_again() -> None:
    """Of these tiny boards many are equal: the numbers with another board have it in every run, however it is split."""
    request = make_request(LOOP, "2x3")
    whole = list(masume.Series(request, 5).boards(12))
    first = {generating.make_numbered_board(request, 5, number) for number in range(1, 13)}
    assert len({digest_of(board) for board in first}) < 12 == len({digest_of(made.board) for made in whole})
    assert list(masume.Series(request, 5, jobs=2).boards(12)) == whole
    for part in (1, 6, 12):
        known = [made.board for made in whole[:part]]
        assert list(masume.Series(request, 5).boards(12, known=known)) == whole[part:]


@pytest.mark.parametrize("jobs", [1, 2])
def test_there_may_be_fewer_boards_than_wanted(jobs: int) -> None:
    found: list[masume.Board] = []
    with pytest.raises(NoBoardError, match=r"^only \d+ different boards of this kind were found: ") as error:
        found.extend(masume.generate_many(LOOP, "2x3", count=1000, seed=1, jobs=jobs))
    assert f"only {len(found)} " in str(error.value)
    assert len({digest_of(board) for board in found}) == len(found)


def test_the_first_board_may_be_missing_already(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: Any, **options: Any) -> Any:
        raise NoBoardError("no board was found")

    monkeypatch.setattr("masume.generating.series.make_numbered_board", fail)
    with pytest.raises(NoBoardError, match=r"^no board was found$"):
        next(masume.generate_many(LOOP, SIZE, count=2))


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_time_limit_is_for_all_boards(jobs: int) -> None:
    boards = masume.generate_many(LOOP, SIZE, count=10**6, jobs=jobs, limits=masume.Limits(seconds=0.05))
    with pytest.raises(OutOfTimeError):
        assert len(list(boards)) < 10**6


@pytest.mark.parametrize("genre", all_genres(), ids=lambda genre: genre.name)
def test_a_second_engine_can_verify_boards_of_every_genre(genre: masume.Genre) -> None:
    if masume.formulations.names(genre):
        board = masume.make_board(genre, (2, 2))
        outcome = masume.solve(board, engine="asp")
        if outcome.unique:
            generating.verifying.verify(board)
        else:
            with pytest.raises(masume.InternalError, match=r"the engine asp contradicts .* \{\"masume\": 1"):
                generating.verifying.verify(board)
    else:
        with pytest.raises(InputError, match=f"boards of {genre.name} cannot be verified: "):
            masume.generate(genre, "2x2", verify=True)


def test_verified_boards_are_the_same_boards() -> None:
    assert urls(count=2, seed=3, verify=True) == urls(count=2, seed=3)
    assert masume.generate(LOOP, SIZE, seed=3, verify=True) == masume.generate(LOOP, SIZE, seed=3)


def test_a_contradiction_of_the_engines_shows_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    several = masume.read(f"{TEMPLATE}/2/1/1")
    monkeypatch.setattr("masume.generating.series.make_numbered_board", lambda *arguments, **options: several)
    with pytest.raises(masume.InternalError, match="the solution is NOT unique") as error:
        list(masume.generate_many(TEMPLATE, "2x1", count=1, verify=True))
    assert masume.read(str(error.value).partition("): ")[2]) == several


@pytest.mark.parametrize(
    ("call", "kind", "sentence"),
    [
        (lambda: masume.generate_many(LOOP, count=0), InputError, "count: expected 1 or more, not 0"),
        (
            lambda: masume.generate_many(LOOP, count=cast(Any, "5")),
            WrongTypeError,
            "count: expected a whole number, not '5'",
        ),
        (lambda: masume.generate_many(LOOP, count=1, jobs=0), InputError, "jobs: expected 1 or more, not 0"),
        (lambda: masume.generate_many(LOOP, count=1, seed=cast(Any, 1.5)), WrongTypeError, "as the seed, not 1.5"),
        (lambda: masume.generate_many(LOOP, "0x0", count=1), InputError, "expected 1 to 1000 rows, not 0"),
        (lambda: masume.generate_many(LOOP, "3x4", count=1, symmetry="rot4"), InputError, "have the symmetry rot4"),
        (lambda: masume.generate_many(LOOP, count=1, level="esay"), InputError, "did you mean easy"),
        (
            lambda: masume.generate_many(LOOP, count=1, limits=cast(Any, 5)),
            WrongTypeError,
            r"masume\.Limits\(seconds=5\)",
        ),
    ],
)
def test_wrong_arguments_are_refused_at_once(call: Callable[[], object], kind: type[Exception], sentence: str) -> None:
    with pytest.raises(kind, match=sentence) as error:
        call()
    assert "\n" not in str(error.value)


def test_a_digest_is_that_of_the_puzzle() -> None:
    board = masume.examples.find(masume.examples.names()[0])
    assert digest_of(board) == digest_of(masume.transform(board, "rot180"))
    assert digest_of(board) != digest_of(masume.make_board(board.genre, board.grid))
    assert json.dumps(board.to_dict())  # plain data
