"""Laws of the papers' facts: boards and answers survive a round trip; and cases of valid and invalid facts."""

import re
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import masume
from effort import trials
from hexagon import hexagons
from masume import examples
from masume.core.errors import InputError
from masume.core.genre import Genre
from masume.core.grid import Grid
from masume.core.layers import UNKNOWN_CLUE, Value, Where
from masume.core.places import Area
from masume.core.square import square
from masume.formats import facts
from masume.formats.facts_clues import codec_of
from registry import all_genres, random_board
from strategies import deterministic, mangle

DIALECTS = [(genre, dialect) for genre in all_genres() for dialect in facts.dialects(genre)]
every_dialect = pytest.mark.parametrize(
    ("genre", "dialect"), DIALECTS, ids=[f"{genre.name}-{dialect}" for genre, dialect in DIALECTS]
)
SOLVED = [
    (examples.find(f"{name}.answer"), dialect)
    for name in examples.names()
    for dialect in facts.dialects(examples.find(name).genre)
    if len(examples.find(name).grid.cells) <= 200
]
every_answer = pytest.mark.parametrize(
    ("solved", "dialect"), SOLVED, ids=[f"{b.genre.name}-{d}-{b.info.get('title')}" for b, d in SOLVED]
)


class Case(NamedTuple):
    """Facts, the options to read them with, and what is expected: pairs of a heading and a text."""

    title: str
    options: dict[str, Any]
    text: str
    expectations: list[tuple[str, str]]


def cases() -> list[Case]:
    content = (Path(__file__).parent / "data" / "facts.txt").read_text(encoding="utf-8")
    found = []
    for title, body in re.findall(r"^== (.+)\n((?:(?!== ).*\n)*)", content, re.MULTILINE):
        text, *parts = re.split(r"^-- (.+)\n", body.rstrip() + "\n", flags=re.MULTILINE)
        options, _, text = text.partition("\n")
        found.append(Case(title, _parse_options(options), text, list(zip(parts[::2], parts[1::2], strict=True))))
    return found


def _parse_options(line: str) -> dict[str, Any]:
    words = dict(word.split("=") for word in line.split() if word != "-")
    options: dict[str, Any] = {key: words.pop(key) for key in ("genre", "dialect") if key in words}
    if "size" in words:
        options["size"] = tuple(int(side) for side in words.pop("size").split("x"))
    return {**options, "constants": {name: int(value) for name, value in words.items()}}


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.title)
def test_case(case: Case) -> None:
    for heading, expected in case.expectations:
        verb, *names = re.split(r" (?:example )?", heading)
        if heading == "is refused":
            with pytest.raises(InputError, match=f"^{re.escape(expected.strip())}"):
                facts.read(case.text, **case.options)
        elif verb == "atoms":
            board = facts.read(case.text, **case.options)
            with pytest.raises(InputError, match=f"^{re.escape(expected.strip())}"):
                facts.parse_atoms(board, facts.dialects(board.genre)[0], names)
        elif verb == "is":
            board = examples.find(names[0]) if names else masume.read(expected)
            assert facts.read(case.text, **case.options) == puzzle(board)
        else:
            answer, dialect = examples.find(f"{names[0]}.answer"), names[-1] if len(names) > 1 else None
            assert facts.write_answer(answer, dialect) == " ".join(expected.split())


def puzzle(board: masume.Board) -> masume.Board:
    """Return a board without marks and info."""
    return masume.Board(board.genre, board.grid, board.clues, board.given, options=board.options)


@every_dialect
def test_a_board_survives_a_round_trip(genre: Genre, dialect: str) -> None:
    random, carried = Random(f"{genre.name} {dialect}"), 0
    for _ in range(trials(60)):
        board = draw_board(genre, dialect, random)
        plain = without_unknowns(board)
        assert facts.read(facts.write_instance(plain, dialect), genre, dialect=dialect) == plain
        try:
            text = facts.write(board, dialect)
        except InputError as error:
            assert str(error).startswith(f"facts: {genre.name} {dialect}: it cannot carry")
            continue
        carried += 1
        assert masume.read(text) == puzzle(board)
        assert facts.write(masume.read(text), dialect) == text
    assert carried


def draw_board(genre: Genre, dialect: str, random: Random) -> masume.Board:
    """Return a random board, with rectangular rooms, and with holes if the dialect can carry them."""
    rows, cols = random.randrange(1, 6), random.randrange(1, 6)
    holes = frozenset(random.sample(range(rows * cols), random.randrange(rows * cols)))
    grid = square(rows, cols, holes if carries_holes(genre, dialect) else frozenset())
    board = random_board(genre, grid, random, marks=0.5)
    clues, numbers = dict(board.clues), list[Value]([UNKNOWN_CLUE, 0, 3])
    for layer in genre.clue_layers:
        if layer.where is Where.ROOMS:
            clues[layer.name] = {room: random.choice(numbers) for room in rectangles(grid, random)}
    return masume.Board(genre, grid, clues, {}, board.marks, board.options)


