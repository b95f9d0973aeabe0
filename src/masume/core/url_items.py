"""Pieces of a puzz.link address: how the values of places are written as characters, and read back.

The body of an address lists the values of places in a fixed order; `None` stands for an empty place.  A `Piece` reads
and writes the values of one place or of a few places in a row.  Small pieces combine into larger ones, so one
declaration gives both directions:

    NUMBER10 = OneOf(Gaps("abcdefghijklmnopqrstuvwxyz"), digit("0123456789"), Characters({".": ("?",)}))

A genre whose values need something else subclasses `Piece` in its own `notation.py`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import groupby, product
from typing import TypeAlias

from masume.core.errors import FormatError
from masume.core.layers import UNKNOWN_CLUE, Value

FORMAT = "pzpr"
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
HOLE = ("hole",)  # the value of a cell that is missing from the grid
Values: TypeAlias = Sequence[Value | None]


def error_at(at: int, expected: str) -> FormatError:
    """Return an error about the character of a body with this index."""
    return FormatError(FORMAT, f"body, character {at + 1}", expected)


class Piece:
    """A way to write the values of one or more consecutive places.

    `first` holds the characters that its text can begin with.  `table` holds those that are a complete text by
    themselves, with the values they stand for; it lets `read_items` look them up instead of calling `read`.
    """

    first: str = ""
    table: Mapping[str, Values] = {}

    def read(self, text: str, at: int, left: int) -> tuple[Values, int]:
        """Return the values that the text from index `at` on stands for, at most `left` of them, and where it ends.

        Raise FormatError if the text is something else, or if it ends too early.
        """
        raise NotImplementedError

    def write(self, values: Values, at: int) -> tuple[str, int] | None:
        """Return a text for the values from index `at` on, and how many of them it covers.

        Return None if the piece has no text for them.
        """
        raise NotImplementedError

    def unexpected(self, text: str, at: int) -> FormatError:
        """Return the error for a character that the piece cannot begin with, or for a text that ends too early."""
        found = repr(text[at]) if at < len(text) else "the end of the address"
        return error_at(at, f"expected {_describe_characters(self.first)}, not {found}")

    @cached_property
    def lookup(self) -> dict[str, tuple[int, tuple[tuple[int, Value], ...]]]:
        """The table, with the number of places and only the values that are there, each with its offset."""
        return {
            character: (len(values), tuple((offset, value) for offset, value in enumerate(values) if value is not None))
            for character, values in self.table.items()
        }


class Characters(Piece):
    """Single characters, each for the values of one or more places.

    If two characters stand for the same values, both are read and the one that comes first in the table is written.
    The last character may stand for more places than are left if it leaves those beyond the end empty, unless `exact`.
    """

    def __init__(self, table: Mapping[str, Values], *, exact: bool = False) -> None:
        self.table = {character: tuple(values) for character, values in table.items()}
        self.first, self._exact = "".join(table), exact
        self._characters: dict[Values, str] = {}
        for character, values in self.table.items():
            self._characters.setdefault(values, character)
        self._lengths = sorted(set(map(len, self.table.values())), reverse=True)

    def read(self, text: str, at: int, left: int) -> tuple[Values, int]:
        values = self.table.get(text[at : at + 1])
        if values is None:
            raise self.unexpected(text, at)
        if len(values) > left and self._exact:
            raise error_at(at, f"{text[at]!r} covers {len(values)} places, but the board has only {left} left")
        if any(value is not None for value in values[left:]):
            raise error_at(at, f"{text[at]!r} holds a value for a place beyond the end of the board")
        return values[:left], at + 1

    def write(self, values: Values, at: int) -> tuple[str, int] | None:
        for length in self._lengths:
            wanted = (values[at],) if length == 1 else tuple(values[at : at + length])
            if len(wanted) < length:
                if self._exact:
                    continue
                wanted += (None,) * (length - len(wanted))
            character = self._characters.get(wanted)
            if character is not None:
                return character, length
        return None


def digit(characters: str, start: int = 0) -> Characters:
    """Return a piece for numbers of one character each, counted from `start`."""
    return Characters({character: (number,) for number, character in enumerate(characters, start)})


def packed(values: Values, size: int) -> Characters:
    """Return a piece with one character for each `size` places, which can have one of these values each."""
    return Characters(dict(zip(DIGITS, product(values, repeat=size), strict=False)))


class Gaps(Characters):
    """Runs of empty places: the first letter stands for one of them, the next for two, and so on."""

    def __init__(self, letters: str) -> None:
        super().__init__({letter: (None,) * length for length, letter in enumerate(letters, 1)}, exact=True)

    def write(self, values: Values, at: int) -> tuple[str, int] | None:  # as Characters does, but faster
        if values[at] is not None:
            return None
        end, limit = at + 1, min(len(values), at + len(self.first))
        while end < limit and values[end] is None:
            end += 1
        return self.first[end - at - 1], end - at


class Number(Piece):
    """A number in a fixed number of digits, with an offset that is added to it.

    It reads every number that the digits can express, and writes those from `low` to `high` (default: the same).
    """

    def __init__(self, base: int, width: int, *, offset: int = 0, low: int | None = None, high: int | None = None):
        self.first = DIGITS[:base]
        self._base, self._width, self._offset = base, width, offset
        self._low = offset if low is None else low
        self._high = offset + base**width - 1 if high is None else high

    def read(self, text: str, at: int, left: int) -> tuple[Values, int]:
        digits = text[at : at + self._width]
        if len(digits) < self._width or not set(digits) <= set(self.first):
            expected = f"{self._width} digits from 0 to {self.first[-1]}"
            raise error_at(
                at, f"expected {expected}, not {digits!r}" if digits else f"expected {expected}, not the end"
            )
        return (int(digits, self._base) + self._offset,), at + self._width

    def write(self, values: Values, at: int) -> tuple[str, int] | None:
        number = values[at]
        if not isinstance(number, int) or not self._low <= number <= self._high:
            return None
        rest, digits = number - self._offset, ""
        for _ in range(self._width):
            rest, last = divmod(rest, self._base)
            digits = self.first[last] + digits
        return digits, 1


class Prefix(Piece):
    """A character that announces another piece; of several such characters, all are read and the first is written."""

    def __init__(self, characters: str, piece: Piece) -> None:
        self.first, self._piece = characters, piece

    def read(self, text: str, at: int, left: int) -> tuple[Values, int]:
        if at >= len(text) or text[at] not in self.first:
            raise self.unexpected(text, at)
        return self._piece.read(text, at + 1, left)

    def write(self, values: Values, at: int) -> tuple[str, int] | None:
        written = self._piece.write(values, at)
        return (self.first[0] + written[0], written[1]) if written else None


class TupleOf(Piece):
    """One place whose value is a tuple; each piece writes one item of it."""

    def __init__(self, *pieces: Piece) -> None:
        self.first, self._pieces = pieces[0].first, pieces

    def read(self, text: str, at: int, left: int) -> tuple[Values, int]:
        items: list[Value | None] = []
        for piece in self._pieces:
            values, at = piece.read(text, at, 1)
            items += values
        return (tuple(items),), at

    def write(self, values: Values, at: int) -> tuple[str, int] | None:
        items = values[at]
        if not isinstance(items, tuple) or len(items) != len(self._pieces):
            return None
        written = [piece.write((item,), 0) for piece, item in zip(self._pieces, items, strict=True)]
        texts = [each[0] for each in written if each is not None]
        return ("".join(texts), 1) if len(texts) == len(items) else None


class Converted(Piece):
    """One place, whose value is converted: `decode` after another piece has read it, `encode` before it writes it.

    `encode` returns None for a value that cannot be written.
    """

    def __init__(
        self, piece: Piece, *, decode: Callable[[Value], Value], encode: Callable[[Value], Value | None]
    ) -> None:
        self.first, self._piece, self._decode, self._encode = piece.first, piece, decode, encode
        self.table = {character: self._decoded(values) for character, values in piece.table.items()}

    def read(self, text: str, at: int, left: int) -> tuple[Values, int]:
        values, end = self._piece.read(text, at, left)
        return self._decoded(values), end

    def write(self, values: Values, at: int) -> tuple[str, int] | None:
        value = values[at]
        encoded = None if value is None else self._encode(value)
        return None if encoded is None else self._piece.write((encoded,), 0)

    def _decoded(self, values: Values) -> Values:
        return tuple(None if value is None else self._decode(value) for value in values)


class OneOf(Piece):
    """One of several pieces: the first character decides on reading, the first piece that can on writing."""

    def __init__(self, *pieces: Piece) -> None:
        self.first = "".join(piece.first for piece in pieces)
        self.table = {character: values for piece in pieces for character, values in piece.table.items()}
        self._pieces = pieces
        self._by_character = {character: piece for piece in pieces for character in piece.first}
        if len(self._by_character) != len(self.first):
            raise ValueError("two pieces begin with the same character")

    def read(self, text: str, at: int, left: int) -> tuple[Values, int]:
        piece = self._by_character.get(text[at : at + 1])
        if piece is None:
            raise self.unexpected(text, at)
        return piece.read(text, at, left)

    def write(self, values: Values, at: int) -> tuple[str, int] | None:
        for piece in self._pieces:
            written = piece.write(values, at)
            if written is not None:
                return written
        return None


def read_items(piece: Piece, text: str, at: int, count: int) -> tuple[dict[int, Value], int]:
    """Read the values of `count` places from index `at` on; return those that are there, by position, and the end.

    A text that ends early leaves the remaining places empty.
    """
    found: dict[int, Value] = {}
    lookup, position, end = piece.lookup, 0, len(text)
    while position < count and at < end:
        known = lookup.get(text[at])
        if known is not None and position + known[0] <= count:
            for offset, value in known[1]:
                found[position + offset] = value
            position += known[0]
            at += 1
            continue
        values, at = piece.read(text, at, count - position)
        found |= {position + offset: value for offset, value in enumerate(values) if value is not None}
        position += len(values)
    return found, at


def write_items(piece: Piece, values: Values, describe: Callable[[int], str]) -> str:
    """Write the values of all places; `describe` names the place at an index, for errors."""
    texts, at = list[str](), 0
    while at < len(values):
        written = piece.write(values, at)
        if written is None:
            raise FormatError(FORMAT, "body", f"it cannot carry {values[at]!r:.30} at {describe(at)}")
        texts.append(written[0])
        at += written[1]
    return "".join(texts)


def _describe_characters(characters: str) -> str:
    """List characters, consecutive letters and digits as a range: "0 to 9, a to f or '-'"."""
    known = sorted(set(characters))
    names = []
    by_offset = groupby(enumerate(filter(str.isalnum, known)), key=lambda pair: ord(pair[1]) - pair[0])
    for group in (list(members) for _, members in by_offset):
        first, last = group[0][1], group[-1][1]
        names += [f"{first} to {last}"] if len(group) > 2 else [character for _, character in group]
    names += [repr(character) for character in known if not character.isalnum()]
    return " or ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def _long_numbers() -> Iterable[Piece]:
    """Yield pieces for numbers of several digits: a prefix says how many digits follow and what is added to them."""
    yield Prefix("-", Number(16, 2, low=16))
    yield Prefix("+", Number(16, 3, low=256))
    yield Prefix("=", Number(16, 3, offset=4096))
    yield Prefix("@%", Number(16, 3, offset=8192, high=12239))
    yield Prefix("*", Number(16, 4, offset=12240))
    yield Prefix("$", Number(16, 5, offset=77776))


UNKNOWN = Characters({".": (UNKNOWN_CLUE,)})
GAPS = Gaps("ghijklmnopqrstuvwxyz")
NUMBER16 = OneOf(GAPS, digit("0123456789abcdef"), UNKNOWN, *_long_numbers())
"""Numbers from 0 on, "?" and gaps of up to 20 places."""
NUMBER10 = OneOf(Gaps("abcdefghijklmnopqrstuvwxyz"), digit("0123456789"), UNKNOWN)
"""Numbers from 0 to 9, "?" and gaps of up to 26 places."""
NUMBER4 = OneOf(
    GAPS,
    Characters({DIGITS[5 * empty + number]: (number, *(None,) * empty) for empty in range(3) for number in range(5)}),
    UNKNOWN,
)
"""Numbers from 0 to 4, each packed with up to two empty places behind it, "?" and gaps of up to 20 places."""
BITS = packed((None, True), 5)
"""Yes or no, five places to a character."""
