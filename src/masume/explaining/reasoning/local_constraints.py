"""Local constraints: propagators of counts, visibility, sums and tables.

Of several clauses that explain the same inference, a propagator chooses one whose literals were decided early: they
have few reasons behind them.  `Rank` gives the order in which literals were decided.

The propagators find the same clauses as `native/bounds.hpp`, `sum.hpp` and `literal_table.hpp`, literal for literal.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

from masume.core.caching import cached
from masume.explaining.reasoning.graphs.propagators import Clause, Propagator
from masume.explaining.reasoning.graphs.reachability import NO, OPEN, YES
from masume.modelling.basic_constraints import Count
from masume.modelling.cardinality import with_positive_weights
from masume.modelling.integers import Sum
from masume.modelling.literal_table import LiteralTable
from masume.modelling.visibility import Visibility

Truth: TypeAlias = Callable[[int], int]
Rank: TypeAlias = Callable[[int], int]  # of a decided literal: the later, the higher; 0 if it follows from facts alone


class CountPropagator(Propagator):
    """If `when` is true, the weights of the true literals add up to at least `low` and at most `high`."""

    def __init__(self, count: Count, rank: Rank) -> None:
        self._count, self._rank = with_positive_weights(count), rank
        self._total = sum(self._count.weights)
        self.literals: Sequence[int] = (*self._count.literals, count.when)

    def deduce(self, truth: Truth) -> Iterator[Clause]:
        count = self._count
        if truth(count.when) == NO:
            return
        if count.high < self._total:
            yield from self._deduce_from_bound(truth, count.literals, count.high)
        if count.low > 0:
            negated = [-literal for literal in count.literals]
            yield from self._deduce_from_bound(truth, negated, self._total - count.low)

    def _deduce_from_bound(self, truth: Truth, literals: Sequence[int], capacity: int) -> Iterator[Clause]:
        """Yield what follows if the weights of the true literals add up to at most `capacity`."""
        decided, undecided, weight = [], [], 0
        for weighted in zip(literals, self._count.weights, strict=True):
            value = truth(weighted[0])
            if value == YES:
                decided.append(weighted)
                weight += weighted[1]
            elif value == OPEN:
                undecided.append(weighted)
        decided.sort(key=lambda weighted: self._rank(weighted[0]))
        if weight > capacity:
            yield self._reason(decided, capacity + 1)
        elif truth(self._count.when) == YES:
            for literal, own_weight in undecided:
                if weight + own_weight > capacity:
                    yield [*self._reason(decided, capacity + 1 - own_weight), -literal]

    def _reason(self, decided: list[tuple[int, int]], needed_weight: int) -> Clause:
        """Return a clause that forbids the first decided literals that together have the needed weight."""
        clause = [-self._count.when]
        for literal, weight in decided:
            if needed_weight <= 0:
                break
            clause.append(-literal)
            needed_weight -= weight
        return clause


class VisibilityPropagator(Propagator):
    """If `when` is true, the true prefixes of the rays have `low` to `high` literals in total."""

    def __init__(self, visibility: Visibility, rank: Rank) -> None:
        self._visibility, self._rank = visibility, rank
        self.literals: Sequence[int] = (*(literal for ray in visibility.rays for literal in ray), visibility.when)

    def deduce(self, truth: Truth) -> Iterator[Clause]:
        visibility = self._visibility
        if truth(visibility.when) == NO:
            return
        if visibility.can_exceed_high:
            yield from self._see_at_most(truth)
        if visibility.low > 0:
            yield from self._see_at_least(truth)

    def _see_at_most(self, truth: Truth) -> Iterator[Clause]:
        """Yield what follows from `high`: a ray's first open literal is false if otherwise too many are visible."""
        visibility = self._visibility
        lengths = [_true_length(ray, 0, truth) for ray in visibility.rays]
        surplus = sum(lengths) - visibility.high - 1
        if surplus >= 0:
            yield self._visible_reason(lengths, surplus)
        elif truth(visibility.when) == YES:
            for number, (ray, end) in enumerate(zip(visibility.rays, lengths, strict=True)):
                if end == len(ray) or truth(ray[end]) != OPEN:
                    continue
                longer = _true_length(ray, end + 1, truth)
                if surplus - end + longer >= 0:
                    new_lengths = [*lengths[:number], longer, *lengths[number + 1 :]]
                    yield self._visible_reason(new_lengths, surplus - end + longer)

    def _visible_reason(self, lengths: list[int], surplus: int) -> Clause:
        """Return a clause that forbids these prefixes of the rays, which have `surplus` literals more than necessary.

        That many literals are dropped from the ends of the prefixes, those decided last first.  An open literal is
        never dropped, because at least `surplus` literals follow it.
        """
        rays = self._visibility.rays
        for _ in range(min(surplus, sum(lengths))):
            nonempty = [number for number, length in enumerate(lengths) if length]
            lengths[max(nonempty, key=lambda number: self._rank(rays[number][lengths[number] - 1]))] -= 1
        visible = (literal for ray, length in zip(rays, lengths, strict=True) for literal in ray[:length])
        return [-self._visibility.when, *(-literal for literal in visible)]

    def _see_at_least(self, truth: Truth) -> Iterator[Clause]:
        """Yield what follows from `low`: an open literal is true if too few would be visible otherwise."""
        visibility = self._visibility
        lengths = [
            next((i for i, literal in enumerate(ray) if truth(literal) == NO), len(ray)) for ray in visibility.rays
        ]
        missing = visibility.low - 1 - sum(lengths)
        if missing >= 0:
            yield self._blocked_reason(lengths, missing, None)
        elif truth(visibility.when) == YES:
            for number, (ray, length) in enumerate(zip(visibility.rays, lengths, strict=True)):
                for index in range(length + missing + 1):
                    if truth(ray[index]) == OPEN:
                        yield [*self._blocked_reason(lengths, length + missing - index, number), ray[index]]

    def _blocked_reason(self, lengths: list[int], slack: int, except_ray: int | None) -> Clause:
        """Return a clause by which one of the literals that block the rays must be true.

        Blocks that hide at most `slack` literals in total are not needed; those decided last are left out first.
        """
        blocks = [
            (ray[length], len(ray) - length)
            for number, (ray, length) in enumerate(zip(self._visibility.rays, lengths, strict=True))
            if number != except_ray and length < len(ray)
        ]
        blocks.sort(key=lambda block: -self._rank(block[0]))
        clause = [-self._visibility.when]
        for literal, hidden in blocks:
            if hidden <= slack:
                slack -= hidden
            else:
                clause.append(literal)
        return clause


