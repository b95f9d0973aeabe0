"""Laws of the formats: reading what was written gives the same board, and bad text raises MasumeError only."""

import json
import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import masume
from effort import example_names, trials
from masume import examples, formats
from masume.core.errors import InternalError
from masume.core.genre import Genre
from masume.core.layers import LARGEST_NUMBER, Where
from masume.core.notation import Pzpr
from masume.core.square import square
from registry import all_genres, default_options, genre_ids, random_board
from strategies import boards, deterministic, mangle, puzzles, pzpr_genres, without_marks_on_clues

every_genre = pytest.mark.parametrize("genre", all_genres(), ids=genre_ids)
every_url = pytest.mark.parametrize(
    ("genre", "notation"), pzpr_genres(), ids=[genre.name for genre, _ in pzpr_genres()]
)
WITH_NOTATION = {genre for genre, _ in pzpr_genres()}
URLS = [name for name in example_names() if examples.find(name).genre in WITH_NOTATION]
PARTIAL = ("answer", "essence", "facts", "sgt")  # they do not carry every board, and have tests of their own
WRITTEN = [
    (genre, name)
    for genre in all_genres()
    for name in formats.names()
    if name not in PARTIAL and (genre in WITH_NOTATION or "pzpr" not in name)
]


@every_genre
@pytest.mark.parametrize("name", ["json", "text"])
@deterministic
@given(data=st.data())
def test_a_board_survives_a_round_trip(genre: Genre, name: str, data: st.DataObject) -> None:
    board = data.draw(boards(genre))
    assert masume.read(masume.write(board, name)) == board


@every_url
@deterministic
@given(data=st.data())
def test_a_url_carries_the_puzzle(genre: Genre, notation: Pzpr, data: st.DataObject) -> None:
    puzzle = data.draw(puzzles(genre, holes=any(part.carries_holes for part in notation.body)))
    if {option for option, _ in notation.flags.values()} != {option.name for option in genre.options}:
        puzzle = masume.Board(genre, puzzle.grid, puzzle.clues)
    try:
        url = masume.write(puzzle, "pzpr")
    except masume.MasumeError as error:
        assert "pzpr: body: it cannot carry" in str(error)
        assert any(isinstance(clue, int) and clue > 15 for clues in puzzle.clues.values() for clue in clues.values())
        return
    assert masume.read(url) == puzzle
    solved = masume.Board(genre, puzzle.grid, puzzle.clues, options=puzzle.options, info={"title": "with a title"})
    assert masume.write(solved, "pzpr") == url
    tail = url.split("?")[1]
    for spelling in (tail, f"http://pzv.jp/p.html?{tail}", f"https://example.org/a/b?type=editor&{tail}"):
        assert masume.read(spelling) == puzzle
    pid, rest = tail.split("/", 1)
    assert masume.read(f"{pid}_edit/{rest}") == masume.read(f"p?{pid}_play/{rest}") == puzzle


def test_a_genre_without_a_notation_has_no_url_and_no_file() -> None:
    without = [genre for genre in all_genres() if genre not in WITH_NOTATION]
    assert without
    for genre in without:
        for name in ("pzpr", "pzprv3", "pzprv3.0", "pzprv3-url"):
            with pytest.raises(masume.MasumeError, match=f"genre: this format has no notation for {genre.name}"):
                masume.write(masume.Board(genre, square(2, 2)), name)


@every_url
def test_a_url_carries_or_refuses_holes(genre: Genre, notation: Pzpr) -> None:
    board = masume.Board(genre, square(2, 2, frozenset({0})))
    if any(part.carries_holes for part in notation.body):
        assert masume.read(masume.write(board, "pzpr")) == board
    else:
        with pytest.raises(masume.MasumeError, match="pzpr: grid: it can carry square grids without holes only"):
            masume.write(board, "pzpr")


@every_genre
def test_the_largest_number_is_carried_or_refused(genre: Genre) -> None:
    grid = square(1, 1)
    for layer in genre.clue_layers:
        if not layer.alphabet(grid, default_options(genre)).accepts(LARGEST_NUMBER):
            continue
        place = frozenset(grid.cells) if layer.where is Where.ROOMS else layer.places(grid)[0]
        board = masume.Board(genre, grid, {layer.name: {place: LARGEST_NUMBER}})
        for name in ("json", "text", *(["pzprv3"] if genre in WITH_NOTATION else [])):
            assert masume.read(masume.write(board, name)) == board
        with pytest.raises(
            masume.MasumeError, match=r"pzpr: (body: it cannot carry|genre: this format has no notation)"
        ):
            masume.write(board, "pzpr")
        with pytest.raises(masume.MasumeError, match="expected a number"):
            masume.Board(genre, grid, {layer.name: {place: LARGEST_NUMBER + 1}})


@pytest.mark.parametrize(("genre", "name"), WRITTEN, ids=[f"{genre.name}-{name}" for genre, name in WRITTEN])
def test_mangled_text_raises_only_our_errors(genre: Genre, name: str) -> None:
    random = Random(f"{genre.name} {name}")
    board = without_marks_on_clues(random_board(genre, square(3, 4), random, marks=0.4))
    plain = masume.Board(genre, board.grid, board.clues, {}, board.marks, info={"author": "somebody"})
    text = masume.write(plain, name)
    for _ in range(trials(1500)):
        broken = mangle(text, random)
        try:
            again = masume.read(broken)
        except masume.MasumeError as error:
            assert "\n" not in str(error)
            assert len(str(error)) < 400
        else:
            assert isinstance(again, masume.Board)


@pytest.mark.parametrize("name", URLS)
def test_a_url_with_one_error_raises_only_our_errors(name: str) -> None:
    host, puzzle = masume.write(examples.find(name), "pzpr").split("?")
    for at in range(len(puzzle)):
        start, end = puzzle[:at], puzzle[at + 1 :]
        for broken in (start, start + end, *(start + character + end for character in "0gz.-$~/é")):
            try:
                assert isinstance(masume.read(f"{host}?{broken}"), masume.Board)
            except masume.MasumeError as error:
                assert not isinstance(error, InternalError)
                assert re.match(r"pzpr: (genre|flag|size|body|body, character \d+): ", str(error)), (broken, error)


@deterministic
@given(st.text() | st.binary().map(lambda raw: raw.decode("latin-1")))
def test_any_text_raises_only_our_errors(text: str) -> None:
    try:
        masume.read(text)
    except masume.MasumeError:
        pass


@deterministic
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)
    )
)
def test_any_json_raises_only_our_errors(data: object) -> None:
    keys = {"masume": 1, "genre": masume.genres.names()[0], "grid": {"kind": "square", "rows": 2, "cols": 2}}
    for key in ("masume", "genre", "grid", "options", "clues", "given", "marks", "info"):
        with pytest.raises(masume.MasumeError):
            masume.read(json.dumps({**keys, key: [data]}))
        try:
            masume.read(json.dumps({**keys, key: data}))
        except masume.MasumeError:
            pass
