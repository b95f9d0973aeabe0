"""Values: finite-domain integers, one literal per value, and what can be said of them.

Each word keeps its integers (a CP engine takes it as it is) and can be `lower` to clauses and counts.
"""

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from masume.core.caching import cached
from masume.modelling.basic_constraints import (
    FALSE,
    TRUE,
    BasicConstraint,
    Clause,
    VariableAllocator,
    at_most,
    condition_prefix,
    exactly,
)

SIGNS = {"<": operator.lt, "<=": operator.le, "==": operator.eq, "!=": operator.ne}
FEW = 16  # of so many, "at most one" is clauses for every engine; of more, a count, which some engines know better


@dataclass(frozen=True, slots=True)
class Integer:
    """An integer from `low` upwards; `literals[i]` says that it is `low + i`.

    As a word it says that it has one value.
    """

    low: int
    literals: tuple[int, ...]

    @property
    def domain(self) -> range:
        return range(self.low, self.low + len(self.literals))

    def equals(self, value: int) -> int:
        """The literal "it is this value"."""
        return self.literals[value - self.low] if value in self.domain else FALSE

    def lower(self, allocator: VariableAllocator) -> Iterator[BasicConstraint]:
        yield self.literals
        yield from _at_most_one(self.literals, TRUE)


@dataclass(frozen=True, slots=True)
class Relation:
    """Two integers stand in a relation, such as `a < b` or `abs(a - b) > 1`."""

    one: Integer
    other: Integer
    holds: Callable[[int, int], bool]
    when: int

    def as_table(self) -> "Table":
        """The same, with all pairs told."""
        return Table((self.one, self.other), _pairs(self.one.domain, self.other.domain, self.holds), self.when)

    def lower(self, allocator: VariableAllocator) -> Iterator[BasicConstraint]:
        for value in self.one.domain:
            support = tuple(self.other.equals(mate) for mate in self.other.domain if self.holds(value, mate))
            yield (*condition_prefix(self.when), -self.one.equals(value), *support)
        for mate in self.other.domain:
            support = tuple(self.one.equals(value) for value in self.one.domain if self.holds(value, mate))
            yield (*condition_prefix(self.when), -self.other.equals(mate), *support)


@dataclass(frozen=True, slots=True)
class Comparison:
    """One integer is less than another, or equal to it, or whatever the sign says."""

    one: Integer
    sign: str
    other: Integer
    when: int

    def lower(self, allocator: VariableAllocator) -> Iterator[BasicConstraint]:
        return Relation(self.one, self.other, SIGNS[self.sign], self.when).lower(allocator)


@dataclass(frozen=True, slots=True)
class Table:
    """Together the integers are one of the rows."""

    integers: tuple[Integer, ...]
    rows: tuple[tuple[int, ...], ...]
    when: int

    def lower(self, allocator: VariableAllocator) -> Iterator[BasicConstraint]:
        fitting = [row for row in self.rows if all(v in i.domain for v, i in zip(row, self.integers, strict=True))]
        chosen = [allocator.new_variable() for _ in fitting]
        yield (*condition_prefix(self.when), *chosen)
        for literal, row in zip(chosen, fitting, strict=True):
            yield from ((-literal, i.equals(v)) for i, v in zip(self.integers, row, strict=True))
        for position, integer in enumerate(self.integers):
            for value in integer.domain:
                support = (c for c, row in zip(chosen, fitting, strict=True) if row[position] == value)
                yield (*condition_prefix(self.when), -integer.equals(value), *support)


@dataclass(frozen=True, slots=True)
class AllDifferent:
    """No two integers are equal."""

    integers: tuple[Integer, ...]
    when: int

    def lower(self, allocator: VariableAllocator) -> Iterator[BasicConstraint]:
        start = condition_prefix(self.when)
        values = sorted({value for integer in self.integers for value in integer.domain})
        if len(values) < len(self.integers):
            yield start
            return
        for value in values:
            having = [integer.equals(value) for integer in self.integers if value in integer.domain]
            yield from _at_most_one(having, self.when)
            if len(values) == len(self.integers):  # then every value must occur
                yield (*start, *having)


