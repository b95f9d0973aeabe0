"""Bodies of URLs that no genre has yet, composed of the shared pieces: one declaration reads and writes."""

import doctest
import importlib
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masume.core.board import Board
from masume.core.errors import FormatError, InputError
from masume.core.file_blocks import FileReader, Rows
from masume.core.file_items import DIGITS, NUMBERS, FileItem, Signs
from masume.core.genre import Genre
from masume.core.layers import Layer, Numbers, Value
from masume.core.place_order import all_corners, columns_then_rows, corner_rows
from masume.core.places import PlaceKind
from masume.core.square import SquareGrid, square
from masume.core.url_items import (
    BASE36_DIGITS,
    BITS,
    GAPS,
    HOLE,
    NUMBER4,
    NUMBER10,
    NUMBER16,
    UNKNOWN,
    Characters,
    Converted,
    Digit,
    Gaps,
    Number,
    OneOf,
    Packed,
    Piece,
    Prefix,
    TupleOf,
    Values,
    read_items,
    read_values,
    write_items,
)
from masume.core.url_parts import BodyPart, Items, RoomClues, Walls, read_body, write_body
from strategies import deterministic

GAPS10 = Gaps("abcdefghijklmnopqrstuvwxyz")
TREES = {BASE36_DIGITS[empty]: ("tree", *[None] * empty) for empty in range(18)}  # a tree and the gap behind it
WAYS = ("none", "NORTH", "SOUTH", "WEST", "EAST")


@dataclass(frozen=True)
class Anything:
    """An alphabet that accepts every value."""

    expected: str = "anything"
    values: tuple[Value, ...] = ("x", "y")

    def accepts(self, value: object) -> bool:
        return True

    def format(self, value: Any) -> str:
        return str(value)

    def parse(self, token: str) -> Value:
        return token


NAMES = ("invented",)
ANYTHING = Anything()
GENRE = Genre(
    __name__,
    title="Invented",
    clues=(
        Layer("clues", PlaceKind.CELL, ANYTHING),
        Layer("corners", PlaceKind.CORNER, Numbers(0, 4, unknown=True)),
        Layer("lines", PlaceKind.LINE, Numbers(0)),
    ),
    marks=(Layer("digits", PlaceKind.CELL, Numbers(1, 9)),),
    answer=("digits",),
)


def number_in_every_cell() -> OneOf:
    """Numbers in base 36, with an item for every cell, also for one without a number."""
    return OneOf(
        Digit(BASE36_DIGITS), Prefix("-", Number(36, 2, low=36)), Characters({"@": ("?",), "%": ("?",), ".": (None,)})
    )


def arrows_with_numbers() -> OneOf:
    """A direction and a number of one, two or three hexadecimal digits."""
    short, middle = (
        Characters(dict(zip(digits, ((way,) for way in WAYS), strict=True))) for digits in ("01234", "56789")
    )
    return OneOf(
        GAPS10,
        TupleOf(short, OneOf(Digit("0123456789abcdef"), UNKNOWN)),
        TupleOf(middle, Number(16, 2, low=16)),
        Prefix("-", TupleOf(short, Number(16, 3, low=256))),
    )


def coloured_numbers() -> Converted:
    """A colour and a number: twice the number, plus one if the colour is black."""

    def decode(code: Value) -> Value:
        assert isinstance(code, int)
        return "black" if code % 2 else "white", code // 2 or "?"

    def encode(value: Value) -> Value:
        assert isinstance(value, tuple)
        colour, number = value
        code: int = (0 if number == "?" else 2 * number) + (colour == "black")
        return code

    return Converted(OneOf(Digit("0123456789abcdef"), Prefix("-", Number(16, 2, low=16))), decode=decode, encode=encode)


class BodyCase(NamedTuple):
    """Parts, a body with its size, and some of the entries that it stands for."""

    parts: tuple[BodyPart, ...]
    rows: int
    columns: int
    body: str
    layer: str
    entries: dict[int, Value]
    total: int  # of entries in that layer


