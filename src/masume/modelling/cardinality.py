"""CountSupport as clauses, for engines that know only clauses: all combinations where few, else a counter."""

from collections.abc import Callable, Iterator
from itertools import combinations, pairwise

from masume.core.cancellation import checkpoint
from masume.modelling.basic_constraints import FALSE, TRUE, Clause, Count, condition_prefix

MOST_COMBINATIONS_OF = 6  # literals; beyond that a counter is smaller
MOST_IN_COUNTER = 20_000  # literals times the sum that they may have
MOST_WEIGHED = 16  # literals; with more a search learns more from a counter than from a count
MOST_IN_PAIRS = 100  # of which one at most is true: pairs propagate best


class Counters:
    """CountSupport as clauses; counts of the same literals share one counter, a tree that adds up halves (a totalizer).

    A node of the tree has, for each sum that its literals can have, a literal "at least that much"; sums beyond what is
    asked for are one.  Its clauses are definitions: they hold whether or not the count does.
    """

    def __init__(self, new: Callable[[], int]) -> None:
        self._new = new
        self._trees: dict[tuple[Clause, Clause], dict[int, int]] = {}  # of the whole: sum -> literal
        self.definitions: list[list[int]] = []

    def bounds(self, count: Count) -> Iterator[Clause]:
        """The clauses of a count, on top of the definitions."""
        count = positive(count)
        start = condition_prefix(count.when)
        if count.low > count.high:
            yield start
        elif is_small(count):
            yield from _combinations(count, start)
        else:
            for wanted in (-self._at_least(count, count.high + 1), self._at_least(count, count.low)):
                if wanted != TRUE:
                    yield (*start, wanted)

    def _at_least(self, count: Count, amount: int) -> int:
        """The literal "the literals weigh at least `amount`"."""
        if amount <= 0 or amount > sum(count.weights):
            return TRUE if amount <= 0 else FALSE
        key = (count.literals, count.weights)
        if amount > max(self._trees.get(key, ()), default=0):
            self._trees[key] = self._tree(count.literals, count.weights, amount)
        known = self._trees[key]
        return known[min(reached for reached in known if reached >= amount)]

    def _tree(self, literals: Clause, weights: Clause, most: int) -> dict[int, int]:
        """The sums of some literals, in ascending order; `most` stands for itself and all above."""
        checkpoint()
        if len(literals) == 1:
            return {min(weights[0], most): literals[0]}
        half = len(literals) // 2
        one = self._tree(literals[:half], weights[:half], most)
        other = self._tree(literals[half:], weights[half:], most)
        sums = sorted({min(a + b, most) for a in (0, *one) for b in (0, *other)} - {0})
        added = {amount: self._new() for amount in sums}
        for less, more in pairwise(added.values()):
            self._define(-more, less)
        self._add_up([(0, TRUE), *one.items()], [(0, TRUE), *other.items()], added, most)
        return added

    def _add_up(
        self, one: list[tuple[int, int]], other: list[tuple[int, int]], added: dict[int, int], most: int
    ) -> None:
        """Say that `added` are the sums of one and other: at least what both have, and no more."""
        above = dict(zip((0, *added), added, strict=False))  # the next sum
        for (a, has_a), (_, more_a) in zip(one, [*one[1:], (0, FALSE)], strict=True):
            for (b, has_b), (_, more_b) in zip(other, [*other[1:], (0, FALSE)], strict=True):
                both = min(a + b, most)
                if both:
                    self._define(-has_a, -has_b, added[both])
                if both in above:
                    self._define(more_a, more_b, -added[above[both]])

    def _define(self, *clause: int) -> None:
        self.definitions.append([literal for literal in clause if literal != FALSE])


def positive(count: Count) -> Count:
    """The same count with positive weights only: w*x = w + (-w)*(not x)."""
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
    """Whether a count is said best by all combinations that break it."""
    if not set(count.weights) <= {1}:
        return False
    size = len(count.literals)
    trivial = count.low <= 1 and count.high >= size - 1
    pairs = count.low <= 1 and count.high == 1 and size <= MOST_IN_PAIRS
    return size <= MOST_COMBINATIONS_OF or trivial or pairs or count.high == 0 or count.low >= size


def is_large(count: Count) -> bool:
    """Whether a counter would have very many clauses."""
    return not is_small(count) and len(count.literals) * min(sum(map(abs, count.weights)), count.high) > MOST_IN_COUNTER


def is_tight(count: Count) -> bool:
    """Whether few of many literals are true: then a search learns much from the sums of a counter."""
    return count.high * 3 <= len(count.literals)


def _combinations(count: Count, start: Clause) -> Iterator[Clause]:
    literals, size = count.literals, len(count.literals)
    if count.high < size:
        for many in combinations(literals, max(count.high, -1) + 1):
            yield (*start, *(-literal for literal in many))
    if count.low > 0:
        for few in combinations(literals, max(size - count.low + 1, 0)):
            yield (*start, *few)
