"""Counts as clauses, for engines that know only clauses: all combinations where few, else a counter."""

from collections.abc import Callable, Iterator
from itertools import accumulate, combinations

from masume.modelling.kernel import FALSE, TRUE, Clause, Count

MOST_COMBINATIONS_OF = 6  # literals; beyond that a counter is smaller


def clauses_of(count: Count, new: Callable[[], int]) -> Iterator[Clause]:
    """The clauses of a count; `new` makes the counter's variables."""
    positive = _positive(count)
    if positive.low <= 0 and positive.high >= sum(positive.weights):
        return
    unless = () if positive.when == TRUE else (-positive.when,)
    if positive.low > positive.high:
        yield unless
    elif set(positive.weights) <= {1} and _few(positive):
        yield from _combinations(positive, unless)
    else:
        yield from _counter(positive, unless, new)


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


def _counter(count: Count, unless: Clause, new: Callable[[], int]) -> Iterator[Clause]:
    """A sequential counter: for each prefix and each sum that matters, a literal "at least that much"."""
    prefix = [0, *accumulate(count.weights)]
    needed = [{count.low, count.high + 1}]  # the sums that matter, from the whole back to the empty prefix
    for weight in reversed(count.weights):
        needed.append({s - w for s in needed[-1] for w in (0, weight) if s - w > 0})
    before: dict[int, int] = {}
    for i, (literal, weight) in enumerate(zip(count.literals, count.weights, strict=True)):
        now = {s: new() for s in sorted(needed[-2 - i]) if 0 < s <= prefix[i + 1]}
        for amount, here in now.items():
            alone = _at_least(amount, before, prefix[i])
            helped = _at_least(amount - weight, before, prefix[i])
            # here <-> alone or (literal and helped)
            carried = ((here, -alone), (here, -literal, -helped), (-here, alone, literal), (-here, alone, helped))
            yield from filter(None, map(_without_constants, carried))
        before = now
    for wanted in (_at_least(count.low, before, prefix[-1]), -_at_least(count.high + 1, before, prefix[-1])):
        if wanted != TRUE:
            yield (*unless, wanted)


def _at_least(amount: int, known: dict[int, int], most: int) -> int:
    """The literal "this prefix weighs at least `amount`"."""
    return TRUE if amount <= 0 else FALSE if amount > most else known[amount]


def _without_constants(clause: Clause) -> Clause | None:
    """The clause without literals that are false anyway; None if it is true anyway."""
    return None if TRUE in clause else tuple(literal for literal in clause if literal != FALSE)
