"""Laws of the formats: what is written is read back, and no text makes a reader fail in any other way than it says."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import masume
from masume import formats
from masume.core.board import INFO_KEYS
from masume.core.genre import Genre
from masume.core.grid import Grid, places_of
from masume.core.layers import LARGEST_NUMBER, Layer, Options, RuledOut
from masume.core.notation import Notation
from masume.core.places import Place
from masume.core.square import square
from registry import all_genres, clue_values, default_options, genre_ids

every_genre = pytest.mark.parametrize("genre", all_genres(), ids=genre_ids)
every_format = pytest.mark.parametrize("name", formats.names())
steady = settings(derandomize=True, deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def grids(draw: st.DrawFn, holes: bool) -> Grid:
    rows, cols = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    missing = draw(st.sets(st.integers(0, rows * cols - 1), max_size=rows * cols - 1)) if holes else set()
    return square(rows, cols, frozenset(missing))


@st.composite
def boards(draw: st.DrawFn, genre: Genre, everything: bool) -> masume.Board:
    """Boards of a genre: with everything a board can have, or a puzzle on a whole grid alone."""
    grid = draw(grids(holes=everything))
    options = {option.name: draw(st.sampled_from(list(option.values.values))) for option in genre.options}
    clues = {layer.name: draw(entries(layer, grid, options, clues=True)) for layer in genre.clue_layers}
    if not everything:
        return masume.Board(genre, grid, clues, options=options)
    fixed = {layer.name: draw(entries(layer, grid, options)) for layer in genre.mark_layers}
    marks = {layer.name: draw(entries(layer, grid, options)) for layer in genre.mark_layers}
    for layer in genre.mark_layers:
        for place in fixed[layer.name]:
            marks[layer.name].pop(place, None)
    line = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=9)
    info = {key: draw(line) for key in draw(st.sets(st.sampled_from(INFO_KEYS)))}
    return masume.Board(genre, grid, clues, fixed, marks, options, info)


@st.composite
def entries(draw: st.DrawFn, layer: Layer, grid: Grid, options: Options, clues: bool = False) -> dict[Place, Any]:
    places = draw(st.lists(st.sampled_from(list(places_of(grid, layer.kind))), max_size=12, unique=True))
    if clues:
        values = st.sampled_from(clue_values(layer, grid, options))
        large = [
            n for n in (15, 16, 255, 256, 4096, 8192, 12240, 77776, 10**6) if layer.alphabet(grid, options).accepts(n)
        ]
        return {place: draw(values | st.sampled_from(large) if large else values) for place in places}
    alphabet = list(layer.alphabet(grid, options).values)
    some = st.sets(st.sampled_from(alphabet), min_size=1, max_size=max(1, len(alphabet) - 1)).map(RuledOut)
    return {place: draw(st.sampled_from(alphabet) | (some if len(alphabet) > 1 else st.nothing())) for place in places}


@every_genre
@pytest.mark.parametrize("name", ["json", "text"])
@steady
@given(data=st.data())
def test_everything_comes_back(genre: Genre, name: str, data: st.DataObject) -> None:
    board = data.draw(boards(genre, everything=True))
    assert masume.read(masume.write(board, name)) == board


@every_genre
@steady
@given(data=st.data())
def test_an_address_carries_the_puzzle(genre: Genre, data: st.DataObject) -> None:
    if carried_by_address(genre) is None:
        pytest.skip("it has no address")
    puzzle = data.draw(boards(genre, everything=False))
    if carried_by_address(genre) != {option.name for option in genre.options}:
        puzzle = masume.Board(genre, puzzle.grid, puzzle.clues)
    address = masume.write(puzzle, "pzpr")
    assert masume.read(address) == puzzle
    solved = masume.Board(genre, puzzle.grid, puzzle.clues, options=puzzle.options, info={"title": "with a title"})
    assert masume.write(solved, "pzpr") == address
    tail = address.split("?")[1]
    for spelling in (tail, f"http://pzv.jp/p.html?{tail}", f"https://example.org/a/b?type=editor&{tail}"):
        assert masume.read(spelling) == puzzle
    pid, rest = tail.split("/", 1)
    assert masume.read(f"{pid}_edit/{rest}") == masume.read(f"p?{pid}_play/{rest}") == puzzle


@every_genre
def test_the_largest_number_is_carried_or_refused(genre: Genre) -> None:
    for layer in genre.clue_layers:
        if not layer.alphabet(square(1, 1), default_options(genre)).accepts(LARGEST_NUMBER):
            continue
        board = masume.Board(genre, square(1, 1), {layer.name: {0: LARGEST_NUMBER}})
        for name in ("json", "text"):
            assert masume.read(masume.write(board, name)) == board
        with pytest.raises(masume.MasumeError, match="pzpr: body: it cannot carry numbers above"):
            masume.write(board, "pzpr")
        with pytest.raises(masume.MasumeError, match="expected a number"):
            masume.Board(genre, square(1, 1), {layer.name: {0: LARGEST_NUMBER + 1}})


def carried_by_address(genre: Genre) -> set[str] | None:
    """The options an address of this genre can carry, None if there are no addresses."""
    notation: Notation = masume.genres.part(genre, "notation", "NOTATION")
    return None if notation.pzpr is None else {option for option, _ in notation.pzpr.flags.values()}


def dictionaries(values: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.dictionaries(st.text(), values)


def mangled(text: str, random: Random) -> str:
    """The text with a few characters lost, doubled, swapped or replaced."""
    changes: list[Callable[[str, int], str]] = [
        lambda t, i: t[:i] + t[i + 1 :],
        lambda t, i: t[:i] + t[i] + t[i:],
        lambda t, i: t[:i] + random.choice("0159afgz.-+=*$%@/?:{}[]\"'\n \t\0é█#|!_,x") + t[i + 1 :],
        lambda t, i: t[:i],
        lambda t, i: t[i:] + t[:i],
        lambda t, i: t[:i] + str(random.randrange(10**7)) + t[i:],
    ]
    for _ in range(random.randrange(1, 4)):
        if text:
            text = random.choice(changes)(text, random.randrange(len(text)))
    return text


@every_genre
@every_format
def test_mangled_text_raises_only_our_errors(genre: Genre, name: str) -> None:
    random = Random(f"{genre.name} {name}")
    if name == "pzpr" and carried_by_address(genre) is None:
        pytest.skip("it has no address")
    layer_values = {layer.name: clue_values(layer, square(3, 4), {}) for layer in genre.clue_layers}
    clues = {layer: {cell: random.choice(values) for cell in range(0, 12, 2)} for layer, values in layer_values.items()}
    text = masume.write(masume.Board(genre, square(3, 4), clues), name)
    for _ in range(1500):
        broken = mangled(text, random)
        try:
            again = masume.read(broken)
        except masume.MasumeError as error:
            assert "\n" not in str(error)
            assert len(str(error)) < 400
        else:
            assert isinstance(again, masume.Board)


@steady
@given(st.text() | st.binary().map(lambda raw: raw.decode("latin-1")))
def test_any_text_raises_only_our_errors(text: str) -> None:
    try:
        masume.read(text)
    except masume.MasumeError:
        pass


@steady
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
