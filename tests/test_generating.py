"""Laws of generation: every board is unique, legal, symmetric and of the level asked; a seed gives the same boards.

MASUME_GENERATED is the number of boards of each genre, which `make generated` raises.
"""

import os
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import masume
from effort import Effort
from hexagon import hexagons
from masume import formats, formulations, generating, genres
from masume.core.board import Board
from masume.core.board_symmetry import clue_symmetries
from masume.core.errors import InputError, MasumeError, NoBoardError
from masume.core.genre import Genre
from masume.core.levels import LEVELS
from masume.core.symmetry import CLUE_SYMMETRIES
from masume.generating import Request, drafts, make_numbered_board, make_request, requests
from masume.generating.plain_drafts import PLAIN
from masume.generating.requests import density_of
from processes import environment
from registry import all_genres, genre_ids
from strategies import deterministic

BOARDS = int(os.environ.get("MASUME_GENERATED", "10" if Effort.thorough else "3"))
SIZES = ("5x5", "6x6", "4x7", "7x7", "6x5")
SYMMETRIES = ("none", "rot2", "none", "horizontal", "none", "diagonal")
PARTIAL = ("answer", "essence", "facts", "sgt")  # formats that do not carry every board
FEW_TRIES = 12
every_genre = pytest.mark.parametrize("genre", all_genres(), ids=genre_ids)


def second_engine(genre: Genre) -> str:
    """Return an engine that shares no model with the default one, where the genre has a program."""
    return "asp" if formulations.names(genre) else "lazy"


def require_right(board: Board, request: Request) -> None:
    """Assert that a board is what was asked for."""
    assert board.grid.size == request.plan.grid.size
    assert not any(board.marks.values())
    assert masume.solve(board).unique
    assert masume.solve(board, engine=second_engine(board.genre)).unique
    if request.plan.is_symmetric:
        assert request.plan.symmetry.name in [each.name for each in clue_symmetries(board)]
    if request.level is not None:
        assert masume.rate(board).level == request.level
        assert board.info["difficulty"] == LEVELS[request.level - 1]
    require_legal(board)


def require_legal(board: Board) -> None:
    """Assert that each format carries the board, or refuses it in words."""
    for name in formats.names():
        if name in PARTIAL:
            continue
        try:
            text = masume.write(board, name)
        except MasumeError:
            assert name not in ("json", "text")
            continue
        copy = masume.read(text)
        assert (copy.grid, copy.clues) == (board.grid, board.clues)
        assert any(board.given.values()) or copy.given == board.given


def request_number(genre: Genre, number: int) -> Request:
    """Return a request with another size and symmetry for each number, as far as the genre and the size allow."""
    size, symmetry = SIZES[number % len(SIZES)], SYMMETRIES[number % len(SYMMETRIES)]
    try:
        return make_request(genre, size, symmetry=symmetry)
    except InputError:  # the size does not have the symmetry
        return make_request(genre, "6x6")


@every_genre
def test_generated_boards_are_what_was_asked_for(genre: Genre) -> None:
    found = 0
    for number in range(1, BOARDS + 1):
        request = request_number(genre, number)
        try:
            require_right(make_numbered_board(request, "law", number), request)
            found += 1
        except NoBoardError as error:
            assert request.in_words() in str(error)
    assert found


@every_genre
@pytest.mark.parametrize("level", [2, 3])
def test_generated_boards_have_the_level_asked_for(genre: Genre, level: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generating, "count_tries", lambda cells: FEW_TRIES)
    request = make_request(genre, "5x5", level=level)
    for number in range(1, 1 + (3 if Effort.thorough else 1)):
        try:
            require_right(make_numbered_board(request, "level", number), request)
        except NoBoardError as error:
            assert LEVELS[level - 1] in str(error)


@pytest.mark.parametrize(
    ("genre", "density", "most"), [("loopy", 0.2, 0.56), ("loopy", 0.7, 0.7), ("kurodoko", 0.2, 0.2)]
)
def test_easy_boards_come_near_a_density(genre: str, density: float, most: float) -> None:
    """With few clues, a board of this size is not easy any more."""
    request = make_request(genre, "6x6", level="easy", density=density)
    found = [density_of(make_numbered_board(request, "density", number)) for number in range(5)]
    assert all(density - 0.1 < each <= most for each in found), found


