"""The text of Essence's parameter files: `letting n be 6`, `letting grid be [[0,4],[3,0]]`, with comments after `$`.

It accepts what Conjure's parser accepts for numbers and matrices of numbers, including a comma after the last item and
index domains such as `;int(1..6)`.  Nothing is evaluated.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from masume.core.errors import FormatError
from masume.core.grid import LARGEST_SIDE
from masume.core.layers import LONGEST_NUMBER
from masume.core.messages import quote

NAME = "essence"
Matrix: TypeAlias = list[list[int]]
_COMMENT = re.compile(r"\$[^\n]*")
_GAP = re.compile(r"\s*", re.ASCII)
_LANGUAGE = re.compile(r"language\b")
_VERSION = re.compile(r"(?:Essence|ESSENCE'?)\s+1(?:\.\d{1,9})?(?![\w.])", re.ASCII)
_WORD = re.compile(r"[^\W\d][\w']*")
_NUMBER = re.compile(r"\d+", re.ASCII)
_NUMBERS = re.compile(r"[\d,\s]*", re.ASCII)
_INDEX = re.compile(r"int\s*\(\s*1\s*\.\.\s*(\d{1,9})\s*\)", re.ASCII)


class Letting(NamedTuple):
    """The value of a name, and the index of the name in the text."""

    value: int | Matrix
    at: int


class EssenceParser:
    """A text without its comments, and how far it has been parsed."""

    def __init__(self, text: str) -> None:
        self.text = _COMMENT.sub("", text)  # a comment ends with its line, so line and column numbers stay right
        self.at = 0
        self._skip_spaces()

    def parse(self) -> Mapping[str, Letting]:
        """Return all names and their values; raise FormatError if a name is defined twice."""
        if self.accept(_LANGUAGE) and not self.accept(_VERSION):
            raise self.expected("Essence 1.3 after language")
        found: dict[str, Letting] = {}
        after_comma = False  # then another name may follow without a new "letting"
        while self.at < len(self.text):
            if not self.accept_word("letting") and not after_comma:
                raise self.expected("letting: a parameter file can contain nothing else")
            names = self._names()
            value = self._value()
            for at, name in names:
                if name in found:
                    raise self.error(at, f"{quote(name)} occurs twice: expected it once")
                found[name] = Letting(value, at)
            after_comma = self.accept_sign(",")
        return found

    def accept(self, pattern: re.Pattern[str]) -> str | None:
        """If the pattern matches here, move behind it and return its group (or all of it); otherwise return None."""
        match = pattern.match(self.text, self.at)
        if match is None:
            return None
        self.at = match.end()
        self._skip_spaces()
        return match[match.lastindex or 0]

    def accept_word(self, word: str) -> bool:
        """If this word comes next, move behind it and return True."""
        match = _WORD.match(self.text, self.at)
        return match is not None and match[0] == word and self.accept(_WORD) is not None

    def accept_sign(self, sign: str) -> bool:
        """If this sign comes next, move behind it and return True."""
        if not self.text.startswith(sign, self.at):
            return False
        self.at += len(sign)
        self._skip_spaces()
        return True

    def expected(self, what: str) -> FormatError:
        """Return the error for a text in which something else comes next."""
        found = _WORD.match(self.text, self.at)
        word = found[0] if found else self.text[self.at : self.at + 1]
        return self.error(self.at, f"expected {what}, not {quote(word)}" if word else f"expected {what}, not the end")

    def error(self, at: int, sentence: str) -> FormatError:
        """Return an error about the character with this index."""
        line, column = self.text.count("\n", 0, at) + 1, at - self.text.rfind("\n", 0, at)
        return FormatError(NAME, f"line {line}, column {column}", sentence)

    def _skip_spaces(self) -> None:
        gap = _GAP.match(self.text, self.at)
        self.at = gap.end() if gap else self.at

    def _names(self) -> list[tuple[int, str]]:
        names: list[tuple[int, str]] = []
        while not names or self.accept_sign(","):
            at, name = self.at, self.accept(_WORD)
            if name is None:
                raise self.expected("a name")
            names.append((at, name))
            if len(names) > LARGEST_SIDE:
                raise self.error(at, "too many names: expected one or a few")
        if not self.accept_word("be"):
            raise self.expected("be")
        return names

    def _value(self) -> int | Matrix:
        if self.accept_sign("["):
            return self._matrix()
        at, number = self.at, self.accept(_NUMBER)
        if number is None:
            raise self.expected("a number or a matrix such as [[0,1],[2,3]]")
        if not _is_number(number):
            raise self.error(at, f"expected a number of at most {LONGEST_NUMBER} digits")
        return int(number)

    def _matrix(self) -> Matrix:
        rows: Matrix = []
        after = "'[' or ']'"
        while self.accept_sign("["):
            if len(rows) == LARGEST_SIDE:
                raise FormatError(NAME, "size", f"expected at most {LARGEST_SIDE} rows")
            rows.append(self._row(len(rows) + 1))
            self._close(len(rows[-1]), "a number, ',', ';' or ']'")
            if not self.accept_sign(","):
                after = "',', ';' or ']'"
                break
        self._close(len(rows), after)
        return rows

    def _row(self, row: int) -> list[int]:
        text = self.accept(_NUMBERS) or ""
        if text.count(",") > LARGEST_SIDE:
            raise FormatError(NAME, "size", f"expected at most {LARGEST_SIDE} columns")
        words = [word.strip() for word in text.split(",")]
        if not words[-1]:
            words.pop()  # after a last comma, or in an empty row
        for column, word in enumerate(words, 1):
            if not _is_number(word):
                expected = f"expected one number of at most {LONGEST_NUMBER} digits, not {quote(word)}"
                raise FormatError(NAME, f"row {row}, column {column}", expected)
        return [int(word) for word in words]

    def _close(self, length: int, expected: str) -> None:
        """Parse the end of a matrix or row, with its index domain if it has one."""
        if self.accept_sign(";"):
            at, last = self.at, self.accept(_INDEX)
            if last is None or int(last) != length:
                raise self.error(at, f"expected the index domain int(1..{length}), because there are {length} items")
        if not self.accept_sign("]"):
            raise self.expected(expected)


def _is_number(word: str) -> bool:
    return word.isdecimal() and len(word) <= LONGEST_NUMBER
