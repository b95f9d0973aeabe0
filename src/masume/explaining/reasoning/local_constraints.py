"""Glances: counts, sights, sums and choices as structures, whose clauses are made of what was decided first.

Like the structures on graphs, they find what the extension finds (`native/bounds.hpp`, `combination.hpp`,
`choice.hpp`), literal for literal.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

from masume.core.caching import cached
from masume.explaining.reasoning.graphs.structures import Clause, Structure
from masume.explaining.reasoning.graphs.survey import NO, OPEN, YES
from masume.modelling.cardinality import positive
from masume.modelling.integers import Sum
from masume.modelling.kernel import Count
from masume.modelling.literal_table import LiteralTable
from masume.modelling.visibility import Visibility

Truth: TypeAlias = Callable[[int], int]
Rank: TypeAlias = Callable[[int], int]  # of a literal that is decided: the later, the higher; 0 if it was known before


class Counted(Structure):
    """If `when` is true, the weights of the true literals add up to `low` at least, `high` at most."""

    def __init__(self, count: Count, rank: Rank) -> None:
        self._count, self._rank = positive(count), rank
        self._total = sum(self._count.weights)
        self.literals: Sequence[int] = (*self._count.literals, count.when)

    def deduce(self, truth: Truth) -> Iterator[Clause]:
        count = self._count
        if truth(count.when) == NO:
            return
        if count.high < self._total:
            yield from self._bound(truth, count.literals, count.high)
        if count.low > 0:
            yield from self._bound(truth, [-literal for literal in count.literals], self._total - count.low)

    def _bound(self, truth: Truth, literals: Sequence[int], room: int) -> Iterator[Clause]:
        """Those of the literals that are true weigh no more than there is room for."""
        decided, undecided, taken = [], [], 0
        for each in zip(literals, self._count.weights, strict=True):
            value = truth(each[0])
            if value == YES:
                decided.append(each)
                taken += each[1]
            elif value == OPEN:
                undecided.append(each)
        decided.sort(key=lambda each: self._rank(each[0]))
        if taken > room:
            yield self._too_much(decided, room + 1)
        elif truth(self._count.when) == YES:
            for literal, weight in undecided:
                if taken + weight > room:
                    yield [*self._too_much(decided, room + 1 - weight), -literal]

    def _too_much(self, decided: list[tuple[int, int]], needed: int) -> Clause:
        """That not all of the first literals hold, as many as weigh what is needed."""
        clause = [-self._count.when]
        for literal, weight in decided:
            if needed <= 0:
                break
            clause.append(-literal)
            needed -= weight
        return clause


class Sighted(Structure):
    """If `when` is true, the true stretches at the beginnings of the rays have `low` to `high` literals together."""

    def __init__(self, run: Visibility, rank: Rank) -> None:
        self._run, self._rank = run, rank
        self.literals: Sequence[int] = (*(literal for ray in run.rays for literal in ray), run.when)

    def deduce(self, truth: Truth) -> Iterator[Clause]:
        run = self._run
        if truth(run.when) == NO:
            return
        if run.is_bounded:
            yield from self._see_no_more(truth)
        if run.low > 0:
            yield from self._see_no_fewer(truth)

    def _see_no_more(self, truth: Truth) -> Iterator[Clause]:
        """What is surely seen is no more than `high`; nor with a ray's first open literal and what is behind it."""
        run = self._run
        lengths = [_stretch(ray, 0, truth) for ray in run.rays]
        surplus = sum(lengths) - run.high - 1
        if surplus >= 0:
            yield self._seen(lengths, surplus)
        elif truth(run.when) == YES:
            for number, (ray, end) in enumerate(zip(run.rays, lengths, strict=True)):
                if end == len(ray) or truth(ray[end]) != OPEN:
                    continue
                longer = _stretch(ray, end + 1, truth)
                if surplus - end + longer >= 0:
                    yield self._seen([*lengths[:number], longer, *lengths[number + 1 :]], surplus - end + longer)

    def _seen(self, lengths: list[int], surplus: int) -> Clause:
        """That not all of these stretches are seen; of too many literals those decided last are left out.

        An open one never is, for behind it there are as many as that.
        """
        rays = self._run.rays
        for _ in range(min(surplus, sum(lengths))):
            ends = [number for number, length in enumerate(lengths) if length]
            lengths[max(ends, key=lambda number: self._rank(rays[number][lengths[number] - 1]))] -= 1
        seen = (literal for ray, length in zip(rays, lengths, strict=True) for literal in ray[:length])
        return [-self._run.when, *(-literal for literal in seen)]

    def _see_no_fewer(self, truth: Truth) -> Iterator[Clause]:
        """What can be seen at most is no less than `low`; nor is it if an open literal is false."""
        run = self._run
        lengths = [next((i for i, literal in enumerate(ray) if truth(literal) == NO), len(ray)) for ray in run.rays]
        missing = run.low - 1 - sum(lengths)
        if missing >= 0:
            yield self._blocked(lengths, missing, None)
        elif truth(run.when) == YES:
            for number, (ray, length) in enumerate(zip(run.rays, lengths, strict=True)):
                for index in range(length + missing + 1):
                    if truth(ray[index]) == OPEN:
                        yield [*self._blocked(lengths, length + missing - index, number), ray[index]]

    def _blocked(self, lengths: list[int], slack: int, but: int | None) -> Clause:
        """That the rays, `but` one, are not blocked where they are; what is not needed is left out, latest first."""
        blocks = [
            (ray[length], len(ray) - length)
            for number, (ray, length) in enumerate(zip(self._run.rays, lengths, strict=True))
            if number != but and length < len(ray)
        ]
        blocks.sort(key=lambda block: -self._rank(block[0]))
        clause = [-self._run.when]
        for literal, hidden in blocks:
            if hidden <= slack:
                slack -= hidden
            else:
                clause.append(literal)
        return clause