@every_genre
def test_medium_boards_are_found(genre: Genre) -> None:
    if generating.find_generation(genre) is PLAIN:
        return  # no promise about levels
    request = make_request(genre, "7x7", level="medium")
    require_right(make_numbered_board(request, "medium"), request)


@every_genre
def test_every_genre_generates_without_hooks(genre: Genre, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (drafts, requests):
        monkeypatch.setattr(module, "find_generation", lambda genre: PLAIN)
    for symmetry in ("none", "rot2") if Effort.thorough else ("none",):
        request = make_request(genre, "6x6", symmetry=symmetry)
        require_right(make_numbered_board(request, "plain"), request)


@every_genre
def test_boards_on_another_grid(genre: Genre) -> None:
    try:
        request = make_request(genre, hexagons(4, 4))
    except InputError as error:
        assert "needs a grid with" in str(error)
        return
    board = make_numbered_board(request, "hexagons")
    assert masume.solve(board).unique
    assert masume.read(masume.write(board, "json")) == board


NUMBER_THREE = """
import sys, masume
from masume.generating import make_numbered_board, make_request
for genre in sys.argv[1:]:
    print(masume.write(make_numbered_board(make_request(genre, "6x6"), "bytes", 3), "json"))
"""


def test_a_seed_and_a_number_give_the_same_board_in_every_process() -> None:
    """The other process has another hash seed, and makes no other boards of the series before."""
    names = [genre.name for genre in all_genres()]
    for name in names:
        make_numbered_board(make_request(name, "6x6"), "bytes", 1)
    here = [masume.write(make_numbered_board(make_request(name, "6x6"), "bytes", 3), "json") for name in names]
    path = os.pathsep.join([environment()["PYTHONPATH"], *filter(None, sys.path)])
    result = subprocess.run(
        [sys.executable, "-c", NUMBER_THREE, *names],
        env={**environment(), "PYTHONPATH": path, "PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout == "".join(f"{text}\n" for text in here)


def test_other_seeds_and_numbers_give_other_boards() -> None:
    request = make_request(genres.names()[0], "6x6")
    boards = [make_numbered_board(request, seed, number) for seed in (1, 2) for number in (1, 2)]
    assert len(set(boards)) == len(boards)


@every_genre
@settings(deterministic, max_examples=10 if Effort.thorough else 3)
@given(
    rows=st.integers(1, 8),
    columns=st.integers(1, 8),
    level=st.none() | st.integers(1, 6),
    symmetry=st.sampled_from(list(CLUE_SYMMETRIES)),
)
def test_a_request_gets_a_right_board_or_one_sentence(
    genre: Genre, rows: int, columns: int, level: int | None, symmetry: str
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(generating, "count_tries", lambda cells: FEW_TRIES)
        try:
            request = make_request(genre, (rows, columns), level=level, symmetry=symmetry)
            board = make_numbered_board(request, "any")
        except (NoBoardError, InputError) as error:
            assert "\n" not in str(error)
            assert str(error)[0].islower()
        else:
            require_right(board, request)


@pytest.mark.parametrize("cells", [1, 2, 9, 36, 100, 900, 1_000_000])
def test_the_number_of_tries_is_bounded(cells: int) -> None:
    assert 60 <= generating.count_tries(cells) <= 2_000


def test_a_request_that_cannot_be_met_says_what_to_try(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generating, "count_tries", lambda cells: 2)
    genre = next(genre for genre in all_genres() if genre.name == "template")
    with pytest.raises(NoBoardError) as raised:
        make_numbered_board(make_request(genre, "1x1", level="needs trial", symmetry="rot2"), 1)
    assert str(raised.value) == (
        "no board was found in 2 tries: Template, 1 row and 1 column, needs trial, rot2; "
        "try another size, another level or no symmetry"
    )