@dataclass(frozen=True, slots=True)
class Tally:
    """So many literals are true as an integer says."""

    integer: Integer
    literals: tuple[int, ...]

    def lower(self, allocator: VariableAllocator) -> Iterator[BasicConstraint]:
        for value in self.integer.domain:
            yield exactly(value, self.literals, when=self.integer.equals(value))


@dataclass(frozen=True, slots=True)
class Sum:
    """The integers add up to `total`; if `distinct`, no two are equal."""

    integers: tuple[Integer, ...]
    total: int
    distinct: bool
    when: int

    def lower(self, allocator: VariableAllocator) -> Iterator[BasicConstraint]:
        if not self.distinct:
            literals = [literal for integer in self.integers for literal in integer.literals]
            weights = [value for integer in self.integers for value in integer.domain]
            yield exactly(self.total, literals, weights, self.when)
            return
        values = tuple(sorted({value for integer in self.integers for value in integer.domain}))
        yield from self._combinations(_sets_with_sum(values, len(self.integers), self.total), values, allocator)

    def _combinations(
        self, sets: tuple[frozenset[int], ...], values: tuple[int, ...], allocator: VariableAllocator
    ) -> Iterator[Clause]:
        """One literal per set of values that has the sum; what all sets share or lack needs no literal.

        Each value of the chosen set is taken by one of as many integers: so no two are equal.
        """
        start, having = condition_prefix(self.when), {v: [i.equals(v) for i in self.integers] for v in values}
        if not sets:
            yield start
            return
        always = frozenset.intersection(*sets)
        sometimes = frozenset.union(*sets) - always
        for value in values:
            if value in always:
                yield (*start, *having[value])
            elif value not in sometimes:
                yield from ((*start, -literal) for literal in having[value])
        chosen = [allocator.new_variable() for _ in sets] if len(sets) > 1 else []
        if chosen:
            yield (*start, *chosen)
        for literal, members in zip(chosen, sets, strict=bool(chosen)):
            for value in sorted(sometimes):
                if value in members:
                    yield (*start, -literal, *having[value])
                else:
                    yield from ((*start, -literal, -is_value) for is_value in having[value])


def relation(one: Integer, other: Integer, holds: Callable[[int, int], bool], when: int = TRUE) -> Relation:
    """Two integers stand in a relation."""
    return Relation(one, other, holds, when)


def compare(one: Integer, sign: str, other: Integer, when: int = TRUE) -> Comparison:
    """Two integers compare as the sign (<, <=, ==, !=) says."""
    if sign not in SIGNS:
        raise ValueError(f"integers compare by one of {' '.join(SIGNS)}, not by {sign}")
    return Comparison(one, sign, other, when)


def tally(integer: Integer, literals: Iterable[int]) -> Tally:
    """So many literals are true as the integer says."""
    return Tally(integer, tuple(literals))


def table(integers: Iterable[Integer], rows: Iterable[Sequence[int]], when: int = TRUE) -> Table:
    """Together the integers are one of the rows."""
    return Table(tuple(integers), tuple(map(tuple, rows)), when)


def all_different(integers: Iterable[Integer], when: int = TRUE) -> AllDifferent:
    """No two integers are equal."""
    return AllDifferent(tuple(integers), when)


def sum_equals(number: int, integers: Iterable[Integer], distinct: bool = False, when: int = TRUE) -> Sum:
    """The integers add up to `number`."""
    return Sum(tuple(integers), number, distinct, when)


@cached(64)
def _pairs(one: range, other: range, holds: Callable[[int, int], bool]) -> tuple[tuple[int, int], ...]:
    return tuple((a, b) for a in one for b in other if holds(a, b))


@cached(1024)
def _sets_with_sum(values: tuple[int, ...], size: int, number: int) -> tuple[frozenset[int], ...]:
    return tuple(frozenset(chosen) for chosen in combinations(values, size) if sum(chosen) == number)


def _at_most_one(literals: Sequence[int], when: int) -> Iterator[BasicConstraint]:
    """No two literals are true: as pairs, which propagate best, while they are few."""
    if len(literals) > FEW:
        yield at_most(1, literals, when=when)
    else:
        yield from ((*condition_prefix(when), -one, -other) for one, other in combinations(literals, 2))
