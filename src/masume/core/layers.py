"""Layers: what a genre writes on places, and with which alphabet.

A clue layer holds what is given; a mark layer holds what the solver decides.  On a board a mark is
unknown (no entry), set (a value of the alphabet) or ruled out (`RuledOut`: values it cannot be).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol, TypeAlias

from masume.core.grid import Grid, inner_edges, places_of, runs
from masume.core.places import PlaceKind

Value: TypeAlias = int | str | tuple[Any, ...]
Options: TypeAlias = Mapping[str, Value]
UNKNOWN_CLUE = "?"  # a clue whose number is not told; not the same as no clue
LARGEST_NUMBER = 999_999_999  # far beyond what any board can mean, and every format can read it


class RuledOut(frozenset[Value]):
    """The values a mark cannot have."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"RuledOut({sorted(self, key=str)})"


Mark: TypeAlias = Value | RuledOut


class Alphabet(Protocol):
    """The values a layer can hold, and how they are written as one word."""

    @property
    def expected(self) -> str:
        """What an error message says was expected."""
        ...

    def accepts(self, value: object) -> bool: ...
    def token(self, value: Any) -> str: ...
    def parse(self, token: str) -> Value:
        """Read what `token` writes; ValueError for anything else."""
        ...

    @property
    def values(self) -> Sequence[Value]:
        """All values, where they are finitely many: mark layers must have them."""
        ...


@dataclass(frozen=True, slots=True)
class Numbers:
    """Integers from `low` to `high` (no end if None), and "?" where a clue may be untold."""

    low: int = 0
    high: int | None = None
    unknown: bool = False

    @property
    def expected(self) -> str:
        upto = f"{self.low} to {self.high}" if self.high is not None else f"{self.low} or more"
        return f"a number of {upto}" + (' or "?"' if self.unknown else "")

    def accepts(self, value: object) -> bool:
        if value == UNKNOWN_CLUE:
            return self.unknown
        if not isinstance(value, int) or isinstance(value, bool):
            return False
        return self.low <= value <= (LARGEST_NUMBER if self.high is None else self.high)

    def token(self, value: Any) -> str:
        return str(value)

    def parse(self, token: str) -> Value:
        if token == UNKNOWN_CLUE:
            return token
        if not (token.isascii() and token.isdigit() and len(token) <= len(str(LARGEST_NUMBER))):
            raise ValueError(token)
        return int(token)

    @property
    def values(self) -> Sequence[Value]:
        if self.high is None:
            raise ValueError("numbers without an end cannot be listed")
        return range(self.low, self.high + 1)


@dataclass(frozen=True, slots=True)
class Symbols:
    """Named values, each with the word (usually one character) that stands for it in text.

    `words` say what a place with a value is, where the value's name does not: "a lamp", "on the loop".
    """

    tokens: Mapping[str, str]
    words: Mapping[str, str] = field(default_factory=dict, kw_only=True)

    @property
    def expected(self) -> str:
        return " or ".join(f'"{t}"' if t == name else f'"{t}" ({name})' for name, t in self.tokens.items())

    def accepts(self, value: object) -> bool:
        return isinstance(value, str) and value in self.tokens

    def token(self, value: Any) -> str:
        return self.tokens[value]

    def parse(self, token: str) -> Value:
        for name, written in self.tokens.items():
            if written == token:
                return name
        raise ValueError(token)

    @property
    def values(self) -> Sequence[Value]:
        return tuple(self.tokens)


AlphabetMaker: TypeAlias = Callable[[Grid, Options], Alphabet]


class Where(Enum):
    """On which places of its kind a layer lives, in words for errors, and what its entries speak of."""

    EVERYWHERE = "any place of its kind"
    ACROSS = "an edge between two cells"  # crossed by a line from one to the other
    RUNS = "an edge over which a run of cells is entered"  # an entry speaks of the run
    ROOMS = "a room"  # an area; together they divide all cells


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer of a genre: its name, the kind of place it lives on, its alphabet.

    The alphabet may depend on the board ("1 to the number of rows"): then it is a function of grid and
    options.  `default` is what an undecided mark counts as once the player says "finished"; a layer
    without one (digits) must be filled.
    """

    name: str
    kind: PlaceKind
    values: Alphabet | AlphabetMaker
    default: Value | None = None
    where: Where = Where.EVERYWHERE

    def places(self, grid: Grid) -> Sequence[int]:
        """All places of the layer, in ascending order; areas and chains are not listed."""
        match self.where:
            case Where.ACROSS:
                return inner_edges(grid)
            case Where.RUNS:
                return tuple(runs(grid))
            case _:
                return places_of(grid, self.kind)

    def alphabet(self, grid: Grid, options: Options) -> Alphabet:
        return self.values(grid, options) if callable(self.values) else self.values


@dataclass(frozen=True, slots=True)
class Option:
    """A choice made per board, such as "visit every corner": yes or no, if nothing else is said."""

    name: str
    sentence: str
    values: Alphabet = field(default=Symbols({"no": "no", "yes": "yes"}))
    default: Value = "no"