def _stretch(ray: Sequence[int], start: int, truth: Truth) -> int:
    """How far the literals from there on are true."""
    return next((index for index in range(start, len(ray)) if truth(ray[index]) != YES), len(ray))


class Combined(Structure):
    """If `when` is true, the numbers, of one domain, differ and add up to a total: knows every combination.

    Sets of values are bits, bit i for the i-th value of the domain.
    """

    def __init__(self, word: Sum, rank: Rank) -> None:
        domain = word.integers[0].domain
        self._when, self._rank = word.when, rank
        self._numbers = [integer.literals for integer in word.integers]
        self._all = (1 << len(domain)) - 1
        self._partial = _partial_sums(domain, len(self._numbers), word.total)
        self.literals: Sequence[int] = (*(literal for number in self._numbers for literal in number), word.when)

    def deduce(self, truth: Truth) -> Iterator[Clause]:
        when = truth(self._when)
        if when == NO:
            return
        may = [sum(1 << i for i, literal in enumerate(number) if truth(literal) != NO) for number in self._numbers]
        taken = self._taken(may)
        if not taken[-1]:
            yield self._reason(truth, None, 0)
        elif when == YES:
            has = _completed(may, taken)
            for number, literals in enumerate(self._numbers):
                for index, literal in enumerate(literals):
                    if (may[number] & ~has[number]) >> index & 1:
                        yield [*self._reason(truth, number, 1 << index), -literal]

    def _taken(self, may: list[int]) -> list[set[int]]:
        """Per number the sets that those before can have by what they may have; at last what all can have together."""
        partial, taken = self._partial, [{0}]
        for values in may:
            found = {
                larger
                for before in taken[-1]
                for value in _members(values & ~before)
                if (larger := before | value) in partial
            }
            taken.append(found)
        return taken

    def _reason(self, truth: Truth, number: int | None, value: int) -> Clause:
        """Why a number is without a value, or there is no combination at all; what is not needed is left out."""
        may = [self._all] * len(self._numbers)
        excluded = []
        for other, literals in enumerate(self._numbers):
            if other == number:
                may[other] = value
                continue
            for index, literal in enumerate(literals):
                if truth(literal) == NO:
                    excluded.append((other, 1 << index, literal))
                    may[other] &= ~(1 << index)
        excluded.sort(key=lambda each: -self._rank(each[2]))
        clause = [-self._when]
        for other, bit, literal in excluded:
            if self._rank(literal) > 0:  # what was known before is not worth the time
                may[other] |= bit
                if not self._taken(may)[-1]:
                    continue
                may[other] &= ~bit
            clause.append(literal)
        return clause


def _completed(may: list[int], taken: list[set[int]]) -> list[int]:
    """Per number the values that it has in some combination."""
    has, complete = [0] * len(may), taken[-1]
    for number in reversed(range(len(may))):
        extended, complete = complete, set()
        for before in taken[number]:
            for value in _members(may[number] & ~before):
                if before | value in extended:
                    complete.add(before)
                    has[number] |= value
    return has


@cached(1024)
def _partial_sums(domain: range, size: int, total: int) -> frozenset[int]:
    """The sets of so many values that add up to a total, and all parts of these."""
    whole = (chosen for chosen in combinations(domain, size) if sum(chosen) == total)
    parts = {part for chosen in whole for number in range(size + 1) for part in combinations(chosen, number)}
    return frozenset(sum(1 << value - domain[0] for value in part) for part in parts)


@cached(4096)
def _members(values: int) -> list[int]:
    """The single bits of a set."""
    return [1 << index for index in range(values.bit_length()) if values >> index & 1]


class Chosen(Structure):
    """The true literals are just those of one of the rows, each a set in bits: looks at every row."""

    def __init__(self, choices: LiteralTable, rank: Rank) -> None:
        self.literals: Sequence[int] = choices.literals
        self._rows, self._rank = choices.rows, rank

    def deduce(self, truth: Truth) -> Iterator[Clause]:
        values = [truth(literal) for literal in self.literals]
        yes = sum(1 << index for index, value in enumerate(values) if value == YES)
        no = sum(1 << index for index, value in enumerate(values) if value == NO)
        fitting = [row for row in self._rows if row & yes == yes and not row & no]
        if not fitting:
            yield self._reason(yes, no, 0, 0)
            return
        always, sometimes = fitting[0], 0
        for row in fitting:
            always &= row
            sometimes |= row
        for index, literal in enumerate(self.literals):
            if values[index] == OPEN and always >> index & 1:
                yield [*self._reason(yes, no, 0, 1 << index), literal]
            elif values[index] == OPEN and not sometimes >> index & 1:
                yield [*self._reason(yes, no, 1 << index, 0), -literal]

    def _reason(self, yes: int, no: int, true: int, false: int) -> Clause:
        """Why something cannot be true, or false: what is decided, but for what is not needed, latest first."""
        literals = self.literals
        decided = [index for index in range(len(literals)) if (yes | no) >> index & 1]
        decided.sort(key=lambda index: -self._rank(literals[index]))
        clause = []
        for index in decided:
            bit = 1 << index
            if not self._fits(yes & ~bit | true, no & ~bit | false):
                yes, no = yes & ~bit, no & ~bit
            else:
                clause.append(-literals[index] if yes & bit else literals[index])
        return clause

    def _fits(self, yes: int, no: int) -> bool:
        """Whether a row fits what is true and what is not."""
        return any(row & yes == yes and not row & no for row in self._rows)
