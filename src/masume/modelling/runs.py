"""Runs: how many literals in a row are true, counted from one end; what a clue sees, how long a line is.

Each ray becomes a number in unary (its prefixes that are all true); rays are added by merging, and the
bounds are put on the last merge: measured faster than a count over the prefixes.  Runs over the same rays with the same
bound (no more than n, no fewer than n) share what comes before that.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from masume.modelling.kernel import TRUE, Clause, Forge, unless


@dataclass(frozen=True, slots=True)
class Run:
    """The true stretches at the beginnings of the rays have, together, `low` to `high` literals."""

    rays: tuple[tuple[int, ...], ...]
    low: int
    high: int
    when: int

    @property
    def is_bounded(self) -> bool:
        """Whether the rays could have more than `high`."""
        return self.high < sum(map(len, self.rays))

    def lowered(self, forge: Forge) -> Iterator[Clause]:
        if self.high < max(self.low, 0):
            yield unless(self.when)
            return
        bound = (self.high if self.is_bounded else self.low) + 1  # to have more is no worse than to have that
        one, other = forge.shared((Run, self.rays, bound), lambda: _added(self.rays, bound, forge))
        start = unless(self.when)
        for many in range(self.high + 2 if self.is_bounded else 0):  # not: one >= many and other >= high + 1 - many
            rest = self.high + 1 - many
            if many <= len(one) and rest <= len(other):
                yield (*start, *(-x for x in one[many - 1 : many]), *(-x for x in other[rest - 1 : rest]))
        for few in range(self.low):  # one > few or other >= low - few
            rest = self.low - few
            yield (*start, *one[few : few + 1], *other[rest - 1 : rest])


def _added(rays: Sequence[Clause], bound: int, forge: Forge) -> tuple[tuple[list[int], list[int]], list[Clause]]:
    """Two unary numbers whose sum is what the rays have together, each cut off at the bound; and what defines them."""
    unary: list[list[int]] = []
    clauses: list[Clause] = []
    for ray in rays:
        stretch: list[int] = []
        for literal in ray[:bound]:
            if stretch:
                both = forge.new()
                clauses += ((-both, stretch[-1]), (-both, literal), (both, -stretch[-1], -literal))
                literal = both
            stretch.append(literal)
        unary.append(stretch)
    while len(unary) > 2:
        merged = [forge.new() for _ in range(min(len(unary[0]) + len(unary[1]), bound))]
        clauses += _merge(unary[0], unary[1], merged)
        unary = [*unary[2:], merged]
    one, other = [*unary, [], []][:2]
    return (one, other), clauses


def _merge(one: list[int], other: list[int], merged: list[int]) -> Iterator[Clause]:
    """`merged` is the sum of two unary numbers, cut off at its own length."""
    size = len(merged)
    for i in range(len(one) + 1):
        for j in range(len(other) + 1):
            if 0 < i + j <= size:
                yield (merged[i + j - 1], *(-x for x in one[i - 1 : i]), *(-x for x in other[j - 1 : j]))
            if i + j < size:
                yield (-merged[i + j], *one[i : i + 1], *other[j : j + 1])


def run(rays: Iterable[Iterable[int]], low: int = 0, high: int | None = None, when: int = TRUE) -> Run:
    """Together the true stretches at the beginnings of the rays have `low` to `high` literals."""
    fixed = tuple(tuple(ray) for ray in rays)
    most = sum(map(len, fixed))
    return Run(fixed, low, most if high is None else min(high, most), when)
