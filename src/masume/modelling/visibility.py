"""Visibility: how many literals are true from the start of each ray, such as the cells that a clue sees.

Each ray becomes a unary number: one literal per prefix, true if all literals of the prefix are true.  Numbers are added
two at a time until two are left, and the bounds are stated for the sum of these two.  This was measured to be faster
than a count over all prefixes.  Constraints on the same rays with the same bound ("at most n" and "at least n") share
everything before this last step.
"""

from collections.abc import Iterable, Iterator, Sequence

from masume.core.records import record
from masume.modelling.basic_constraints import TRUE, Clause, VariableAllocator, condition_prefix


@record
class Visibility:
    """If `when` is true, the rays have `low` to `high` visible literals in total.

    The visible literals of a ray are the true ones from its start up to the first false one.
    """

    rays: tuple[tuple[int, ...], ...]
    low: int
    high: int
    when: int

    @property
    def can_exceed_high(self) -> bool:
        """Whether the rays have more than `high` literals: if not, `high` has no effect."""
        return self.high < sum(map(len, self.rays))

    def lower(self, allocator: VariableAllocator) -> Iterator[Clause]:
        if self.high < max(self.low, 0):
            yield condition_prefix(self.when)
            return
        bound = (self.high if self.can_exceed_high else self.low) + 1  # all larger numbers are treated as equal
        one, other = allocator.build_once(
            (Visibility, self.rays, bound), lambda: _add_rays(self.rays, bound, allocator)
        )
        prefix = condition_prefix(self.when)
        if self.can_exceed_high:
            yield from ((*prefix, *clause) for clause in sum_at_most(self.high, one, other))
        yield from ((*prefix, *clause) for clause in sum_at_least(self.low, one, other))


def _add_rays(
    rays: Sequence[Clause], bound: int, allocator: VariableAllocator
) -> tuple[tuple[list[int], list[int]], list[Clause]]:
    """Return two unary numbers, each cut off at the bound, that add up to the number of visible literals.

    Return also the clauses that define them.
    """
    unary: list[list[int]] = []
    clauses: list[Clause] = []
    for ray in rays:
        helpers = [allocator.new_variable() for _ in ray[1:bound]]
        clauses += prefix_clauses(ray[:bound], helpers)
        unary.append([*ray[: min(bound, 1)], *helpers])
    while len(unary) > 2:
        total = [allocator.new_variable() for _ in range(min(len(unary[0]) + len(unary[1]), bound))]
        clauses += addition_clauses(unary[0], unary[1], total)
        unary = [*unary[2:], total]
    one, other = [*unary, [], []][:2]
    return (one, other), clauses


def prefix_clauses(ray: Sequence[int], helpers: Sequence[int]) -> Iterator[Clause]:
    """The first literal of a ray and the helpers form a unary number: how many literals of the ray are visible."""
    before = ray[0] if ray else TRUE
    for literal, both in zip(ray[1:], helpers, strict=True):
        yield from ((-both, before), (-both, literal), (both, -before, -literal))
        before = both


def addition_clauses(one: Sequence[int], other: Sequence[int], total: Sequence[int]) -> Iterator[Clause]:
    """The unary number `total` is the sum of two others, or its own length if the sum is larger."""
    size = len(total)
    for i in range(len(one) + 1):
        for j in range(len(other) + 1):
            if 0 < i + j <= size:
                yield (total[i + j - 1], *(-x for x in one[i - 1 : i]), *(-x for x in other[j - 1 : j]))
            if i + j < size:
                yield (-total[i + j], *one[i : i + 1], *other[j : j + 1])


def sum_at_most(number: int, one: Sequence[int], other: Sequence[int]) -> Iterator[Clause]:
    """The sum of two unary numbers is at most `number`."""
    for part in range(number + 2):  # not both: one >= part and other >= number + 1 - part
        rest = number + 1 - part
        if part <= len(one) and rest <= len(other):
            yield (*(-x for x in one[part - 1 : part]), *(-x for x in other[rest - 1 : rest]))


def sum_at_least(number: int, one: Sequence[int], other: Sequence[int]) -> Iterator[Clause]:
    """The sum of two unary numbers is at least `number`."""
    for part in range(number):  # one > part or other >= number - part
        rest = number - part
        yield (*one[part : part + 1], *other[rest - 1 : rest])


def visible(rays: Iterable[Iterable[int]], low: int = 0, high: int | None = None, when: int = TRUE) -> Visibility:
    """The rays have `low` to `high` visible literals in total: true ones from the start up to the first false one."""
    literals = tuple(tuple(ray) for ray in rays)
    size = sum(map(len, literals))
    return Visibility(literals, low, size if high is None else min(high, size), when)
