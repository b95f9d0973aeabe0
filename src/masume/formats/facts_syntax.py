"""The syntax of facts: `numbered(1,5,2). row(1..7). #const n = 7.`, with comments; rules are not accepted."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from masume.core.errors import FormatError
from masume.core.layers import LONGEST_NUMBER
from masume.core.messages import quote, shorten

NAME = "facts"
Signature: TypeAlias = tuple[str, int]  # a predicate: its name and number of arguments
_TOKEN = re.compile(
    r"(?P<gap>\s+|%\*.*?\*%|%(?!\*)[^\n]*)|(?P<number>-?[0-9]+)|(?P<name>[a-z][A-Za-z0-9_]*)"
    r"|(?P<sign>\.\.|#[a-z]+|[(),.=])|(?P<other>%\*|\S)",
    re.DOTALL | re.ASCII,
)


class Interval(NamedTuple):
    """The numbers from `first` to `last`, both included."""

    first: int
    last: int

    def __str__(self) -> str:
        return f"{self.first}..{self.last}"


Argument: TypeAlias = int | str | Interval


class Fact(NamedTuple):
    """A fact, and its index in the text."""

    name: str
    arguments: tuple[Argument, ...]
    at: int

    @property
    def signature(self) -> Signature:
        return self.name, len(self.arguments)

    def __str__(self) -> str:
        return shorten(f"{self.name}({','.join(map(str, self.arguments))})")


@dataclass(frozen=True, slots=True)
class ParsedFacts:
    """The constants and facts of a text, in the order of the text."""

    text: str
    constants: Mapping[str, int]
    facts: Mapping[Signature, Sequence[Fact]]

    def numbers(self, name: str, arity: int) -> Iterator[tuple[Fact, tuple[int, ...]]]:
        """Yield the facts of a predicate with their arguments; raise FormatError if these are not all numbers."""
        for fact in self.facts.get((name, arity), ()):
            numbers = tuple(argument for argument in fact.arguments if isinstance(argument, int))
            if len(numbers) < arity:
                raise self.error(fact, f"expected only numbers in {name}/{arity}, not {fact}")
            yield fact, numbers

    def error(self, fact: Fact, expected: str) -> FormatError:
        """Return an error about a fact."""
        return _error(self.text, fact.at, expected)


def parse_facts(text: str) -> ParsedFacts:
    """Parse facts and constants; raise FormatError if one of them occurs twice."""
    tokens, constants, facts = _Tokens(text), dict[str, int](), dict[Signature, list[Fact]]()
    known: set[tuple[str, tuple[Argument, ...]]] = set()
    while tokens.kind != "end":
        at = tokens.at
        if tokens.current == "#const":
            name, value = _constant(tokens)
            if name in constants:
                raise _error(text, at, f"the constant {quote(name)} occurs twice: expected it once")
            constants[name] = value
            continue
        fact = Fact(tokens.take("name", "a fact such as p(1,2). or #const n = 7."), _arguments(tokens), at)
        tokens.take_sign(".")
        if fact[:2] in known:
            raise _error(text, at, f"{fact} occurs twice: expected it once")
        known.add(fact[:2])
        facts.setdefault(fact.signature, []).append(fact)
    return ParsedFacts(text, constants, facts)


class _Tokens:
    """The tokens of a text without comments, and the one to be read next."""

    kind: str  # number, name, sign, other or end
    current: str
    at: int

    def __init__(self, text: str) -> None:
        self.text = text
        self._matches = _TOKEN.finditer(text)
        self.step()

    def step(self) -> str:
        """Move to the next token and return the current one."""
        passed = getattr(self, "current", "")
        match = next((match for match in self._matches if match.lastgroup != "gap"), None)
        self.kind, self.current, self.at = "end", "", len(self.text)
        if match is not None:
            self.kind, self.current, self.at = str(match.lastgroup), match[0], match.start()
        return passed

    def take(self, kind: str, expected: str) -> str:
        if self.kind != kind:
            found = quote(self.current) if self.current else "the end"
            raise _error(self.text, self.at, f"expected {expected}, not {found}")
        return self.step()

    def take_sign(self, sign: str) -> None:
        self.take("sign" if self.current == sign else "no sign", quote(sign))

    def take_number(self) -> int:
        if self.kind == "number" and len(self.current.lstrip("-")) > LONGEST_NUMBER:
            raise _error(self.text, self.at, f"expected a number of at most {LONGEST_NUMBER} digits")
        return int(self.take("number", "a number"))


def _constant(tokens: _Tokens) -> tuple[str, int]:
    tokens.take_sign("#const")
    name = tokens.take("name", "the name of a constant")
    tokens.take_sign("=")
    value = tokens.take_number()
    tokens.take_sign(".")
    return name, value


def _arguments(tokens: _Tokens) -> tuple[Argument, ...]:
    tokens.take_sign("(")
    arguments = [_argument(tokens)]
    while tokens.current == ",":
        tokens.step()
        arguments.append(_argument(tokens))
    tokens.take_sign(")")
    return tuple(arguments)


def _argument(tokens: _Tokens) -> Argument:
    if tokens.kind == "name":
        return tokens.step()
    first = tokens.take_number()
    if tokens.current != "..":
        return first
    tokens.step()
    return Interval(first, tokens.take_number())


def _error(text: str, at: int, expected: str) -> FormatError:
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    return FormatError(NAME, f"line {line}, column {column}", expected)
