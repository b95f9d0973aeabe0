"""Integers with finite domains, one literal per value, and constraints on them.

A CP engine takes these constraints directly; for others, `lower` turns them into clauses and counts.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from operator import eq, le, lt, ne

from masume.core.caching import cached
from masume.core.records import record
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

COMPARISONS = {"<": lt, "<=": le, "==": eq, "!=": ne}
PAIRWISE_LIMIT = 16  # for more literals, "at most one" becomes a count, which some engines handle better than clauses


@record
class Integer:
    """An integer from `low` upwards; `literals[i]` is true if its value is `low + i`.

    As a constraint it means that the integer has exactly one value.
    """

    low: int
    literals: tuple[int, ...]

    @property
    def domain(self) -> range:
        return range(self.low, self.low + len(self.literals))

    def equals(self, value: int) -> int:
        """Return the literal that is true if the integer has this value."""
        return self.literals[value - self.low] if value in self.domain else FALSE

    def lower(self, allocator: VariableAllocator) -> Iterator[BasicConstraint]:
        yield self.literals
        yield from _at_most_one(self.literals, TRUE)


@record
class Relation:
    """`holds` is true of the values of two integers, for example `a < b` or `abs(a - b) > 1`."""

    one: Integer
    other: Integer
    holds: Callable[[int, int], bool]
    when: int

    def as_table(self) -> "Table":
        """Return the same constraint as a list of all allowed pairs."""
        return Table((self.one, self.other), _pairs(self.one.domain, self.other.domain, self.holds), self.when)

    def lower(self, allocator: VariableAllocator) -> Iterator[BasicConstraint]:
        for value in self.one.domain:
            support = tuple(self.other.equals(partner) for partner in self.other.domain if self.holds(value, partner))
            yield (*condition_prefix(self.when), -self.one.equals(value), *support)
        for partner in self.other.domain:
            support = tuple(self.one.equals(value) for value in self.one.domain if self.holds(value, partner))
            yield (*condition_prefix(self.when), -self.other.equals(partner), *support)


@record
class Comparison:
    """Two integers compare by the operator: <, <=, == or !=."""

    one: Integer
    operator: str
    other: Integer
    when: int

    def lower(self, allocator: VariableAllocator) -> Iterator[BasicConstraint]:
        return Relation(self.one, self.other, COMPARISONS[self.operator], self.when).lower(allocator)


@record
class Table:
    """The values of the integers, in order, are one of the rows."""

    integers: tuple[Integer, ...]
    rows: tuple[tuple[int, ...], ...]
    when: int

    def lower(self, allocator: VariableAllocator) -> Iterator[BasicConstraint]:
        allowed = [row for row in self.rows if all(v in i.domain for v, i in zip(row, self.integers, strict=True))]
        row_literals = [allocator.new_variable() for _ in allowed]
        yield (*condition_prefix(self.when), *row_literals)
        for literal, row in zip(row_literals, allowed, strict=True):
            yield from ((-literal, i.equals(v)) for i, v in zip(self.integers, row, strict=True))
        for position, integer in enumerate(self.integers):
            for value in integer.domain:
                support = (x for x, row in zip(row_literals, allowed, strict=True) if row[position] == value)
                yield (*condition_prefix(self.when), -integer.equals(value), *support)


@record
class AllDifferent:
    """No two integers are equal."""

    integers: tuple[Integer, ...]
    when: int

    def lower(self, allocator: VariableAllocator) -> Iterator[BasicConstraint]:
        prefix = condition_prefix(self.when)
        has_value = _literals_by_value(self.integers)
        if len(has_value) < len(self.integers):
            yield prefix
            return
        for literals in has_value.values():
            yield from _at_most_one(literals, self.when)
            if len(has_value) == len(self.integers):  # then every value must occur
                yield (*prefix, *literals)


@record
class Tally:
    """The number of true literals equals the integer."""

    integer: Integer
    literals: tuple[int, ...]

    def lower(self, allocator: VariableAllocator) -> Iterator[BasicConstraint]:
        for value in self.integer.domain:
            yield exactly(value, self.literals, when=self.integer.equals(value))


@record
class Sum:
    """The integers add up to `total`; if `distinct`, no two of them are equal."""

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
        has_value = _literals_by_value(self.integers)
        sets = _sets_with_sum(tuple(has_value), len(self.integers), self.total)
        yield from self._choose_set(sets, has_value, allocator)

    def _choose_set(
        self, sets: tuple[frozenset[int], ...], has_value: Mapping[int, Sequence[int]], allocator: VariableAllocator
    ) -> Iterator[Clause]:
        """Yield clauses: for one of these sets, each value of the set is the value of some integer.

        A set has as many values as there are integers, so no two integers are equal.  There is one literal per set;
        values that are in all sets or in none need none of these literals.
        """
        prefix = condition_prefix(self.when)
        if not sets:
            yield prefix
            return
        always = frozenset.intersection(*sets)
        sometimes = frozenset.union(*sets) - always
        for value, literals in has_value.items():
            if value in always:
                yield (*prefix, *literals)
            elif value not in sometimes:
                yield from [(*prefix, -literal) for literal in literals]
        set_literals = [allocator.new_variable() for _ in sets] if len(sets) > 1 else []
        if set_literals:
            yield (*prefix, *set_literals)
        for literal, members in zip(set_literals, sets, strict=bool(set_literals)):
            for value in sorted(sometimes):
                if value in members:
                    yield (*prefix, -literal, *has_value[value])
                else:
                    yield from [(*prefix, -literal, -excluded) for excluded in has_value[value]]


def relation(one: Integer, other: Integer, holds: Callable[[int, int], bool], when: int = TRUE) -> Relation:
    """`holds` is true of the values of the two integers."""
    return Relation(one, other, holds, when)


def compare(one: Integer, operator: str, other: Integer, when: int = TRUE) -> Comparison:
    """Two integers compare by the operator: <, <=, == or !=."""
    if operator not in COMPARISONS:
        raise ValueError(f"expected one of {' '.join(COMPARISONS)} to compare integers, not {operator}")
    return Comparison(one, operator, other, when)


def tally(integer: Integer, literals: Iterable[int]) -> Tally:
    """The number of true literals equals the integer."""
    return Tally(integer, tuple(literals))


def table(integers: Iterable[Integer], rows: Iterable[Sequence[int]], when: int = TRUE) -> Table:
    """The values of the integers, in order, are one of the rows."""
    return Table(tuple(integers), tuple(map(tuple, rows)), when)


def all_different(integers: Iterable[Integer], when: int = TRUE) -> AllDifferent:
    """No two integers are equal."""
    return AllDifferent(tuple(integers), when)


def sum_equals(total: int, integers: Iterable[Integer], distinct: bool = False, when: int = TRUE) -> Sum:
    """The integers add up to `total`; if `distinct`, no two of them are equal."""
    return Sum(tuple(integers), total, distinct, when)


@cached(64)
def _pairs(one: range, other: range, holds: Callable[[int, int], bool]) -> tuple[tuple[int, int], ...]:
    return tuple((a, b) for a in one for b in other if holds(a, b))


@cached(1024)
def _sets_with_sum(values: tuple[int, ...], size: int, total: int) -> tuple[frozenset[int], ...]:
    """Return all sets of `size` values that add up to `total`."""
    return tuple(frozenset(chosen) for chosen in combinations(values, size) if sum(chosen) == total)


def _literals_by_value(integers: Iterable[Integer]) -> dict[int, list[int]]:
    """Return the literals of each value that any of the integers can have, in ascending order."""
    by_value: dict[int, list[int]] = {}
    for integer in integers:
        for value, literal in enumerate(integer.literals, integer.low):
            by_value.setdefault(value, []).append(literal)
    return dict(sorted(by_value.items()))


def _at_most_one(literals: Sequence[int], when: int) -> Iterator[BasicConstraint]:
    """Yield constraints: at most one literal is true.  Few literals become pairs, which propagate best."""
    if len(literals) > PAIRWISE_LIMIT:
        yield at_most(1, literals, when=when)
    else:
        prefix, negated = condition_prefix(when), [-literal for literal in literals]
        yield from ((*prefix, *pair) for pair in combinations(negated, 2)) if prefix else combinations(negated, 2)
