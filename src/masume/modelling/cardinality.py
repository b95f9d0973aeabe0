"""Counts as clauses, for engines without counts: all violating combinations where these are few, else a counter."""

from collections.abc import Callable, Iterator
from itertools import combinations, pairwise

from masume.core.cancellation import checkpoint
from masume.modelling.basic_constraints import FALSE, TRUE, Clause, Count, condition_prefix

MAX_LITERALS_IN_COMBINATIONS = 6  # for more literals a counter is smaller
MAX_COUNTER_SIZE = 20_000  # number of literals times the greatest sum that matters
MAX_LITERALS_IN_COUNT = 16  # from more literals a search learns more if they are in a counter than in a count
MAX_LITERALS_IN_PAIRS = 100  # for "at most one": pairs propagate best


class Counters:
    """A translator of counts to clauses.

    Counts of the same literals share a counter: a tree that adds up halves (a totalizer).  A node of the tree has a
    literal "at least that much" for each sum its literals can have; all sums beyond the greatest that matters share
    one.  Its clauses are definitions: they hold whether or not the count does.
    """

    def __init__(self, new_variable: Callable[[], int]) -> None:
        self._new_variable = new_variable
        self._roots: dict[tuple[Clause, Clause], dict[int, int]] = {}  # literals and weights -> sum -> literal
        self.definitions: list[list[int]] = []

    def bounds(self, count: Count) -> Iterator[Clause]:
        """Yield the clauses of a count, apart from `definitions`."""
        count = with_positive_weights(count)
        prefix = condition_prefix(count.when)
        if count.low > count.high:
            yield prefix
        elif is_small(count):
            yield from _combinations(count, prefix)
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
        """Return a literal for each possible sum, in ascending order; `limit` stands for all sums from there on."""
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
        """Define the literals of `sums`: true if left and right have at least that sum together, and only then."""
        next_total = dict(zip((0, *sums), sums, strict=False))
        for (a, has_a), (_, more_a) in zip(left, [*left[1:], (0, FALSE)], strict=True):
            for (b, has_b), (_, more_b) in zip(right, [*right[1:], (0, FALSE)], strict=True):
                total = min(a + b, limit)
                if total:
                    self._define(-has_a, -has_b, sums[total])
                if total in next_total:
                    self._define(more_a, more_b, -sums[next_total[total]])

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
    """Return whether a count is best stated by excluding all combinations that violate it."""
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
    """Return whether few of many literals can be true: then a search learns much from the sums of a counter."""
    return count.high * 3 <= len(count.literals)


def _combinations(count: Count, prefix: Clause) -> Iterator[Clause]:
    literals, size = count.literals, len(count.literals)
    if count.high < size:
        for many in combinations(literals, max(count.high, -1) + 1):
            yield (*prefix, *(-literal for literal in many))
    if count.low > 0:
        for few in combinations(literals, max(size - count.low + 1, 0)):
            yield (*prefix, *few)