def carries_holes(genre: Genre, dialect: str) -> bool:
    paper = masume.genres.load_part(genre, "notation", "NOTATION").facts[dialect]
    return any(codec_of(notation).carries_holes for notation in paper.clues)


def rectangles(grid: Grid, random: Random) -> list[Area]:
    """Divide a grid without holes into random rectangles, by repeated cuts."""
    found, left = [], [frozenset(grid.cells)]
    while left:
        area = left.pop()
        lines = [frozenset(grid.cells_on(line)) & area for line in grid.lines]
        first, *rest = [line for line in random.choice((lines, lines[::-1])) if 0 < len(line) < len(area)] or [area]
        if rest and random.random() < 0.6:
            left += [first, area - first]
        else:
            found.append(area)
    return found


def without_unknowns(board: masume.Board) -> masume.Board:
    """Return the part of a board that every dialect can carry: no "?" except in rooms, and no options."""
    rooms = {layer.name for layer in board.genre.clue_layers if layer.where is Where.ROOMS}
    clues: dict[str, Mapping[Any, Any]] = {
        name: entries if name in rooms else {place: clue for place, clue in entries.items() if clue != UNKNOWN_CLUE}
        for name, entries in board.clues.items()
    }
    return masume.Board(board.genre, board.grid, clues)


@every_dialect
def test_a_puzzle_that_the_dialect_cannot_carry_is_refused(genre: Genre, dialect: str) -> None:
    grid, layer = square(2, 2), genre.mark_layers[0]
    place = layer.places(grid)[0]
    value = layer.alphabet(grid, genre.complete_options({})).values[0]
    boards = [masume.Board(genre, grid, given={layer.name: {place: value}})]
    boards += (masume.Board(genre, grid, options={option.name: option.values.values[1]}) for option in genre.options)
    if genre.needs <= hexagons(2, 2).abilities:
        boards.append(masume.Board(genre, hexagons(2, 2)))
    if not carries_holes(genre, dialect):
        boards.append(masume.Board(genre, square(2, 2, frozenset({0}))))
    for board in boards:
        with pytest.raises(InputError, match=f"^facts: {genre.name} {dialect}: it can(not carry| carry square)"):
            facts.write(board, dialect)


@pytest.mark.parametrize(
    ("genre", "dialect"), [(g, d) for g, d in DIALECTS if g.clue_layers[0].where is Where.ROOMS], ids=str
)
def test_a_room_that_is_not_a_rectangle_is_refused(genre: Genre, dialect: str) -> None:
    board = masume.Board(genre, square(2, 2), {genre.clue_layers[0].name: {frozenset({0, 1, 2}): 1}})
    with pytest.raises(
        InputError, match=rf"^facts: {genre.name} {dialect}: the room at r1c1\+r1c2\+r2c1 is not a rect"
    ):
        facts.write_instance(board, dialect)


def test_own_facts_carry_every_board_and_cannot_be_read() -> None:
    for genre in all_genres():
        board = random_board(genre, square(2, 3), Random(genre.name), marks=0.5, given=0.3)
        text = facts.write(board, "masume")
        assert text.startswith(f"% masume facts: {genre.name} masume\n")
        assert text.count("\ncell(") == 1
        assert facts.write_answer(board, "masume").count("mark(") == sum(
            len(board.decided_marks(x)) for x in genre.answer
        )
        if not facts.dialects(genre):
            assert facts.write(board) == text
            assert facts.write_answer(board) == facts.write_answer(board, "masume")
        with pytest.raises(
            InputError, match=r"^facts: (genre: no paper has facts|dialect: masume's own facts cannot be read)"
        ):
            facts.read(text)


@every_answer
def test_an_answer_survives_a_round_trip(solved: masume.Board, dialect: str) -> None:
    atoms = facts.write_atoms(solved, dialect)
    assert facts.write_answer(solved, dialect) == " ".join(atoms)
    name, arity = facts.answer_signature(solved.genre, dialect).split("/")
    assert {(re.split(r"\(", atom)[0], atom.count(",") + 1) for atom in atoms} == {(name, int(arity))}
    board = solved.with_marks({})
    for order in (atoms, atoms[::-1], [atom.replace(",", ", ") for atom in atoms]):
        assert board.with_marks(facts.parse_atoms(board, dialect, order)) == solved
    for wrong in (["nosuch(1,1)"], ["black"], [""], [re.sub(r"\d+", "0", atoms[0]) + "."], [*atoms, atoms[0]]):
        with pytest.raises(InputError, match=r"(has no meaning on this board: expected an atom such as|occurs twice)"):
            facts.parse_atoms(board, dialect, wrong)