CASES = {
    "a number in every cell": BodyCase(
        (Items("clues", number_in_every_cell()),), 4, 4, "1114142333214213", "clues", {0: 1, 3: 4, 15: 3}, 16
    ),
    "large numbers, unknown ones and none": BodyCase(
        (Items("clues", number_in_every_cell()),), 1, 6, "z-10-zz.@1", "clues", {0: 35, 1: 36, 2: 1295, 4: "?", 5: 1}, 5
    ),
    "arrows": BodyCase(
        (Items("clues", arrows_with_numbers()),), 5, 5, "m32j10", "clues", {13: ("WEST", 2), 24: ("NORTH", 0)}, 2
    ),
    "arrows with large numbers": BodyCase(
        (Items("clues", arrows_with_numbers()),),
        1,
        5,
        "9ff-21004.a0.",
        "clues",
        {0: ("EAST", 255), 1: ("SOUTH", 256), 2: ("EAST", "?"), 4: ("none", "?")},
        4,
    ),
    "arrows with a colour": BodyCase(
        (
            Items(
                "clues",
                OneOf(GAPS10, TupleOf(Digit("012"), Digit("01234"), OneOf(Digit("0123456789abcdef"), UNKNOWN))),
            ),
        ),
        5,
        5,
        "c230021k111a210f",
        "clues",
        {3: (2, 3, 0), 4: (0, 2, 1), 16: (1, 1, 1), 18: (2, 1, 0)},
        4,
    ),
    "numbers at corners": BodyCase(
        (Items("corners", NUMBER4, all_corners),), 6, 6, "gagaich2cgb6769dt", "corners", {121: 0, 150: 4}, 11
    ),
    "numbers outside, then trees": BodyCase(
        (
            Items("lines", NUMBER16, columns_then_rows),
            Items("clues", OneOf(Gaps(BASE36_DIGITS[18:]), Characters(TREES, exact=True))),
        ),
        5,
        5,
        "2g0h1i1j82323",
        "clues",
        {2: "tree", 11: "tree", 14: "tree", 18: "tree", 21: "tree"},
        5,
    ),
    "holes as bits": BodyCase((Items("clues", Packed((None, HOLE), 5)),), 5, 5, "sg020", "clues", {}, 0),
    "holes among numbers": BodyCase(
        (Items("clues", OneOf(GAPS10, Digit("01234"), UNKNOWN, Characters({"7": (HOLE,)}))),),
        2,
        3,
        "1a7b3",
        "clues",
        {0: 1, 5: 3},
        2,
    ),
    "signs": BodyCase(
        (Items("clues", OneOf(GAPS, UNKNOWN, Characters({"1": ("|",), "2": ("-",), "3": ("+",)}))),),
        5,
        5,
        "m3g11i2g31h13g3g",
        "clues",
        {7: "+", 9: "|"},
        9,
    ),
    "numbers in two colours": BodyCase(
        (Items("clues", OneOf(GAPS, coloured_numbers())),),
        5,
        5,
        "g9m1k0m8g",
        "clues",
        {1: ("black", 4), 9: ("black", "?"), 15: ("white", "?"), 23: ("white", 4)},
        4,
    ),
    "given digits": BodyCase((Items("digits", NUMBER10),), 3, 3, "a1c2a3a", "digits", {1: 1, 5: 2, 7: 3}, 3),
}


def board_from(case: BodyCase, body: str) -> Board:
    read = read_body(case.parts, body, square(case.rows, case.columns))
    clues = {layer.name: read.entries.get(layer.name, {}) for layer in GENRE.clue_layers}
    return Board(GENRE, read.grid, clues, {"digits": read.entries.get("digits", {})})


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_declaration_reads_and_writes(case: BodyCase) -> None:
    board = board_from(case, case.body)
    entries = board.clues[case.layer] if case.layer in board.clues else board.given[case.layer]
    assert case.entries.items() <= dict(entries).items()
    assert len(entries) == case.total
    assert isinstance(board.grid, SquareGrid)
    assert write_body(case.parts, board, board.grid) == case.body


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_body_with_one_error_is_read_or_refused_by_name_and_character(case: BodyCase) -> None:
    for at in range(len(case.body)):
        start, end = case.body[:at], case.body[at + 1 :]
        for broken in (start, start + end, *(start + character + end for character in "0gz.-$~/é")):
            try:
                board = board_from(case, broken)
            except InputError as error:
                if isinstance(error, FormatError):
                    assert str(error).startswith("pzpr: body, character ")
                continue
            assert isinstance(board.grid, SquareGrid)
            written = write_body(case.parts, board, board.grid)
            assert board_from(case, written) == board


PIECES = {
    "number16": (NUMBER16, st.integers(0, 77776 + 0xFFFFF) | st.just("?") | st.none()),
    "number10": (NUMBER10, st.integers(0, 9) | st.just("?") | st.none()),
    "number4": (NUMBER4, st.integers(0, 4) | st.just("?") | st.none()),
    "bits": (BITS, st.just(True) | st.none()),
    "every cell": (number_in_every_cell(), st.integers(0, 1295) | st.just("?") | st.none()),
    "arrows": (
        arrows_with_numbers(),
        st.tuples(st.sampled_from(WAYS), st.integers(0, 4095) | st.just("?")) | st.none(),
    ),
}


@pytest.mark.parametrize("name", PIECES)
@deterministic
@given(data=st.data())
def test_a_piece_reads_what_it_writes(name: str, data: st.DataObject) -> None:
    piece, strategy = PIECES[name]
    values: list[Any] = data.draw(st.lists(strategy, max_size=60))
    text = write_items(piece, values, str)
    found, end = read_items(piece, text + "~", 0, len(values))
    assert end == len(text)
    assert found == {position: value for position, value in enumerate(values) if value is not None}


def read_one_by_one(piece: Piece, text: str, at: int, count: int) -> tuple[list[Value | None], int]:
    """Do as `read_values` promises, without its shortcuts."""
    values: list[Value | None] = []
    while at < len(text) and len(values) < count:
        item, at = piece.read(text, at, count - len(values))
        values += item
    return values, at


