"""Items of a pzprv3 file: how one value is written between spaces, and read back.

    NUMBERS                                3, - for "?", . for none
    DIGITS                                 a digit that the player has entered, . for none
    Signs({"#": "shaded", "+": "white"})   one sign for each value, . for none

If none fits, subclass `FileItem` in the genre's own `notation.py`.  For example, arrows with numbers, written as "3,2":

>>> class Arrow(FileItem):
...     expected = "a direction from 1 to 4 and a number such as 3,2, or ."
...     directions = Signs({"1": "NORTH", "2": "SOUTH", "3": "WEST", "4": "EAST"})
...
...     def read(self, text):
...         direction, _, number = text.partition(",")
...         return None if text == "." else (self.directions.read(direction), NUMBERS.read(number))
...
...     def write(self, value):
...         return "." if value is None else f"{self.directions.write(value[0])},{NUMBERS.write(value[1])}"
>>> Arrow().read("3,2"), Arrow().write(("EAST", "?"))
(('WEST', 2), '4,-')
"""

import re
from collections.abc import Mapping

from masume.core.errors import FormatError
from masume.core.layers import UNKNOWN_CLUE, Value
from masume.core.messages import quote

FORMAT = "pzprv3"
EMPTY, _UNKNOWN = ".", "-"
_NO_SUM = "-1"
NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)
# A digit, a sign or a colour, then perhaps candidates in brackets.
_DIGIT = re.compile(r"([0-9]{1,9}|[-.+=%]|c[^\[]*)?(?:\[[0-9,]*\])?", re.ASCII)


class FileItem:
    """A kind of item: it reads and writes one value, or None for an empty place.

    `expected` describes the item in errors, after the word "expected".
    """

    expected: str = ""

    def read(self, text: str) -> Value | None:
        """Return the value that a text stands for; raise ValueError if it stands for none."""
        raise NotImplementedError

    def write(self, value: Value | None) -> str:
        """Return the text that stands for a value."""
        raise NotImplementedError


class Signs(FileItem):
    """A fixed text for each value, and one for an empty place.

    >>> Signs({"#": "shaded", "+": "white"}).read("#")
    'shaded'
    """

    def __init__(self, signs: Mapping[str, Value], empty: str = EMPTY) -> None:
        self.signs, self.expected = signs, f"{', '.join(signs)} or {empty}"
        self._values: dict[str, Value | None] = {**signs, empty: None}
        self._signs: dict[Value | None, str] = {value: sign for sign, value in self._values.items()}

    def read(self, text: str) -> Value | None:
        if text not in self._values:
            raise ValueError(text)
        return self._values[text]

    def write(self, value: Value | None) -> str:
        if value not in self._signs:
            raise FormatError(FORMAT, "signs", f"it cannot carry {quote(value)}")
        return self._signs[value]


class _NumberItem(FileItem):
    expected = f"a number, {_UNKNOWN} or {EMPTY}"

    def read(self, text: str) -> Value | None:
        if text in (EMPTY, _UNKNOWN):
            return None if text == EMPTY else UNKNOWN_CLUE
        if not NUMBER.fullmatch(text):
            raise ValueError(text)
        return int(text)

    def write(self, value: Value | None) -> str:
        return EMPTY if value is None else _UNKNOWN if value == UNKNOWN_CLUE else str(value)


class _DigitItem(FileItem):
    expected = f"a digit or {EMPTY}"

    def read(self, text: str) -> Value | None:
        match = _DIGIT.fullmatch(text)
        if match is None:
            raise ValueError(text)
        return int(match[1]) if match[1] and match[1].isdigit() else None

    def write(self, value: Value | None) -> str:
        return EMPTY if value is None else str(value)


class _SumItem(FileItem):
    expected = f"a sum, 0 or {_NO_SUM}"

    def read(self, text: str) -> Value | None:
        if text in (_NO_SUM, EMPTY):
            return None
        if not NUMBER.fullmatch(text):
            raise ValueError(text)
        return int(text) or None

    def write(self, value: Value | None) -> str:
        return _NO_SUM if value is None else str(value)


NUMBERS = _NumberItem()
"""A number, "-" for "?", "." for none."""
DIGITS = _DigitItem()
"""A digit that the player has entered; colours and candidates, which are not marks, are skipped."""
SUMS = _SumItem()
"""A sum of a run, -1 for none."""
