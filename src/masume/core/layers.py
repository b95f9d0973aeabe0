"""Layers: the clues and marks that a genre puts on places, and their alphabets.

A clue layer is part of the puzzle, a mark layer is filled in by the solver.  On a board a mark is unknown (no entry),
set (a value of the alphabet) or narrowed (`RuledOut`: the values it cannot have).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple, Protocol, TypeAlias

from masume.core.grid import Grid, inner_edges, places_of, runs
from masume.core.places import Place, PlaceKind
from masume.core.symmetry import Symmetry

Value: TypeAlias = int | str | tuple[Any, ...]
Options: TypeAlias = Mapping[str, Value]
UNKNOWN_CLUE = "?"  # a clue without its number; not the same as no clue
REMOVED = "(removed)"  # what becomes of a clue that is dropped, if nothing is left of it (see `Layer.dropped`)
LARGEST_NUMBER = 999_999_999  # far more than any board needs, and every format can hold it
LONGEST_NUMBER = len(str(LARGEST_NUMBER))  # digits


class RuledOut(frozenset[Value]):
    """The values a mark cannot have."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"RuledOut({sorted(self, key=str)})"


Mark: TypeAlias = Value | RuledOut


class Alphabet(Protocol):
    """The values that a layer can hold, and the token that stands for each in text."""

    @property
    def expected(self) -> str:
        """The allowed values, as error messages name them after "expected"."""
        ...

    def accepts(self, value: object) -> bool:
        """Return whether this is one of the values."""
        ...

    def format(self, value: Any) -> str:
        """Return the token of a value."""
        ...

    def parse(self, token: str) -> Value:
        """Return the value of a token; raise ValueError if there is none."""
        ...

    @property
    def values(self) -> Sequence[Value]:
        """All values except "?"; raises ValueError if there are infinitely many, which only clue layers may have."""
        ...


@dataclass(frozen=True, slots=True)
class Numbers:
    """Integers from `low` to `high` (None: no upper bound), and also "?" if `unknown`."""

    low: int = 0
    high: int | None = None
    unknown: bool = False

    @property
    def expected(self) -> str:
        bounds = f"from {self.low} to {self.high}" if self.high is not None else f"of {self.low} or more"
        return f"a number {bounds}" + (', or "?"' if self.unknown else "")

    def accepts(self, value: object) -> bool:
        if isinstance(value, str):
            return self.unknown and value == UNKNOWN_CLUE
        if not isinstance(value, int) or isinstance(value, bool):
            return False
        return self.low <= value <= (LARGEST_NUMBER if self.high is None else self.high)

    def format(self, value: Any) -> str:
        return str(value)

    def parse(self, token: str) -> Value:
        if token == UNKNOWN_CLUE:
            return token
        if not (token.isascii() and token.isdigit() and len(token) <= LONGEST_NUMBER):
            raise ValueError(token)
        return int(token)

    @property
    def values(self) -> Sequence[Value]:
        if self.high is None:
            raise ValueError("numbers without an upper bound cannot be listed")
        return range(self.low, self.high + 1)


@dataclass(frozen=True, slots=True)
class Symbols:
    """Named values, each with its token, usually one character.

    `phrases` complete the sentence "the place is …" where a value's name does not: "a lamp".  A phrase with {places} is
    the whole sentence, with {is} for its verb and {a} and {s} for one or several: "there {is} {a}line{s} {places}".
    """

    tokens: Mapping[str, str]
    phrases: Mapping[str, str] = field(default_factory=dict, kw_only=True)

    @property
    def expected(self) -> str:
        pairs = self.tokens.items()
        return " or ".join(f'"{token}"' if token == name else f'"{token}" ({name})' for name, token in pairs)

    def accepts(self, value: object) -> bool:
        return isinstance(value, str) and value in self.tokens

    def format(self, value: Any) -> str:
        return self.tokens[value]

    def parse(self, token: str) -> Value:
        for name, its_token in self.tokens.items():
            if its_token == token:
                return name
        raise ValueError(token)

    @property
    def values(self) -> Sequence[Value]:
        return tuple(self.tokens)


def expected_instead(alphabet: Alphabet, value: object) -> str:
    """Return what an error message expects instead of a value or token; a number may just be too long."""
    digits = len(value) if isinstance(value, str) and value.isdigit() else 0
    is_too_long = digits > LONGEST_NUMBER or (isinstance(value, int) and value > LARGEST_NUMBER)
    if is_too_long and alphabet.accepts(LARGEST_NUMBER):
        return f"a number of at most {LONGEST_NUMBER} digits"
    return alphabet.expected


AlphabetFactory: TypeAlias = Callable[[Grid, Options], Alphabet]
ValueImage: TypeAlias = Callable[[Symmetry, Place, Value], Value]


class Where(Enum):
    """The places of its kind that a layer uses; the values complete the error message "a clue belongs on …"."""

    EVERYWHERE = "any place of its kind"
    ACROSS = "an edge between two cells"  # a line crosses it from one cell to the other
    RUNS = "an edge through which a run of cells is entered"  # the entry belongs to the run
    ROOMS = "a room"  # an area; the rooms of a board divide all its cells


class Layer(NamedTuple):
    """A layer of a genre: its name, the kind of its places, its alphabet.

    `values` is the alphabet, or a function of grid and options if it depends on the board ("1 to the number of rows").
    `default` is the value of undecided marks on a finished board; without a default (digits) every mark must be set.
    `value_image` is for values that name a direction or have one, such as arrows: it returns what the value at a place
    becomes when a symmetry rotates or mirrors the board.
    `dropped` is what becomes of a clue that is dropped, because the puzzle does not need it: REMOVED, or a weaker value
    (a black cell loses its number and becomes "?").  Every solution must stay a solution.  Without `dropped`, clues of
    the layer cannot be dropped.
    """

    name: str
    kind: PlaceKind
    values: Alphabet | AlphabetFactory
    default: Value | None = None
    where: Where = Where.EVERYWHERE
    value_image: ValueImage | None = None
    dropped: Value | None = None

    def places(self, grid: Grid) -> Sequence[int]:
        """Return all places of the layer in ascending order; nothing for areas and chains."""
        match self.where:
            case Where.ACROSS:
                return inner_edges(grid)
            case Where.RUNS:
                return tuple(runs(grid))
            case _:
                return places_of(grid, self.kind)

    def alphabet(self, grid: Grid, options: Options) -> Alphabet:
        """Return the alphabet on boards with this grid and these options."""
        return self.values(grid, options) if callable(self.values) else self.values


class Option(NamedTuple):
    """A choice made for each board, such as "visit every corner"; its values default to "no" and "yes"."""

    name: str
    sentence: str
    values: Alphabet = Symbols({"no": "no", "yes": "yes"})
    default: Value = "no"