def _true_length(ray: Sequence[int], start: int, truth: Truth) -> int:
    """Return the index of the first literal from `start` on that is not true."""
    return next((index for index in range(start, len(ray)) if truth(ray[index]) != YES), len(ray))


class SumPropagator(Propagator):
    """If `when` is true, integers of one domain are all different and add up to a total.

    It goes through all combinations.  A set of values is an `int`: bit i stands for the i-th value of the domain.
    """

    def __init__(self, constraint: Sum, rank: Rank) -> None:
        domain = constraint.integers[0].domain
        self._when, self._rank = constraint.when, rank
        self._integers = [integer.literals for integer in constraint.integers]
        self._all_values = (1 << len(domain)) - 1
        self._partial_sets = _partial_sets(domain, len(self._integers), constraint.total)
        self.literals: Sequence[int] = (*(literal for literals in self._integers for literal in literals), self._when)

    def deduce(self, truth: Truth) -> Iterator[Clause]:
        when = truth(self._when)
        if when == NO:
            return
        allowed = [sum(1 << i for i, literal in enumerate(own) if truth(literal) != NO) for own in self._integers]
        prefixes = self._prefix_sets(allowed)
        if not prefixes[-1]:
            yield self._reason(truth, None, 0)
        elif when == YES:
            possible = _possible_values(allowed, prefixes)
            for number, literals in enumerate(self._integers):
                for index, literal in enumerate(literals):
                    if (allowed[number] & ~possible[number]) >> index & 1:
                        yield [*self._reason(truth, number, 1 << index), -literal]

    def _prefix_sets(self, allowed: list[int]) -> list[set[int]]:
        """Return, for n = 0, 1, …, the sets of values that the first n integers can have with these allowed values."""
        partial_sets, prefixes = self._partial_sets, [{0}]
        for values in allowed:
            extended = {
                larger
                for smaller in prefixes[-1]
                for value in _single_values(values & ~smaller)
                if (larger := smaller | value) in partial_sets
            }
            prefixes.append(extended)
        return prefixes

    def _reason(self, truth: Truth, number: int | None, value: int) -> Clause:
        """Return a short reason why an integer cannot have a value; for None, why there is no combination at all."""
        allowed = [self._all_values] * len(self._integers)
        excluded = []
        for other, literals in enumerate(self._integers):
            if other == number:
                allowed[other] = value
                continue
            for index, literal in enumerate(literals):
                if truth(literal) == NO:
                    excluded.append((other, 1 << index, literal))
                    allowed[other] &= ~(1 << index)
        excluded.sort(key=lambda each: -self._rank(each[2]))
        clause = [-self._when]
        for other, bit, literal in excluded:
            if self._rank(literal) > 0:  # for facts, the test would take more time than it is worth
                allowed[other] |= bit
                if not self._prefix_sets(allowed)[-1]:
                    continue
                allowed[other] &= ~bit
            clause.append(literal)
        return clause


