"""Counts as clauses, for engines that know only clauses: all combinations where few, else a counter."""

from collections.abc import Callable, Iterator
from itertools import accumulate, combinations

from masume.modelling.kernel import FALSE, TRUE, Clause, Count

MOST_COMBINATIONS_OF = 6  # literals; beyond that a counter is smaller


class Counters:
    """Counts as clauses; counts of the same literals share one sequential counter.

    For each prefix of the literals and each sum that matters, the counter has a literal "at least that much".
    Its clauses are definitions: they hold whether or not the count does.
    """

    def __init__(self, new: Callable[[], int]) -> None:
        self._new = new
        self._sums: dict[tuple[Clause, Clause], list[dict[int, int]]] = {}  # per prefix: sum -> literal
        self.definitions: list[list[int]] = []

    def bounds(self, count: Count) -> Iterator[Clause]:
        """The clauses of a count, on top of the definitions."""
        count = _positive(count)
        unless = () if count.when == TRUE else (-count.when,)
        if count.low > count.high:
            yield unless
        elif set(count.weights) <= {1} and _few(count):
            yield from _combinations(count, unless)
        else:
            for wanted in (self._at_least(count, count.low), -self._at_least(count, count.high + 1)):
                if wanted != TRUE:
                    yield (*unless, wanted)

    def _at_least(self, count: Count, amount: int) -> int:
        """The literal "the literals weigh at least `amount`"."""
        size, prefix = len(count.literals), [0, *accumulate(count.weights)]
        if amount <= 0 or amount > prefix[-1]:
            return TRUE if amount <= 0 else FALSE
        known = self._sums.setdefault((count.literals, count.weights), [{} for _ in range(size + 1)])
        missing = [{amount} - known[size].keys()]  # the sums to define, from the whole back to the empty prefix
        for end in range(size - 1, -1, -1):
            before = {s - w for s in missing[-1] for w in (0, count.weights[end])}
            missing.append({s for s in before if 0 < s <= prefix[end] and s not in known[end]})
        for end, sums in enumerate(reversed(missing[:-1]), 1):
            literal, weight, before_here = count.literals[end - 1], count.weights[end - 1], known[end - 1]
            for total in sorted(sums):
                here = known[end][total] = self._new()
                alone = FALSE if total > prefix[end - 1] else before_here[total]
                rest = total - weight
                helped = TRUE if rest <= 0 else FALSE if rest > prefix[end - 1] else before_here[rest]
                self._define(here, literal, alone, helped)
        return known[size][amount]

    def _define(self, here: int, literal: int, alone: int, helped: int) -> None:
        """Say that `here` is `alone or (literal and helped)`."""
        clauses = ((here, -alone), (here, -literal, -helped), (-here, alone, literal), (-here, alone, helped))
        for clause in clauses:
            if TRUE not in clause:
                self.definitions.append([literal for literal in clause if literal != FALSE])


def _positive(count: Count) -> Count:
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


def _few(count: Count) -> bool:
    size = len(count.literals)
    trivial = count.low <= 1 and count.high >= size - 1
    return size <= MOST_COMBINATIONS_OF or trivial or count.high == 0 or count.low >= size


def _combinations(count: Count, unless: Clause) -> Iterator[Clause]:
    literals, size = count.literals, len(count.literals)
    if count.high < size:
        for many in combinations(literals, max(count.high, -1) + 1):
            yield (*unless, *(-literal for literal in many))
    if count.low > 0:
        for few in combinations(literals, max(size - count.low + 1, 0)):
            yield (*unless, *few)
