"""Weights: how much a person has to go through to see one reason, and to think a thought that needs several.

A rule at a place weighs 1: one glance.  Where a rule leaves several ways to satisfy it (the combinations of a sum, the
arrangements of a room, how far a number sees in each direction), each doubling of the ways adds `PER_DOUBLING`.  A
connected area, a loop or a region has to be traced over the board: it weighs more than a glance.
"""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from math import log2

from masume.core.caching import cached
from masume.explaining.proofs import ProofLine, ReasonKey
from masume.explaining.reasoning.annotated_model import (
    AnnotatedModel,
    ClosedRoute,
    ExplainableConstraint,
    Origin,
    Parity,
)
from masume.modelling.basic_constraints import Connected, Region, Route
from masume.modelling.integers import Sum
from masume.modelling.literal_table import LiteralTable
from masume.modelling.visibility import Visibility

GLANCE = 1.0
TRACED = 2.0  # a reason that has to be traced over the board: a cut, or how far a region reaches
PER_DOUBLING = 0.5  # for each doubling of the ways that a rule leaves
PER_DOUBLING_OF_SUMS = 1.5  # the same for a sum, whose ways have to be worked out by arithmetic
EASY_SUM = 2  # ways of the easiest sum: two cells and one set of digits
EASY_BORDER = 4  # edges of a border that a loop crosses: those of one corner or cell
PER_BORDER_EDGE = 0.125  # for each further edge


class Weigher:
    """Weighs reasons in positions of one model.  A position is the set of literals that are known to be true."""

    def __init__(self, model: AnnotatedModel) -> None:
        self._constraints = {origin: constraint for origin, _, constraint in model.constraints}

    def weigh_reason(self, origin: Origin, clause_size: int, true: Container[int]) -> float:
        """Return the weight of one reason: a constraint, by its origin, that inferred something by such a clause."""
        constraint = self._constraints.get(origin)
        match constraint:
            case Parity():
                return TRACED + PER_BORDER_EDGE * max(0, clause_size - EASY_BORDER)
            case Connected() | Route() | ClosedRoute() | Region():
                return TRACED
            case Sum():
                return GLANCE + _doublings(count_ways(constraint, true) / EASY_SUM) * PER_DOUBLING_OF_SUMS
            case LiteralTable() | Visibility():
                return GLANCE + _doublings(count_ways(constraint, true)) * PER_DOUBLING
        return GLANCE

    def weigh_all(self, reasons: Mapping[ReasonKey, ProofLine], true: Container[int]) -> float:
        """Return the weight of several reasons together."""
        return sum(self.weigh_reason(line.origin, len(line.clause), true) for line in reasons.values())


def _doublings(ways: float) -> float:
    """Return how often 1 has to be doubled; rounded, so that it is the same on every machine."""
    return round(log2(max(1, ways)), 6)


def count_ways(constraint: ExplainableConstraint, true: Container[int]) -> int:
    """Return how many ways to satisfy a constraint are left in a position; 1 for constraints without ways."""
    match constraint:
        case LiteralTable():
            return _count_rows(constraint, true)
        case Sum():
            return _count_combinations(constraint, true)
        case Visibility():
            return _count_reaches(constraint, true)
    return 1


def _count_rows(table: LiteralTable, true: Container[int]) -> int:
    """Return how many rows of a table agree with the known literals."""
    must = sum(1 << index for index, literal in enumerate(table.literals) if literal in true)
    must_not = sum(1 << index for index, literal in enumerate(table.literals) if -literal in true)
    return sum(row & must == must and not row & must_not for row in table.rows)


def _count_combinations(constraint: Sum, true: Container[int]) -> int:
    """Return how many sets of values the open integers can have, times their number: each set is tried in each."""
    open_domains, rest, taken = list[int](), constraint.total, 0
    for integer in constraint.integers:
        possible = [
            value for value, literal in zip(integer.domain, integer.literals, strict=True) if -literal not in true
        ]
        if len(possible) == 1:
            rest -= possible[0]
            taken |= 1 << possible[0]
        else:
            open_domains.append(sum(1 << value for value in possible))
    return len(open_domains) * _count_sets(tuple(sorted(domain & ~taken for domain in open_domains)), rest)


@cached(4096)
def _count_sets(domains: tuple[int, ...], total: int) -> int:
    """Return how many sets with this sum have one value of each domain; domains and sets are bit sets of values."""
    sets = {0}
    for domain in domains:
        sets = {chosen | value for chosen in sets for value in _single_bits(domain & ~chosen)}
    return sum(sum(value.bit_length() - 1 for value in _single_bits(chosen)) == total for chosen in sets)


def _single_bits(bits: int) -> Iterable[int]:
    while bits:
        lowest = bits & -bits
        yield lowest
        bits ^= lowest


def _count_reaches(constraint: Visibility, true: Container[int]) -> int:
    """Return in how many ways the rays can reach far enough together, and not too far."""
    totals = Counter({0: 1})
    for ray in constraint.rays:
        reaches = _possible_reaches(ray, true)
        longer: Counter[int] = Counter()
        for total, ways in totals.items():
            for reach in reaches:
                longer[total + reach] += ways
        totals = longer
    return sum(ways for total, ways in totals.items() if constraint.low <= total <= constraint.high)


def _possible_reaches(ray: Sequence[int], true: Container[int]) -> list[int]:
    """Return how many literals of a ray can be visible."""
    reaches: list[int] = []
    for reach, literal in enumerate(ray):
        if literal not in true:
            reaches.append(reach)
        if -literal in true:
            return reaches
    return [*reaches, len(ray)]