@every_dialect
def test_marks_survive_a_round_trip(genre: Genre, dialect: str) -> None:
    random, layer = Random(f"marks {genre.name} {dialect}"), genre.mark_layer(genre.answer[0])
    for _ in range(trials(40)):
        board = draw_board(genre, dialect, random)
        values, some = board.alphabet(layer).values, board.marks[layer.name]
        marks = {place: some.get(place, random.choice(values)) for place in layer.places(board.grid)}
        full = board.with_marks({layer.name: marks})
        atoms = facts.write_atoms(full, dialect)
        assert board.with_marks(facts.parse_atoms(board, dialect, atoms)) == full
        assert set(facts.write_atoms(board, dialect)) <= set(atoms)  # undecided marks have no atoms


@every_dialect
def test_a_condition_is_about_a_mark_of_the_answer(genre: Genre, dialect: str) -> None:
    board, layer = masume.Board(genre, square(2, 2)), genre.mark_layer(genre.answer[0])
    place, value = layer.places(board.grid)[0], board.alphabet(layer).values[0]
    assert facts.write_condition(board, dialect, layer.name, place, value)
    with pytest.raises(InputError, match=f"contain {layer.name}, not 'nosuch'"):
        facts.write_condition(board, dialect, "nosuch", place, value)
    for wrong in ((board.grid.board, value), (frozenset({0}), value), (place, "nosuch")):
        with pytest.raises(InputError, match=f"{layer.name} has no "):
            facts.write_condition(board, dialect, layer.name, *wrong)


@every_dialect
def test_a_condition_holds_exactly_when_the_mark_has_the_value(genre: Genre, dialect: str) -> None:
    clingo = pytest.importorskip("clingo")
    random, layer = Random(f"conditions {genre.name} {dialect}"), genre.mark_layer(genre.answer[0])
    board = draw_board(genre, dialect, random)
    values = board.alphabet(layer).values
    marks = {place: random.choice(values) for place in layer.places(board.grid)}
    program = [f"{atom}." for atom in facts.write_atoms(board.with_marks({layer.name: marks}), dialect)]
    conditions = {
        (place, at): facts.write_condition(board, dialect, layer.name, place, values[at])
        for place in marks
        for at in (0, 1)
    }
    program += (f"holds({place},{at}) :- {body}." for (place, at), body in conditions.items())
    true = {(place, at) for place, at in conditions if marks[place] == values[at]}
    program.append(f"all_at_once :- {', '.join(['#true', *(conditions[key] for key in true)])}.")
    control = clingo.Control(["--warn=none"])
    control.add("\n".join([f"#defined {facts.answer_signature(genre, dialect)}.", *program]))
    control.ground()
    derived = {str(atom.symbol) for atom in control.symbolic_atoms if atom.is_fact}
    assert {atom for atom in derived if atom.startswith("holds(")} == {f"holds({place},{at})" for place, at in true}
    assert "all_at_once" in derived


@every_dialect
def test_mangled_facts_raise_only_our_errors(genre: Genre, dialect: str) -> None:
    random = Random(f"mangled {genre.name} {dialect}")
    text = facts.write(without_unknowns(draw_board(genre, dialect, random)), dialect)
    for _ in range(trials(500)):
        assert_read_or_refused(mangle(text, random), genre)


@every_dialect
@deterministic
@given(data=st.data())
def test_any_facts_raise_only_our_errors(genre: Genre, dialect: str, data: st.DataObject) -> None:
    board = without_unknowns(draw_board(genre, dialect, Random(0)))
    pieces = re.findall(r"\w+\([-\d,]+\)\.|\w+|\S", facts.write_instance(board, dialect))
    text = data.draw(st.lists(st.sampled_from([*pieces, " ", "\n", "0", "-1", "..", "%*", "X", "é"])).map("".join))
    assert_read_or_refused(text, genre)
    assert_read_or_refused(data.draw(st.text()), genre)


def assert_read_or_refused(text: str, genre: Genre) -> None:
    for dialect in (None, *facts.dialects(genre)):
        try:
            board = facts.read(text, genre, size=(3, 4), dialect=dialect)
        except InputError as error:
            assert "\n" not in str(error)
            assert len(str(error)) < 400
        else:
            assert isinstance(board, masume.Board)
