"""Runs: how many literals in a row are true, counted from one end; what a clue sees, how long a line is.

Each ray becomes a number in unary (its prefixes that are all true); rays are added by merging, and the
bounds are put on the last merge: measured faster than a count over the prefixes.  Runs over the same rays with the same
bound (no more than n, no fewer than n) share what comes before that.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from masume.modelling.basic_constraints import TRUE, Clause, VariableAllocator, condition_prefix


@dataclass(frozen=True, slots=True)
class Visibility:
    """The true stretches at the beginnings of the rays have, together, `low` to `high` literals."""

    rays: tuple[tuple[int, ...], ...]
    low: int
    high: int
    when: int

    @property
    def is_bounded(self) -> bool:
        """Whether the rays could have more than `high`."""
        return self.high < sum(map(len, self.rays))

    def lower(self, allocator: VariableAllocator) -> Iterator[Clause]:
        if self.high < max(self.low, 0):
            yield condition_prefix(self.when)
            return
        bound = (self.high if self.is_bounded else self.low) + 1  # to have more is no worse than to have that
        one, other = allocator.build_once((Visibility, self.rays, bound), lambda: _added(self.rays, bound, allocator))
        start = condition_prefix(self.when)
        if self.is_bounded:
            yield from ((*start, *clause) for clause in no_more(self.high, one, other))
        yield from ((*start, *clause) for clause in no_fewer(self.low, one, other))


def _added(
    rays: Sequence[Clause], bound: int, allocator: VariableAllocator
) -> tuple[tuple[list[int], list[int]], list[Clause]]:
    """Two unary numbers whose sum is what the rays have together, each cut off at the bound; and what defines them."""
    unary: list[list[int]] = []
    clauses: list[Clause] = []
    for ray in rays:
        helpers = [allocator.new_variable() for _ in ray[1:bound]]
        clauses += prefixes(ray[:bound], helpers)
        unary.append([*ray[: min(bound, 1)], *helpers])
    while len(unary) > 2:
        added = [allocator.new_variable() for _ in range(min(len(unary[0]) + len(unary[1]), bound))]
        clauses += addition(unary[0], unary[1], added)
        unary = [*unary[2:], added]
    one, other = [*unary, [], []][:2]
    return (one, other), clauses


def prefixes(ray: Sequence[int], helpers: Sequence[int]) -> Iterator[Clause]:
    """The first literal of a ray and the helpers are a unary number: how many at its beginning are true."""
    before = ray[0] if ray else TRUE
    for literal, both in zip(ray[1:], helpers, strict=True):
        yield from ((-both, before), (-both, literal), (both, -before, -literal))
        before = both


def addition(one: Sequence[int], other: Sequence[int], added: Sequence[int]) -> Iterator[Clause]:
    """`added` is the sum of two unary numbers, cut off at its own length."""
    size = len(added)
    for i in range(len(one) + 1):
        for j in range(len(other) + 1):
            if 0 < i + j <= size:
                yield (added[i + j - 1], *(-x for x in one[i - 1 : i]), *(-x for x in other[j - 1 : j]))
            if i + j < size:
                yield (-added[i + j], *one[i : i + 1], *other[j : j + 1])


def no_more(number: int, one: Sequence[int], other: Sequence[int]) -> Iterator[Clause]:
    """Two unary numbers have together no more than this."""
    for many in range(number + 2):  # not: one >= many and other >= number + 1 - many
        rest = number + 1 - many
        if many <= len(one) and rest <= len(other):
            yield (*(-x for x in one[many - 1 : many]), *(-x for x in other[rest - 1 : rest]))


def no_fewer(number: int, one: Sequence[int], other: Sequence[int]) -> Iterator[Clause]:
    """Two unary numbers have together no fewer than this."""
    for few in range(number):  # one > few or other >= number - few
        rest = number - few
        yield (*one[few : few + 1], *other[rest - 1 : rest])


def visible(rays: Iterable[Iterable[int]], low: int = 0, high: int | None = None, when: int = TRUE) -> Visibility:
    """Together the true stretches at the beginnings of the rays have `low` to `high` literals."""
    fixed = tuple(tuple(ray) for ray in rays)
    most = sum(map(len, fixed))
    return Visibility(fixed, low, most if high is None else min(high, most), when)