@pytest.mark.parametrize("name", PIECES)
@deterministic
@given(data=st.data())
def test_any_text_is_read_as_if_item_by_item(name: str, data: st.DataObject) -> None:
    piece, _ = PIECES[name]
    text = data.draw(st.text(st.sampled_from(piece.first_characters + "~"), max_size=20))
    at, count = data.draw(st.integers(0, 3)), data.draw(st.integers(0, 40))
    try:
        expected = read_one_by_one(piece, text, at, count)
    except FormatError as error:
        with pytest.raises(FormatError) as found:
            read_values(piece, text, at, count)
        assert str(found.value) == str(error)
    else:
        assert read_values(piece, text, at, count) == expected


class Doubled(OneOf):
    """A genre's own kind of item: the number that is read is doubled."""

    def read(self, text: str, at: int, left: int) -> tuple[Values, int]:
        values, end = super().read(text, at, left)
        return [2 * value for value in values if isinstance(value, int)], end


def test_a_piece_among_others_reads_its_own_way() -> None:
    doubled = Doubled(Prefix("-", Number(10, 2)))
    assert read_items(doubled, "-21", 0, 1) == read_items(OneOf(GAPS, doubled), "-21", 0, 1) == ({0: 42}, 3)


@pytest.mark.parametrize(
    "module",
    [
        "core.url_items",
        "core.url_parts",
        "core.file_blocks",
        "core.file_items",
        "core.game_ids",
        "formats.text_template",
    ],
)
def test_the_examples_in_docstrings_are_right(module: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(f"masume.{module}"))
    assert tried
    assert not failed


def test_a_name_is_not_taken_for_the_values_of_several_places() -> None:
    with pytest.raises(TypeError, match="expected a tuple of values for each character"):
        Characters({"1": "white"})


def test_two_pieces_cannot_begin_with_the_same_character() -> None:
    with pytest.raises(ValueError, match="begin with the same character"):
        OneOf(Digit("0123456789abcdef"), GAPS10)


def test_errors_name_the_place_and_what_was_expected() -> None:
    grid = square(2, 2)
    for parts, body, sentence in [
        ((Items("clues", arrows_with_numbers()),), "3", r"character 2: expected 0 to 9, a to f or '\.', not the end"),
        ((Items("clues", arrows_with_numbers()),), "5f", "character 2: expected 2 digits from 0 to f, not 'f'"),
        ((Items("clues", arrows_with_numbers()),), "A", "character 1: expected 0 to 9, a to z or '-', not 'A'"),
        (
            (Items("clues", arrows_with_numbers()),),
            "ae",
            "character 2: 'e' covers 5 places, but the board has only 3 left",
        ),
        ((Walls("clues"), RoomClues("clues")), "00+1", "character 4: expected 3 digits from 0 to f, not '1'"),
    ]:
        with pytest.raises(FormatError, match=f"^pzpr: body, {sentence}"):
            read_body(parts, body, grid)
    board = Board(GENRE, grid, {"clues": {3: ("NORTH", 4096)}})
    with pytest.raises(FormatError, match=r"^pzpr: body: it cannot carry \('NORTH', 4096\) at r2c2"):
        write_body((Items("clues", arrows_with_numbers()),), board, grid)


class ArrowItem(FileItem):
    """A kind of item that a genre defines itself: direction and number with a comma between them."""

    expected = "a direction and a number, or ."

    def read(self, text: str) -> Value | None:
        if text == ".":
            return None
        way, _, number = text.partition(",")
        return WAYS[list("01234").index(way)], NUMBERS.read(number) or 0

    def write(self, value: Value | None) -> str:
        if value is None:
            return "."
        assert isinstance(value, tuple)
        return f"{WAYS.index(value[0])},{NUMBERS.write(value[1])}"


def test_a_file_is_declared_by_rows_of_items() -> None:
    blocks = (
        Rows("clues", ArrowItem()),
        Rows("corners", NUMBERS, corner_rows),
        Rows("digits", DIGITS),
    )
    grid = square(1, 2)
    clues: dict[str, dict[int, Value]] = {"clues": {1: ("EAST", "?")}, "corners": {all_corners(grid)[4]: 3}}
    board = Board(GENRE, grid, clues, marks={"digits": {0: 9}})
    lines = [line for block in blocks for line in block.write(board, grid)]
    assert lines == [". 4,- ", ". . . ", ". 3 . ", "9 . "]
    file = FileReader(GENRE, grid, lines, 0)
    for block in blocks:
        block.read(file)
    assert Board(GENRE, grid, file.clues, marks=file.marks) == board
    for wrong in ("x", "9,1", "1,x"):
        with pytest.raises(
            FormatError, match=rf"pzprv3: line 1: expected a direction and a number, or \., not '{wrong}'"
        ):
            blocks[0].read(FileReader(GENRE, grid, [f". {wrong}"], 0))
    with pytest.raises(FormatError, match="pzprv3: signs: it cannot carry 9"):
        Rows("digits", Signs({"#": 1})).write(board, grid)
