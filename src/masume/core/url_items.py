"""How values are written in the body of a puzz.link URL, and read back.

A body lists the values of places in a fixed order, without separators.  An item is the text for one place, or for
several places in a row: "3" for the number 3, "-1f" for 31, "h" for a gap of two empty places.  A `Piece` is one
kind of item.  It reads and writes, so one declaration gives both directions.  Choose one, or combine several:

    NUMBER16                               numbers from 0 on, "." for "?", gaps g to z
    NUMBER10                               numbers from 0 to 9, "." for "?", gaps a to z
    NUMBER4                                numbers from 0 to 4 and the gap behind each, "." for "?", gaps g to z
    BITS                                   True or None, five places to a character
    Packed((None, "white", "black"), 3)    one of a few values, several places to a character
    Characters({"1": ("white",)})          one character for each value
    Digit("0123456789abcdef")              a number of one digit
    Number(16, 2)                          a number of several digits
    Gaps("ghijklmnopqrstuvwxyz")           empty places
    Prefix("-", Number(16, 2))             a character, then another item
    TupleOf(Digit("01234"), Number(16, 2)) several items that make one value, such as a direction and a number
    OneOf(GAPS, Digit("01"), UNKNOWN)      one of several kinds of item; the first character decides
    Converted(piece, decode=…, encode=…)   a value that is computed from another one

A value is a number, a name, "?" or a tuple; `None` is an empty place.  For example, arrows with numbers of one digit:

>>> direction = Characters({"1": ("NORTH",), "2": ("SOUTH",), "3": ("WEST",), "4": ("EAST",)})
>>> ARROWS = OneOf(Gaps("abcdefghijklmnopqrstuvwxyz"), TupleOf(direction, OneOf(Digit("0123456789abcdef"), UNKNOWN)))
>>> read_items(ARROWS, "b321.", 0, count=4)  # the values by position, and the index after the last character read
({2: ('WEST', 2), 3: ('NORTH', '?')}, 5)
>>> write_items(ARROWS, [None, None, ("WEST", 2), ("NORTH", "?")])
'b321.'

If nothing here fits, subclass `Piece` in the genre's own `notation.py`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, groupby, islice, product
from typing import TypeAlias

from masume.core.errors import FormatError
from masume.core.layers import UNKNOWN_CLUE, Value
from masume.core.messages import quote

FORMAT = "pzpr"
BASE36_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
HOLE = ("hole",)  # the value that means: this cell is missing from the grid
Values: TypeAlias = Sequence[Value | None]  # of consecutive places; None: an empty place


def error_at(at: int, expected: str) -> FormatError:
    """Return an error about the character at this index of the body; `expected` is the rest of the message."""
    return FormatError(FORMAT, f"body, character {at + 1}", expected)


class Piece:
    """A kind of item: it reads and writes the values of one or more consecutive places.

    A subclass sets `first_characters`, all characters that an item can begin with, and defines `read` and `write`.
    `table` may stay empty: it holds items of a single character with their values, so that `read_values` can look them
    up instead of calling `read`.  `fewest_places` is the number of places that an item covers at least.
    """

    first_characters: str = ""
    table: Mapping[str, Values] = {}
    fewest_places: int = 1

    def read(self, text: str, at: int, left: int) -> tuple[Values, int]:
        """Read one item at index `at`; return the values it stands for, and the index after it.

        At most `left` places are left, so return no more values.  Raise FormatError if there is no such item at `at`.
        """
        raise NotImplementedError

    def write(self, values: Values, at: int) -> tuple[str, int] | None:
        """Return an item for the value at index `at` and perhaps the next ones, and how many values it covers.

        Return None if there is no such item.
        """
        raise NotImplementedError

    def unexpected(self, text: str, at: int) -> FormatError:
        """Return the error for a text that has none of the first characters at index `at`."""
        found = quote(text[at]) if at < len(text) else "the end of the URL"
        return error_at(at, f"expected {_describe_characters(self.first_characters)}, not {found}")


class Characters(Piece):
    """Single characters, each for a tuple of the values of one or more places.

    >>> read_items(Characters({"w": ("white",), "b": ("black",), "2": ("black", None)}), "w2w", 0, count=4)
    ({0: 'white', 1: 'black', 3: 'white'}, 3)

    If two characters stand for the same values, both are read and the one that comes first in the table is written.
    At the end of the board, a character may stand for more places than are left if those beyond the end are empty;
    with `exact` it may not.
    """

    def __init__(self, table: Mapping[str, Values], *, exact: bool = False) -> None:
        if any(isinstance(values, str) for values in table.values()):
            raise TypeError('expected a tuple of values for each character: ("white",), not "white"')
        self.table = {character: tuple(values) for character, values in table.items()}
        self.first_characters, self._exact = "".join(table), exact
        self._characters: dict[Values, str] = {}
        for character, values in self.table.items():
            self._characters.setdefault(values, character)
        self._lengths = sorted(set(map(len, self.table.values())), reverse=True)

    def read(self, text: str, at: int, left: int) -> tuple[Values, int]:
        values = self.table.get(text[at : at + 1])
        if values is None:
            raise self.unexpected(text, at)
        if len(values) <= left:
            return values, at + 1
        if self._exact:
            raise error_at(at, f"{quote(text[at])} covers {len(values)} places, but the board has only {left} left")
        if any(value is not None for value in values[left:]):
            raise error_at(at, f"{quote(text[at])} holds a value for a place beyond the end of the board")
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


class Digit(Characters):
    """A number of one character; the first character stands for `start` (default: 0).

    >>> read_items(Digit("0123456789abcdef"), "3f", 0, count=2)
    ({0: 3, 1: 15}, 2)
    """

    def __init__(self, characters: str, start: int = 0) -> None:
        super().__init__({character: (number,) for number, character in enumerate(characters, start)})


class Packed(Characters):
    """A base-36 digit for the values of `size` places, each of them one of `values`.

    The values of all places are read as one number, with the position of a value in `values` as a digit:

    >>> read_items(Packed((None, "white", "black"), 3), "5", 0, count=3)  # 5 is 012 in base 3
    ({1: 'white', 2: 'black'}, 1)
    """

    def __init__(self, values: Values, size: int) -> None:
        super().__init__(dict(zip(BASE36_DIGITS, product(values, repeat=size), strict=False)))
        self.fewest_places = size


class Gaps(Characters):
    """Empty places: the first letter stands for one, the next for two in a row, and so on.

    >>> write_items(Gaps("ghijklmnopqrstuvwxyz"), [None] * 22)
    'zh'
    """

    def __init__(self, letters: str) -> None:
        super().__init__({letter: (None,) * length for length, letter in enumerate(letters, 1)}, exact=True)

    def write(self, values: Values, at: int) -> tuple[str, int] | None:  # as Characters does, but faster
        if values[at] is not None:
            return None
        end, limit = at + 1, min(len(values), at + len(self.first_characters))
        while end < limit and values[end] is None:
            end += 1
        return self.first_characters[end - at - 1], end - at


class Number(Piece):
    """A number of `width` digits in a base; `offset` is added when reading and subtracted when writing.

    >>> read_items(Number(16, 3, offset=4096), "00f", 0, count=1)
    ({0: 4111}, 3)

    It reads every number that the digits can express, and writes those from `low` to `high` (default: all of them).
    Pass `low` if another piece writes the smaller numbers with fewer characters.
    """

    def __init__(self, base: int, width: int, *, offset: int = 0, low: int | None = None, high: int | None = None):
        self.first_characters = BASE36_DIGITS[:base]
        self._base, self._width, self._offset = base, width, offset
        self._low = offset if low is None else low
        self._high = offset + base**width - 1 if high is None else high

    def read(self, text: str, at: int, left: int) -> tuple[Values, int]:
        digits = text[at : at + self._width]
        if len(digits) < self._width or not set(digits) <= set(self.first_characters):
            expected = f"{self._width} digits from 0 to {self.first_characters[-1]}"
            raise error_at(
                at, f"expected {expected}, not {quote(digits)}" if digits else f"expected {expected}, not the end"
            )
        return (int(digits, self._base) + self._offset,), at + self._width

    def write(self, values: Values, at: int) -> tuple[str, int] | None:
        number = values[at]
        if not isinstance(number, int) or not self._low <= number <= self._high:
            return None
        rest, digits = number - self._offset, ""
        for _ in range(self._width):
            rest, last = divmod(rest, self._base)
            digits = self.first_characters[last] + digits
        return digits, 1


class Prefix(Piece):
    """A character, then an item of another piece.

    >>> read_items(Prefix("-", Number(16, 2)), "-1f", 0, count=1)
    ({0: 31}, 3)

    If there are several characters, as in Prefix("@%", …), all of them are read and the first one is written.
    """

    def __init__(self, characters: str, piece: Piece) -> None:
        self.first_characters, self._piece = characters, piece

    def read(self, text: str, at: int, left: int) -> tuple[Values, int]:
        if at >= len(text) or text[at] not in self.first_characters:
            raise self.unexpected(text, at)
        return self._piece.read(text, at + 1, left)

    def write(self, values: Values, at: int) -> tuple[str, int] | None:
        written = self._piece.write(values, at)
        return (self.first_characters[0] + written[0], written[1]) if written else None


class TupleOf(Piece):
    """One place whose value is a tuple: an item for each element, one after the other.

    >>> read_items(TupleOf(Digit("01234"), Number(16, 2)), "31f", 0, count=1)
    ({0: (3, 31)}, 3)
    """

    def __init__(self, *pieces: Piece) -> None:
        self.first_characters, self._pieces = pieces[0].first_characters, pieces

    def read(self, text: str, at: int, left: int) -> tuple[Values, int]:
        elements: list[Value | None] = []
        for piece in self._pieces:
            values, at = piece.read(text, at, 1)
            elements += values
        return (tuple(elements),), at

    def write(self, values: Values, at: int) -> tuple[str, int] | None:
        elements = values[at]
        if not isinstance(elements, tuple) or len(elements) != len(self._pieces):
            return None
        written = [piece.write((element,), 0) for piece, element in zip(self._pieces, elements, strict=True)]
        items = [each[0] for each in written if each is not None]
        return ("".join(items), 1) if len(items) == len(elements) else None


class Converted(Piece):
    """An item of another piece whose value is converted: by `decode` after reading, by `encode` before writing.

    >>> coins = Converted(Digit("0123456789"), decode=lambda count: 5 * count, encode=lambda cents: cents // 5)
    >>> read_items(coins, "3", 0, count=1), write_items(coins, [15])
    (({0: 15}, 1), '3')

    `encode` returns None for a value that cannot be written.  Empty places (None) are not converted.
    """

    def __init__(
        self, piece: Piece, *, decode: Callable[[Value], Value], encode: Callable[[Value], Value | None]
    ) -> None:
        self.first_characters, self._piece, self._decode, self._encode = piece.first_characters, piece, decode, encode
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
    """An item of one of several pieces, no two of which may have a first character in common.

    >>> read_items(OneOf(Digit("0123456789"), Prefix("-", Number(10, 2))), "7-31", 0, count=2)
    ({0: 7, 1: 31}, 4)

    The first character decides which piece reads.  The first piece that has an item for the values writes.
    """

    def __init__(self, *pieces: Piece) -> None:
        self.first_characters = "".join(piece.first_characters for piece in pieces)
        self.table = {character: values for piece in pieces for character, values in piece.table.items()}
        self._pieces = pieces
        self._by_character: dict[str, Piece] = {}
        for piece in pieces:
            if isinstance(piece, OneOf) and type(piece).read is OneOf.read:  # it would only ask its own pieces
                self._by_character |= piece._by_character
            else:
                self._by_character |= dict.fromkeys(piece.first_characters, piece)
        if len(self._by_character) != len(self.first_characters):
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


def read_values(piece: Piece, text: str, at: int, count: int) -> tuple[list[Value | None], int]:
    """Read items from index `at` on for `count` places; return the values in order, and the index after them.

    If the text ends early, there are no values for the remaining places, which are empty.
    """
    # Quick, for the usual case: every item is a single character.  No more characters than these can be needed.  One
    # value too many shows that the text does not fit.
    characters, table = text[at : at + count // piece.fewest_places], piece.table
    try:
        values = list(islice(chain.from_iterable(map(table.__getitem__, characters)), count + 1))
    except KeyError:
        values = []
    if 0 < len(values) <= count:
        at += len(characters)
    else:
        values = []
    while at < len(text) and (left := count - len(values)) > 0:
        item = table.get(text[at])
        if item is not None and len(item) <= left:
            at += 1
        else:
            item, at = piece.read(text, at, left)
        values += item
    return values, at


def read_items(piece: Piece, text: str, at: int, count: int) -> tuple[dict[int, Value], int]:
    """Do as `read_values`, but return the values by position; empty places have no entry."""
    values, at = read_values(piece, text, at, count)
    return {position: value for position, value in enumerate(values) if value is not None}, at


def write_items(piece: Piece, values: Values, describe: Callable[[int], str] = str) -> str:
    """Write the values of all places as items; for errors, `describe` names the place with an index."""
    texts, at = list[str](), 0
    while at < len(values):
        written = piece.write(values, at)
        if written is None:
            raise FormatError(FORMAT, "body", f"it cannot carry {quote(values[at])} at {describe(at)}")
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
    names += [quote(character) for character in known if not character.isalnum()]
    return " or ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def _long_numbers() -> Iterable[Piece]:
    """Yield the pieces of NUMBER16 for numbers of several digits, each with its own prefix."""
    yield Prefix("-", Number(16, 2, low=16))
    yield Prefix("+", Number(16, 3, low=256))
    yield Prefix("=", Number(16, 3, offset=4096))
    yield Prefix("@%", Number(16, 3, offset=8192, high=12239))
    yield Prefix("*", Number(16, 4, offset=12240))
    yield Prefix("$", Number(16, 5, offset=77776))


UNKNOWN = Characters({".": (UNKNOWN_CLUE,)})
"""The character for a clue without a number."""
GAPS = Gaps("ghijklmnopqrstuvwxyz")
"""Gaps of up to 20 places, as in NUMBER16 and NUMBER4."""
NUMBER16 = OneOf(GAPS, Digit("0123456789abcdef"), UNKNOWN, *_long_numbers())
"""Numbers from 0 on, "." for "?", and gaps: pzpr's number16."""
NUMBER10 = OneOf(Gaps("abcdefghijklmnopqrstuvwxyz"), Digit("0123456789"), UNKNOWN)
"""Numbers from 0 to 9, "." for "?", and gaps: pzpr's number10."""
NUMBER4 = OneOf(
    GAPS,
    Characters(
        {BASE36_DIGITS[5 * empty + number]: (number, *(None,) * empty) for empty in range(3) for number in range(5)}
    ),
    UNKNOWN,
)
"""Numbers from 0 to 4, each with up to two empty places behind it, "." for "?", and gaps: pzpr's number4."""
BITS = Packed((None, True), 5)
"""True or None, five places to a character."""
