"""Encode counts as clauses, for engines without counts.

A small count becomes clauses that exclude all combinations that violate it; any other count becomes a totalizer.
"""

from collections.abc import Callable, Iterator
from itertools import combinations, pairwise

from masume.core.cancellation import checkpoint
from masume.modelling.basic_constraints import FALSE, TRUE, Clause, Count, condition_prefix

MAX_LITERALS_IN_COMBINATIONS = 6  # for more literals a counter is smaller
MAX_COUNTER_SIZE = 20_000  # number of literals times the largest sum that matters
MAX_LITERALS_IN_COUNT = 16  # for more literals, a search learns more from a counter than from a count
MAX_LITERALS_IN_PAIRS = 100  # for "at most one", which propagates best as one clause per pair


class CountEncoder:
    """An encoder of counts as clauses.

    Counts of the same literals share a counter: a totalizer, that is a binary tree whose nodes add up the sums of their
    children.  A node has a literal "at least s" for each sum s that its literals can have; all sums from a limit on
    share one literal.  The clauses of counters are in `definitions`: they hold whether or not the counts do.
    """

    def __init__(self, new_variable: Callable[[], int]) -> None:
        self._new_variable = new_variable
        self._roots: dict[tuple[Clause, Clause], dict[int, int]] = {}  # literals and weights -> sum -> literal
        self.definitions: list[list[int]] = []

    def encode(self, count: Count) -> Iterator[Clause]:
        """Yield the clauses of a count, except those of its counter, which are added to `definitions`."""
        count = with_positive_weights(count)
        prefix = condition_prefix(count.when)
        if count.low > count.high:
            yield prefix
        elif is_small(count):
            yield from _exclude_combinations(count, prefix)
        else:
            for bound in (-self._at_least(count, count.high + 1), self._at_least(count, count.low)):
                if bound != TRUE:
                    yield (*prefix, bound)

    def _at_least(self, count: Count, amount: int) -> int:
        """Return a literal that is true if the weights of the true literals add up to at least `amount`."""
        if amount <= 0 or amount > sum(count.weights):
            return TRUE if amount <= 0 else FALSE
        key = (count.literals, count.weights)
        if amount > max(self._roots.get(key, ()), default=0):
            self._roots[key] = self._build_tree(count.literals, count.weights, amount)
        sums = self._roots[key]
        return sums[min(total for total in sums if total >= amount)]

    def _build_tree(self, literals: Clause, weights: Clause, limit: int) -> dict[int, int]:
        """Return a literal "at least s" for each possible sum s, in ascending order; larger sums count as `limit`."""
        checkpoint()
        if len(literals) == 1:
            return {min(weights[0], limit): literals[0]}
        half = len(literals) // 2
        left = self._build_tree(literals[:half], weights[:half], limit)
        right = self._build_tree(literals[half:], weights[half:], limit)
        totals = sorted({min(a + b, limit) for a in (0, *left) for b in (0, *right)} - {0})
        sums = {total: self._new_variable() for total in totals}
        for less, more in pairwise(sums.values()):
            self._define(-more, less)
        self._add_up([(0, TRUE), *left.items()], [(0, TRUE), *right.items()], sums, limit)
        return sums

    def _add_up(
        self, left: list[tuple[int, int]], right: list[tuple[int, int]], sums: dict[int, int], limit: int
    ) -> None:
        """Define the literals of `sums`: true if and only if the sums of left and right add up to at least that sum.

        `left` and `right` are pairs of a sum and its literal, from (0, TRUE) on.
        """
        next_total = dict(zip((0, *sums), sums, strict=False))
        for (a, at_least_a), (_, above_a) in zip(left, [*left[1:], (0, FALSE)], strict=True):
            for (b, at_least_b), (_, above_b) in zip(right, [*right[1:], (0, FALSE)], strict=True):
                total = min(a + b, limit)
                if total:
                    self._define(-at_least_a, -at_least_b, sums[total])
                if total in next_total:
                    self._define(above_a, above_b, -sums[next_total[total]])

    def _define(self, *clause: int) -> None:
        self.definitions.append([literal for literal in clause if literal != FALSE])


def with_positive_weights(count: Count) -> Count:
    """Return the same count with positive weights only: w*x = w + (-w)*(not x)."""
    if all(weight > 0 for weight in count.weights):
        return count
    literals, weights, shift = [], [], 0
    for literal, weight in zip(count.literals, count.weights, strict=True):
        if weight < 0:
            literal, weight, shift = -literal, -weight, shift - weight
        if weight:
            literals.append(literal)
            weights.append(weight)
    return Count(tuple(literals), tuple(weights), count.low + shift, count.high + shift, count.when)


def is_small(count: Count) -> bool:
    """Return whether a count is best encoded by excluding all combinations that violate it."""
    if not set(count.weights) <= {1}:
        return False
    size = len(count.literals)
    trivial = count.low <= 1 and count.high >= size - 1
    pairs = count.low <= 1 and count.high == 1 and size <= MAX_LITERALS_IN_PAIRS
    return size <= MAX_LITERALS_IN_COMBINATIONS or trivial or pairs or count.high == 0 or count.low >= size


def is_large(count: Count) -> bool:
    """Return whether a counter would have very many clauses."""
    if is_small(count):
        return False
    return len(count.literals) * min(sum(map(abs, count.weights)), count.high) > MAX_COUNTER_SIZE


def is_tight(count: Count) -> bool:
    """Return whether only few of many literals can be true: then a search learns much from a counter."""
    return count.high * 3 <= len(count.literals)


def _exclude_combinations(count: Count, prefix: Clause) -> Iterator[Clause]:
    """Yield a clause for each combination of literals that must not all be true, or must not all be false."""
    literals, size = count.literals, len(count.literals)
    if count.high < size:
        for too_many in combinations(literals, max(count.high, -1) + 1):
            yield (*prefix, *(-literal for literal in too_many))
    if count.low > 0:
        for too_many in combinations(literals, max(size - count.low + 1, 0)):
            yield (*prefix, *too_many)
