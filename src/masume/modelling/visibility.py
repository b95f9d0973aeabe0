"""Visibility: how many literals are true from the start of each ray, such as the cells that a clue sees.

Each ray becomes a unary number (one literal per prefix, true if the whole prefix is).  Rays are added by merging, and
the bounds apply to the last two numbers: measured faster than a count over the prefixes.  Constraints on the same rays
with the same bound (no more than n, no fewer than n) share everything before that last step.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from masume.modelling.basic_constraints import TRUE, Clause, VariableAllocator, condition_prefix


@dataclass(frozen=True, slots=True)
class Visibility:
    """Counting true literals from the start of each ray to the first false one gives `low` to `high` in total."""

    rays: tuple[tuple[int, ...], ...]
    low: int
    high: int
    when: int

    @property
    def is_bounded(self) -> bool:
        """Whether the rays are long enough to exceed `high`."""
        return self.high < sum(map(len, self.rays))

    def lower(self, allocator: VariableAllocator) -> Iterator[Clause]:
        if self.high < max(self.low, 0):
            yield condition_prefix(self.when)
            return
        bound = (self.high if self.is_bounded else self.low) + 1  # larger numbers need not be distinguished
        one, other = allocator.build_once(
            (Visibility, self.rays, bound), lambda: _add_rays(self.rays, bound, allocator)
        )
        prefix = condition_prefix(self.when)
        if self.is_bounded:
            yield from ((*prefix, *clause) for clause in no_more(self.high, one, other))
        yield from ((*prefix, *clause) for clause in no_fewer(self.low, one, other))


def _add_rays(
    rays: Sequence[Clause], bound: int, allocator: VariableAllocator
) -> tuple[tuple[list[int], list[int]], list[Clause]]:
    """Return two unary numbers that add up to what the rays have, each cut off at the bound, and their definitions."""
    unary: list[list[int]] = []
    clauses: list[Clause] = []
    for ray in rays:
        helpers = [allocator.new_variable() for _ in ray[1:bound]]
        clauses += prefixes(ray[:bound], helpers)
        unary.append([*ray[: min(bound, 1)], *helpers])
    while len(unary) > 2:
        total = [allocator.new_variable() for _ in range(min(len(unary[0]) + len(unary[1]), bound))]
        clauses += addition(unary[0], unary[1], total)
        unary = [*unary[2:], total]
    one, other = [*unary, [], []][:2]
    return (one, other), clauses


def prefixes(ray: Sequence[int], helpers: Sequence[int]) -> Iterator[Clause]:
    """The first literal of a ray and the helpers form a unary number: how many literals are true from its start."""
    before = ray[0] if ray else TRUE
    for literal, both in zip(ray[1:], helpers, strict=True):
        yield from ((-both, before), (-both, literal), (both, -before, -literal))
        before = both


def addition(one: Sequence[int], other: Sequence[int], total: Sequence[int]) -> Iterator[Clause]:
    """The unary number `total` is the sum of two others, cut off at its own length."""
    size = len(total)
    for i in range(len(one) + 1):
        for j in range(len(other) + 1):
            if 0 < i + j <= size:
                yield (total[i + j - 1], *(-x for x in one[i - 1 : i]), *(-x for x in other[j - 1 : j]))
            if i + j < size:
                yield (-total[i + j], *one[i : i + 1], *other[j : j + 1])


def no_more(number: int, one: Sequence[int], other: Sequence[int]) -> Iterator[Clause]:
    """The sum of two unary numbers is at most `number`."""
    for many in range(number + 2):  # not: one >= many and other >= number + 1 - many
        rest = number + 1 - many
        if many <= len(one) and rest <= len(other):
            yield (*(-x for x in one[many - 1 : many]), *(-x for x in other[rest - 1 : rest]))


def no_fewer(number: int, one: Sequence[int], other: Sequence[int]) -> Iterator[Clause]:
    """The sum of two unary numbers is at least `number`."""
    for few in range(number):  # one > few or other >= number - few
        rest = number - few
        yield (*one[few : few + 1], *other[rest - 1 : rest])


def visible(rays: Iterable[Iterable[int]], low: int = 0, high: int | None = None, when: int = TRUE) -> Visibility:
    """Counting true literals from the start of each ray to the first false one gives `low` to `high` in total."""
    literals = tuple(tuple(ray) for ray in rays)
    size = sum(map(len, literals))
    return Visibility(literals, low, size if high is None else min(high, size), when)
