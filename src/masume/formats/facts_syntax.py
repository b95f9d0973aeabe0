"""The text of facts: `numbered(1,5,2). row(1..7). #const n = 7.`, with comments; programs are not evaluated."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from masume.core.errors import FormatError

NAME = "facts"
Signature: TypeAlias = tuple[str, int]  # a predicate: its name and how many arguments it has
_TOKEN = re.compile(
    r"(?P<gap>\s+|%\*.*?\*%|%(?!\*)[^\n]*)|(?P<number>-?[0-9]+)|(?P<name>[a-z][A-Za-z0-9_]*)"
    r"|(?P<sign>\.\.|#[a-z]+|[(),.=])|(?P<other>%\*|\S)",
    re.DOTALL | re.ASCII,
)
_LONGEST_NUMBER = 9  # digits
_LONGEST_QUOTE = 40  # characters of the input in a sentence


class Interval(NamedTuple):
    """All numbers from the first to the last."""

    first: int
    last: int

    def __str__(self) -> str:
        return f"{self.first}..{self.last}"


Argument: TypeAlias = int | str | Interval


class Fact(NamedTuple):
    """A fact, and at which character of the text it stands."""

    name: str
    arguments: tuple[Argument, ...]
    at: int

    @property
    def signature(self) -> Signature:
        return self.name, len(self.arguments)

    def __str__(self) -> str:
        return f"{self.name}({','.join(map(str, self.arguments))})"[:_LONGEST_QUOTE]


@dataclass(frozen=True, slots=True)
class Statements:
    """What a text states."""

    text: str
    constants: Mapping[str, int]
    facts: Mapping[Signature, Sequence[Fact]]

    def numbers(self, name: str, arity: int) -> Iterator[tuple[Fact, tuple[int, ...]]]:
        """The facts of a predicate, each with its arguments, which have to be numbers."""
        for fact in self.facts.get((name, arity), ()):
            numbers = tuple(argument for argument in fact.arguments if isinstance(argument, int))
            if len(numbers) < arity:
                raise self.error(fact, f"expected numbers alone in {name}/{arity}, not {fact}")
            yield fact, numbers

    def error(self, fact: Fact, expected: str) -> FormatError:
        """What is wrong with a fact."""
        return _error(self.text, fact.at, expected)


def parsed(text: str) -> Statements:
    """Read facts and constants, none of which may stand twice."""
    words, constants, facts = _Words(text), dict[str, int](), dict[Signature, list[Fact]]()
    known: set[tuple[str, tuple[Argument, ...]]] = set()
    while words.kind != "end":
        at = words.at
        if words.word == "#const":
            name, value = _constant(words)
            if name in constants:
                raise _error(text, at, f"the constant {name!r:.40} stands twice: expected it once")
            constants[name] = value
            continue
        fact = Fact(words.take("name", "a fact such as p(1,2). or #const n = 7."), _arguments(words), at)
        words.take_sign(".")
        if fact[:2] in known:
            raise _error(text, at, f"{fact} stands twice: expected it once")
        known.add(fact[:2])
        facts.setdefault(fact.signature, []).append(fact)
    return Statements(text, constants, facts)


class _Words:
    """The words of a text, one after the other; comments are left out."""

    kind: str  # number, name, sign, other or end
    word: str
    at: int

    def __init__(self, text: str) -> None:
        self.text = text
        self._matches = _TOKEN.finditer(text)
        self.step()

    def step(self) -> str:
        """Go on to the next word; what was the word before."""
        passed = getattr(self, "word", "")
        match = next((match for match in self._matches if match.lastgroup != "gap"), None)
        self.kind, self.word, self.at = "end", "", len(self.text)
        if match is not None:
            self.kind, self.word, self.at = str(match.lastgroup), match[0], match.start()
        return passed

    def take(self, kind: str, expected: str) -> str:
        if self.kind != kind:
            found = repr(self.word)[:_LONGEST_QUOTE] if self.word else "the end"
            raise _error(self.text, self.at, f"expected {expected}, not {found}")
        return self.step()

    def take_sign(self, sign: str) -> None:
        self.take("sign" if self.word == sign else "no sign", repr(sign))

    def take_number(self) -> int:
        if self.kind == "number" and len(self.word.lstrip("-")) > _LONGEST_NUMBER:
            raise _error(self.text, self.at, f"expected a number of at most {_LONGEST_NUMBER} digits")
        return int(self.take("number", "a number"))


def _constant(words: _Words) -> tuple[str, int]:
    words.take_sign("#const")
    name = words.take("name", "the name of a constant")
    words.take_sign("=")
    value = words.take_number()
    words.take_sign(".")
    return name, value


def _arguments(words: _Words) -> tuple[Argument, ...]:
    words.take_sign("(")
    arguments = [_argument(words)]
    while words.word == ",":
        words.step()
        arguments.append(_argument(words))
    words.take_sign(")")
    return tuple(arguments)


def _argument(words: _Words) -> Argument:
    if words.kind == "name":
        return words.step()
    first = words.take_number()
    if words.word != "..":
        return first
    words.step()
    return Interval(first, words.take_number())


def _error(text: str, at: int, expected: str) -> FormatError:
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    return FormatError(NAME, f"line {line}, column {column}", expected)
