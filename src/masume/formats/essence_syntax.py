"""The text of Essence's parameter files: `letting n be 6`, `letting grid be [[0,4],[3,0]]`, with comments after `$`.

Read is what Conjure's parser takes for numbers and matrices of them, with commas after the last item and index domains
such as `;int(1..6)`; nothing is evaluated.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from masume.core.errors import FormatError
from masume.core.grid import LARGEST_SIDE

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
_LONGEST_NUMBER = 9  # digits
_LONGEST_QUOTE = 40  # characters of the input in a sentence


class Letting(NamedTuple):
    """What a name stands for, and at which character of the text it is said."""

    value: int | Matrix
    at: int


class Source:
    """A text without its comments, read from the beginning to the end."""

    def __init__(self, text: str) -> None:
        self.text = _COMMENT.sub("", text)  # a comment ends its line, so lines and columns stay as they are
        self.at = 0
        self._skip()

    def lettings(self) -> Mapping[str, Letting]:
        """Everything that is let be, none of which may stand twice."""
        if self.takes(_LANGUAGE) and not self.takes(_VERSION):
            raise self.expected("Essence 1.3 after language")
        found: dict[str, Letting] = {}
        goes_on = False  # after a comma another name may follow without a word
        while self.at < len(self.text):
            if not self.takes_word("letting") and not goes_on:
                raise self.expected("letting, for a parameter file has nothing else")
            names = self._names()
            value = self._value()
            for at, name in names:
                if name in found:
                    raise self.error(at, f"{name!r:.40} stands twice: expected it once")
                found[name] = Letting(value, at)
            goes_on = self.takes_sign(",")
        return found

    def takes(self, pattern: re.Pattern[str]) -> str | None:
        """What matches here, which is then behind us; None if nothing does."""
        match = pattern.match(self.text, self.at)
        if match is None:
            return None
        self.at = match.end()
        self._skip()
        return match[match.lastindex or 0]

    def takes_word(self, word: str) -> bool:
        """Whether this word stands here, which is then behind us."""
        match = _WORD.match(self.text, self.at)
        return match is not None and match[0] == word and self.takes(_WORD) is not None

    def takes_sign(self, sign: str) -> bool:
        """Whether this sign stands here, which is then behind us."""
        if not self.text.startswith(sign, self.at):
            return False
        self.at += len(sign)
        self._skip()
        return True

    def expected(self, what: str) -> FormatError:
        """That something else stands here."""
        found = _WORD.match(self.text, self.at)
        word = found[0] if found else self.text[self.at : self.at + 1]
        return self.error(
            self.at, f"expected {what}, not {word!r:.{_LONGEST_QUOTE}}" if word else f"expected {what}, not the end"
        )

    def error(self, at: int, sentence: str) -> FormatError:
        """What is wrong at a character of the text."""
        line, column = self.text.count("\n", 0, at) + 1, at - self.text.rfind("\n", 0, at)
        return FormatError(NAME, f"line {line}, column {column}", sentence)

    def _skip(self) -> None:
        gap = _GAP.match(self.text, self.at)
        self.at = gap.end() if gap else self.at

    def _names(self) -> list[tuple[int, str]]:
        names: list[tuple[int, str]] = []
        while not names or self.takes_sign(","):
            at, name = self.at, self.takes(_WORD)
            if name is None:
                raise self.expected("a name")
            names.append((at, name))
            if len(names) > LARGEST_SIDE:
                raise self.error(at, "too many names: expected one or a few")
        if not self.takes_word("be"):
            raise self.expected("be")
        return names

    def _value(self) -> int | Matrix:
        if self.takes_sign("["):
            return self._matrix()
        at, number = self.at, self.takes(_NUMBER)
        if number is None:
            raise self.expected("a number or a matrix such as [[0,1],[2,3]]")
        if not _is_number(number):
            raise self.error(at, f"expected a number of at most {_LONGEST_NUMBER} digits")
        return int(number)

    def _matrix(self) -> Matrix:
        rows: Matrix = []
        after = "'[' or ']'"
        while self.takes_sign("["):
            if len(rows) == LARGEST_SIDE:
                raise FormatError(NAME, "size", f"expected at most {LARGEST_SIDE} rows")
            rows.append(self._row(len(rows) + 1))
            self._close(len(rows[-1]), "a number, ',', ';' or ']'")
            if not self.takes_sign(","):
                after = "',', ';' or ']'"
                break
        self._close(len(rows), after)
        return rows

    def _row(self, row: int) -> list[int]:
        text = self.takes(_NUMBERS) or ""
        if text.count(",") > LARGEST_SIDE:
            raise FormatError(NAME, "size", f"expected at most {LARGEST_SIDE} columns")
        words = [word.strip() for word in text.split(",")]
        if not words[-1]:
            words.pop()  # after a last comma, or in an empty row
        for column, word in enumerate(words, 1):
            if not _is_number(word):
                expected = f"expected one number of at most {_LONGEST_NUMBER} digits, not {word!r:.{_LONGEST_QUOTE}}"
                raise FormatError(NAME, f"row {row}, column {column}", expected)
        return [int(word) for word in words]

    def _close(self, length: int, expected: str) -> None:
        """Go past the end of a matrix or row, and past its index domain if it has one."""
        if self.takes_sign(";"):
            at, last = self.at, self.takes(_INDEX)
            if last is None or int(last) != length:
                raise self.error(at, f"expected the index domain int(1..{length}), for so many there are")
        if not self.takes_sign("]"):
            raise self.expected(expected)


def _is_number(word: str) -> bool:
    return word.isdecimal() and len(word) <= _LONGEST_NUMBER
