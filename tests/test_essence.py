"""Essence parameters: round trips, cases of valid and invalid texts; and the specifications."""

import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import masume
from effort import trials
from hexagon import hexagons
from masume import examples
from masume.core.errors import FormatError, InputError
from masume.core.genre import Genre
from masume.core.layers import UNKNOWN_CLUE
from masume.core.notation import Essence, Notation
from masume.core.square import square
from masume.formats import essence
from masume.formulations.essence import load_specification
from registry import all_genres, default_options, random_board
from strategies import boards, deterministic, mangle


def essence_notation(genre: Genre) -> Essence | None:
    found: Notation = masume.genres.load_part(genre, "notation", "NOTATION")
    return found.essence


WRITTEN = [(genre, notation) for genre in all_genres() if (notation := essence_notation(genre))]
every_written = pytest.mark.parametrize(("genre", "notation"), WRITTEN, ids=lambda part: getattr(part, "name", ""))


class Case(NamedTuple):
    """A text, the genre that is passed with it, and what is expected."""

    title: str
    genre: str | None
    text: str
    heading: str
    expected: str


def cases() -> list[Case]:
    content = (Path(__file__).parent / "data" / "essence.txt").read_text(encoding="utf-8")
    found = []
    for title, body in re.findall(r"^== (.+)\n((?:(?!== ).*\n)*)", content, re.MULTILINE):
        text, heading, expected = re.split(r"^-- (.+)\n", body.rstrip() + "\n", flags=re.MULTILINE)
        genre, _, text = text.partition("\n")
        if title.startswith("windows"):
            text = text.replace("\n", "\r\n")
        found.append(Case(title, None if genre == "-" else genre, text, heading, expected))
    return found


def without_unsupported(board: masume.Board, notation: Essence) -> masume.Board:
    """Return the board without clues and options that a parameter file cannot carry."""
    numbers = {p: n for p, n in board.clues[notation.layer].items() if isinstance(n, int) and n < notation.zero}
    return masume.Board(board.genre, board.grid, {notation.layer: numbers}, marks=board.marks, info=board.info)


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.title)
def test_case(case: Case, tmp_path: Path) -> None:
    (tmp_path / "board.param").write_text(case.text, encoding="utf-8", newline="")
    for read in (masume.read, lambda _, genre: masume.load(tmp_path / "board.param", genre=genre)):
        if case.heading == "is refused":
            with pytest.raises(FormatError, match=f"^{re.escape(case.expected.strip())}") as caught:
                read(case.text, genre=case.genre)
            assert "\n" not in str(caught.value)
        elif case.heading == "is":
            assert read(case.text, genre=case.genre) == masume.read(case.expected)
        else:
            assert (
                read(case.text, genre=case.genre).clues == examples.find(case.heading.removeprefix("is example ")).clues
            )


@every_written
@deterministic
@given(data=st.data())
def test_clues_survive_a_round_trip_and_marks_are_left_out(
    genre: Genre, notation: Essence, data: st.DataObject
) -> None:
    board = without_unsupported(data.draw(boards(genre, holes=False)), notation)
    text = masume.write(board, "essence")
    assert masume.read(text) == masume.read(text, genre=genre.name) == masume.Board(genre, board.grid, board.clues)
    spread = re.sub(r"(?=[\[\],])", " $ why not\n ", text)
    rows = re.findall(r"\[(\d.*)\]", text)
    inner = ", ".join(f"[{row}; int(1..{board.grid.to_dict()['cols']})]" for row in rows)
    indexed = f"letting {notation.matrix} be [{inner}; int(1..{len(rows)})]"
    for spelling in (spread, indexed, text.replace("]", ",]"), text.replace(essence.LANGUAGE, "")):
        assert masume.read(spelling).clues == board.clues


@every_written
def test_a_puzzle_that_a_parameter_file_cannot_carry_is_refused(genre: Genre, notation: Essence) -> None:
    grid, marks = square(1, 2), genre.mark_layers[0]
    value = marks.alphabet(grid, default_options(genre)).values[0]
    refused: dict[str, Callable[[], masume.Board]] = {
        "clues: it cannot carry ? at r1c2": lambda: masume.Board(genre, grid, {notation.layer: {1: UNKNOWN_CLUE}}),
        f"clues: it cannot carry {notation.zero} at r1c1": lambda: masume.Board(
            genre, grid, {notation.layer: {0: notation.zero}}
        ),
        "given marks: it cannot carry them": lambda: masume.Board(
            genre, grid, given={marks.name: {marks.places(grid)[0]: value}}
        ),
        "grid: it can carry square grids without holes only": lambda: masume.Board(
            genre, square(2, 2, frozenset({0})), {notation.layer: {1: 1}}
        ),
        "grid: it can carry square grids": lambda: masume.Board(genre, hexagons(2, 2)),
    }
    for sentence, board in refused.items():
        with pytest.raises(FormatError, match=f"^essence: {re.escape(sentence)}"):
            masume.write(board(), "essence")
    for option in genre.options:
        other = next(each for each in option.values.values if each != option.default)
        with pytest.raises(FormatError, match=f"^essence: options: it cannot carry {option.name}"):
            masume.write(masume.Board(genre, grid, options={option.name: other}), "essence")


