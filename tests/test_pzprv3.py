"""Laws of pzprv3 files, and cases of URLs and files of pzpr that are easy to get wrong."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import masume
from masume.core.file_blocks import ClueOrMarkRows
from masume.core.genre import Genre
from masume.core.layers import RuledOut
from masume.core.notation import Pzpr
from masume.core.square import square
from registry import clue_values
from strategies import boards, deterministic, pzpr_genres, without_marks_on_clues

FILES = [(genre, notation) for genre, notation in pzpr_genres() if notation.files]
SHARED = [(genre, block) for genre, notation in FILES if isinstance(block := notation.files[0][0], ClueOrMarkRows)]
every_file = pytest.mark.parametrize(("genre", "notation"), FILES, ids=[genre.name for genre, _ in FILES])
every_name = pytest.mark.parametrize("name", ["pzprv3", "pzprv3.0", "pzprv3-url"])


class Case(NamedTuple):
    """A text, and what is expected: pairs of a heading and a text."""

    title: str
    text: str
    expectations: list[tuple[str, str]]


def cases() -> list[Case]:
    content = (Path(__file__).parent / "data" / "pzpr.txt").read_text(encoding="utf-8")
    found = []
    for title, body in re.findall(r"^== (.+)\n((?:(?!== ).*\n)*)", content, re.MULTILINE):
        text, *parts = re.split(r"^-- (.+)\n", body, flags=re.MULTILINE)
        found.append(Case(title, text, list(zip(parts[::2], parts[1::2], strict=True))))
    return found


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.title)
def test_case(case: Case) -> None:
    for heading, expected in case.expectations:
        if heading == "is refused":
            with pytest.raises(masume.MasumeError, match=f"^{re.escape(expected.strip())}"):
                masume.read(case.text)
        elif heading == "is":
            assert masume.read(case.text) == masume.read(expected)
        else:
            written = masume.write(masume.read(case.text), heading.removeprefix("becomes "))
            assert [line.rstrip() for line in written.strip().split("\n")] == expected.strip().split("\n")


def without_unsupported(board: masume.Board, notation: Pzpr, name: str) -> masume.Board:
    """Return the part of a board that a file can carry: no given marks, title, difficulty or ruled-out values.

    If clues and marks share a block, there are no marks on cells with clues.
    """
    blocks = (block for version in notation.files.values() for block in version)
    plain = without_marks_on_clues(board) if any(isinstance(block, ClueOrMarkRows) for block in blocks) else board
    marks = {layer: {p: m for p, m in ms.items() if not isinstance(m, RuledOut)} for layer, ms in plain.marks.items()}
    flagged = {option for option, _ in notation.flags.values()}
    old = name == "pzprv3.0" and len(notation.files) > 1
    options = {option: value for option, value in board.options.items() if option in flagged and not old}
    info = {key: text for key, text in board.info.items() if key in ("author", "source")}
    return masume.Board(board.genre, board.grid, board.clues, {}, marks, options, info)


@every_file
@every_name
@deterministic
@given(data=st.data())
def test_a_file_carries_puzzle_and_marks(genre: Genre, notation: Pzpr, name: str, data: st.DataObject) -> None:
    holes = any(block.carries_holes for block in notation.files[0])
    board = data.draw(boards(genre, holes))
    kept = without_unsupported(board, notation, name)
    text = masume.write(kept, name)
    again = masume.read(text)
    assert again == kept
    assert masume.write(again, name) == text
    spellings = [text.split("?")[1]] if name == "pzprv3-url" else [text.replace("\n", "\r\n"), text.replace("\n", "/")]
    for spelling in spellings:
        assert masume.read(spelling) == kept
    title = {**kept.info, "title": "with a title"}
    assert masume.write(masume.Board(genre, kept.grid, kept.clues, {}, kept.marks, kept.options, title), name) == text


@every_file
@every_name
def test_a_puzzle_that_a_file_cannot_carry_is_refused(genre: Genre, notation: Pzpr, name: str) -> None:
    grid, layer = square(2, 2), genre.mark_layers[0]
    value = layer.alphabet(grid, {}).values[0]
    given_mark = masume.Board(genre, grid, given={layer.name: {layer.places(grid)[0]: value}})
    with pytest.raises(masume.MasumeError, match="pzprv3: given marks: it cannot carry them"):
        masume.write(given_mark, name)
    if not any(block.carries_holes for block in notation.files[0]):
        with pytest.raises(masume.MasumeError, match="pzprv3: grid: it can carry square grids without holes only"):
            masume.write(masume.Board(genre, square(2, 2, frozenset({0}))), name)


@every_file
def test_an_old_version_refuses_flags(genre: Genre, notation: Pzpr) -> None:
    for option, value in notation.flags.values():
        board = masume.Board(genre, square(2, 2), options={option: value})
        assert masume.read(masume.write(board, "pzprv3")) == board
        if len(notation.files) > 1:
            with pytest.raises(masume.MasumeError, match="pzprv3: flag: a file of version 0 cannot carry"):
                masume.write(board, "pzprv3.0")


@pytest.mark.parametrize(("genre", "block"), SHARED, ids=[genre.name for genre, _ in SHARED])
def test_a_mark_on_a_clue_is_left_out_if_it_is_the_default_and_refused_otherwise(
    genre: Genre, block: ClueOrMarkRows
) -> None:
    layer = next(layer for layer in genre.mark_layers if layer.name == block.marks)
    clue = clue_values(genre.clue_layers[0], square(1, 2), {})[0]
    puzzle = masume.Board(genre, square(1, 2), {block.clues: {0: clue}})
    for value in layer.alphabet(puzzle.grid, puzzle.options).values:
        board = puzzle.with_marks({block.marks: {0: value}})
        if value == layer.default:
            assert masume.read(masume.write(board, "pzprv3")) == puzzle
        else:
            with pytest.raises(masume.MasumeError, match=f"pzprv3: marks: it cannot carry {value} at r1c1"):
                masume.write(board, "pzprv3")


@every_file
def test_marks_may_be_missing(genre: Genre, notation: Pzpr) -> None:
    board = masume.Board(genre, square(2, 3))
    for name in ("pzprv3", "pzprv3.0"):
        text = masume.write(board, name)
        whole = len(text.split("\n"))
        for rows in range(whole):
            cut = "\n".join(text.split("\n")[:rows])
            try:
                assert masume.read(cut) == board
            except masume.MasumeError as error:
                assert re.search(r"empty|pzprv3: (genre|size|line \d+: expected)", str(error))
        assert masume.read(text + "\n\n") == board