def _possible_values(allowed: list[int], prefixes: list[set[int]]) -> list[int]:
    """Return for each integer the values that it has in some combination."""
    possible, completable = [0] * len(allowed), prefixes[-1]
    for number in reversed(range(len(allowed))):
        extended, completable = completable, set()
        for prefix in prefixes[number]:
            for value in _single_values(allowed[number] & ~prefix):
                if prefix | value in extended:
                    completable.add(prefix)
                    possible[number] |= value
    return possible


@cached(1024)
def _partial_sets(domain: range, size: int, total: int) -> frozenset[int]:
    """Return the sets of `size` values with this total, and all their subsets."""
    combined = (chosen for chosen in combinations(domain, size) if sum(chosen) == total)
    parts = {part for chosen in combined for number in range(size + 1) for part in combinations(chosen, number)}
    return frozenset(sum(1 << value - domain[0] for value in part) for part in parts)


@cached(4096)
def _single_values(values: int) -> list[int]:
    """Return the single bits of a set."""
    return [1 << index for index in range(values.bit_length()) if values >> index & 1]


class TablePropagator(Propagator):
    """The true literals are exactly those of one row of a table; a row is a set of literals, kept in bits."""

    def __init__(self, table: LiteralTable, rank: Rank) -> None:
        self.literals: Sequence[int] = table.literals
        self._rows, self._rank = table.rows, rank

    def deduce(self, truth: Truth) -> Iterator[Clause]:
        values = [truth(literal) for literal in self.literals]
        true = sum(1 << index for index, value in enumerate(values) if value == YES)
        false = sum(1 << index for index, value in enumerate(values) if value == NO)
        matching = [row for row in self._rows if row & true == true and not row & false]
        if not matching:
            yield self._reason(true, false, 0, 0)
            return
        always, sometimes = matching[0], 0
        for row in matching:
            always &= row
            sometimes |= row
        for index, literal in enumerate(self.literals):
            if values[index] == OPEN and always >> index & 1:
                yield [*self._reason(true, false, 0, 1 << index), literal]
            elif values[index] == OPEN and not sometimes >> index & 1:
                yield [*self._reason(true, false, 1 << index, 0), -literal]

    def _reason(self, true: int, false: int, assumed_true: int, assumed_false: int) -> Clause:
        """Return a short reason why no row agrees with the decided and the assumed literals."""
        literals = self.literals
        decided = [index for index in range(len(literals)) if (true | false) >> index & 1]
        decided.sort(key=lambda index: -self._rank(literals[index]))
        clause = []
        for index in decided:
            bit = 1 << index
            if not self._has_row(true & ~bit | assumed_true, false & ~bit | assumed_false):
                true, false = true & ~bit, false & ~bit
            else:
                clause.append(-literals[index] if true & bit else literals[index])
        return clause

    def _has_row(self, true: int, false: int) -> bool:
        """Return whether some row agrees with these literals."""
        return any(row & true == true and not row & false for row in self._rows)