def test_genres_without_a_notation_are_refused_and_several_need_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    without = [genre for genre in all_genres() if essence_notation(genre) is None]
    assert without
    assert WRITTEN
    for genre in without:
        with pytest.raises(FormatError, match=f"^essence: genre: this format has no notation for {genre.name}"):
            masume.write(masume.Board(genre, square(2, 2)), "essence")
    (genre, notation), other = WRITTEN[0], without[0]
    text = masume.write(masume.Board(genre, square(2, 2)), "essence")
    with pytest.raises(InputError, match="can be given for facts only"):
        masume.read(text, genre=genre.name, size=(2, 2))
    monkeypatch.setattr(essence, "_notation", lambda each: notation if each in (genre, other) else None)
    with pytest.raises(
        FormatError, match=r"^essence: genre: the text does not contain it: expected --genre and one of "
    ) as caught:
        masume.read(text)
    assert {genre.name, other.name} <= set(re.split("[, ]+", str(caught.value)))
    assert masume.read(text, genre=genre.name).genre is genre


@every_written
def test_mangled_text_raises_only_our_errors(genre: Genre, notation: Essence) -> None:
    random = Random(genre.name)
    text = masume.write(without_unsupported(random_board(genre, square(3, 4), random), notation), "essence")
    for _ in range(trials(1500)):
        broken = mangle(text, random)
        try:
            masume.read(broken)
        except masume.MasumeError as error:
            assert "\n" not in str(error)
            assert len(str(error)) < 400


@pytest.mark.parametrize("start", ["letting ", "letting n be ", "letting grid be [", "letting grid be [[", "$ x\n"])
@pytest.mark.parametrize(
    "filling", ["a", "a,", "1", "1,", "1 ", "[", "[1],", "[],", "]", "$\n", "\n", ";int(1..2)", "letting "]
)
def test_megabytes_are_refused_in_linear_time(start: str, filling: str) -> None:
    """Quadratic time would take hours of CPU time, not seconds."""
    begin = time.process_time()
    with pytest.raises(InputError) as caught:
        masume.read(start + filling * (1_000_000 // len(filling)))
    assert len(str(caught.value)) < 400
    assert time.process_time() - begin < 20


@every_written
def test_the_largest_board_is_read(genre: Genre, notation: Essence) -> None:
    row = f"[{','.join(['0', str(notation.zero)] * 500)}]"
    board = masume.read(f"letting {notation.matrix} be [{','.join([row] * 1000)}]")
    assert len(board.clues[notation.layer]) == 500_000
    for matrix in (",".join([row] * 1001), row.replace("[", "[0,")):
        with pytest.raises(FormatError, match=r"^essence: size: expected (at most|1 to) 1000 (rows|columns)"):
            masume.read(f"letting {notation.matrix} be [{matrix}]")


@every_written
def test_a_specification_names_all_rules_and_parameters(genre: Genre, notation: Essence) -> None:
    text = load_specification(genre)
    comments, code = re.findall(r"\$.*", text), re.sub(r"\$.*", "", text)
    named = {rule for comment in comments for rule in re.findall(r"\b[A-Z]\d+[a-z]?\b", comment)}
    assert named == {rule.id for rule in genre.rules(default_options(genre))}
    assert re.findall(r"\bgiven (\w+)", code) == [notation.rows, notation.columns, notation.matrix]
    assert f"int(0..{notation.zero})" in code
    _assert_balanced(code)
    assert any("never runs" in comment for comment in comments)


def _assert_balanced(code: str) -> None:
    pairs, still_open = {")": "(", "]": "[", "}": "{"}, list[str]()
    for bracket in re.sub(r"/\\|\\/", "", code):
        if bracket in pairs.values():
            still_open.append(bracket)
        elif bracket in pairs:
            assert still_open
            assert still_open.pop() == pairs[bracket]
    assert not still_open


def test_specifications_are_printed_or_reported_missing() -> None:
    def run_rules(name: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "masume", "rules", name, "--essence"]
        return subprocess.run(command, capture_output=True, text=True)

    genre = WRITTEN[0][0]
    assert run_rules(genre.name).stdout == load_specification(genre)
    other = next(genre for genre in all_genres() if essence_notation(genre) is None)
    with pytest.raises(
        InputError, match=f"^{other.name} has no specification in Essence: expected one of {genre.name}"
    ):
        load_specification(other)
    assert "has no specification" in run_rules(other.name).stderr
