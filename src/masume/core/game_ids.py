"""Parts of the game ids of Simon Tatham's Portable Puzzle Collection, such as loopy:7x7t0dh:3a2b132b….

An id has the name of the game, the parameters, which begin with the size, and the description of the board.  A genre's
notation composes parameters and description of parts that read and write.  The description has parts as in
`url_parts`, with the pieces of `url_items` and of this module:

    Cells("numbers", OneOf(RUNS, Digit("01234")))   the values of a layer, cell by cell to the last one
    RUNS                                            empty cells: a for one, z for 26
    DECIMALS                                        numbers of any length, with "_" between two that touch

The parameters after the size have a fixed order, and each may be missing:

    Difficulty({"e": "easy", "h": "hard"})          d and a character, kept as the difficulty in the board's info
    GeneratorSetting("b")                           a letter, perhaps with a number; it only matters to his generator

If a part is missing, subclass `Parameter`, `BodyPart` or `Piece` in the genre's own `notation.py`.
"""

import re
from collections.abc import Mapping

from masume.core.errors import FormatError
from masume.core.layers import LONGEST_NUMBER
from masume.core.messages import pluralize, quote
from masume.core.url_items import Gaps, Piece, Values, error_at, read_values
from masume.core.url_parts import BodyReader, Items

FORMAT = "sgt"
_DIGITS = "0123456789"
_NUMBER = re.compile(rf"_?(\d{{1,{LONGEST_NUMBER}}})(?!\d)", re.ASCII)
_SETTING = re.compile(r"\d*", re.ASCII)


class Parameter:
    """A parameter of a game, after the size of the board."""

    def read(self, text: str, at: int) -> tuple[Mapping[str, str], int]:
        """Return what the parameter at index `at` adds to the board's info, and the index after it.

        If the parameter is missing, return nothing and `at`.  Raise FormatError if it has a value that cannot be read.
        """
        raise NotImplementedError

    def write(self, info: Mapping[str, str]) -> str:
        """Return the parameter of a board with this info; empty if it is left out."""
        raise NotImplementedError


class Difficulty(Parameter):
    """How hard the board is: d and a character for each label.

    >>> Difficulty({"e": "easy", "h": "hard"}).read("7x7dh", 3)
    ({'difficulty': 'hard'}, 5)

    It is not written if the board has no difficulty or one that the game does not have.
    """

    def __init__(self, labels: Mapping[str, str]) -> None:
        self.labels = labels
        self._characters = {label: character for character, label in labels.items()}

    def read(self, text: str, at: int) -> tuple[Mapping[str, str], int]:
        if not text.startswith("d", at):
            return {}, at
        label = self.labels.get(text[at + 1 : at + 2])
        if label is None:
            known = ", ".join(f"d{character} ({name})" for character, name in self.labels.items())
            raise FormatError(FORMAT, "difficulty", f"expected one of {known}, not {quote(text[at : at + 2])}")
        return {"difficulty": label}, at + 2

    def write(self, info: Mapping[str, str]) -> str:
        character = self._characters.get(info.get("difficulty", ""))
        return "" if character is None else f"d{character}"


class GeneratorSetting(Parameter):
    """A letter, perhaps with a number, that tells his generator which boards to make; it is skipped and not written.

    >>> GeneratorSetting("b").read("7x7b20s4", 3)
    ({}, 6)
    """

    def __init__(self, letter: str) -> None:
        self._letter = letter

    def read(self, text: str, at: int) -> tuple[Mapping[str, str], int]:
        if not text.startswith(self._letter, at):
            return {}, at
        number = _SETTING.match(text, at + 1)
        return {}, number.end() if number else at + 1

    def write(self, info: Mapping[str, str]) -> str:
        return ""


class Cells(Items):
    """The values of a layer, place by place, as `Items`; but the text may not end before the last place."""

    def read(self, body: BodyReader) -> None:
        places = self._places(body.grid)
        values, body.at = read_values(self._piece, body.text, body.at, len(places))
        if len(values) < len(places):
            raise error_at(body.at, f"expected {pluralize(len(places) - len(values), 'more cell')}, not the end")
        entries = zip(places, values, strict=True)
        body.entries[self._layer] = {place: value for place, value in entries if value is not None}


class Decimals(Piece):
    """A number of any length; "_" separates it from a number directly before it.

    >>> from masume.core.url_items import OneOf, write_items
    >>> write_items(OneOf(RUNS, DECIMALS), [7, 11, None, None, 3])
    '7_11b3'
    """

    first_characters = f"{_DIGITS}_"

    def read(self, text: str, at: int, left: int) -> tuple[Values, int]:
        if text.startswith("_", at) and (at == 0 or text[at - 1] not in _DIGITS):
            raise error_at(at, "'_' belongs between two numbers")
        number = _NUMBER.match(text, at)
        if number is None:
            found = quote(text[at : at + LONGEST_NUMBER + 2])
            raise error_at(at, f"expected a number of at most {LONGEST_NUMBER} digits, not {found}")
        return (int(number[1]),), number.end()

    def write(self, values: Values, at: int) -> tuple[str, int] | None:
        number = values[at]
        if not isinstance(number, int):
            return None
        return f"{'_' if at > 0 and isinstance(values[at - 1], int) else ''}{number}", 1


RUNS = Gaps("abcdefghijklmnopqrstuvwxyz")
"""Empty cells: a for one, z for 26 in a row."""
DECIMALS = Decimals()
"""Numbers of any length, with "_" between two that touch."""
