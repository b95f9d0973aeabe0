"""The arithmetic of a run: which digits its cells can have, as people work it out.

A run has a sum, digits that stand in it already, and open cells.  Every function looks at the marks on the board, so
what it says is true at that moment.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice
from typing import NamedTuple

from masume.core.board import Board
from masume.core.caching import cached
from masume.core.claims import Claim, with_claims
from masume.core.grid import runs
from masume.core.layers import RuledOut
from masume.core.phrases import name_clue_of_run
from masume.core.places import Chain
from masume.genres.kakuro.rules import DIGITS

Digits = frozenset[int]
ALL_DIGITS: Digits = frozenset(DIGITS)


class Fit(NamedTuple):
    """The digits that each of some cells can have, and the sets of digits that they can have together."""

    digits: tuple[Digits, ...]
    combinations: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Run:
    """A run with a sum, and the marks in it."""

    board: Board
    start: int  # the edge through which it is entered

    @cached_property
    def cells(self) -> Chain:
        """All cells."""
        return runs(self.board.grid)[self.start]

    @cached_property
    def total(self) -> int:
        """The sum."""
        total = self.board.clues["sums"][self.start]
        assert isinstance(total, int)
        return total

    @cached_property
    def candidates(self) -> Mapping[int, Digits]:
        """The digits that are not ruled out and do not stand in the run, for each open cell."""
        domains = {cell: candidates(self.board, cell) for cell in self.cells}
        return {cell: digits - self.used for cell, digits in domains.items() if len(digits) > 1}

    @cached_property
    def used(self) -> Digits:
        """The digits that stand in the run."""
        domains = (candidates(self.board, cell) for cell in self.cells)
        return frozenset().union(*(digits for digits in domains if len(digits) == 1))

    @property
    def left(self) -> int:
        """What the open cells have to add up to."""
        return self.total - sum(self.used)

    @property
    def name(self) -> str:
        """The run by its clue; within a sentence about one of its cells this is clear: "the 16 across"."""
        return name_clue_of_run(self.board, self.start)

    @property
    def rest(self) -> str:
        """The run, or what is left of it: "the remaining 7 of the 16 across"."""
        return f"the remaining {self.left} of {self.name}" if self.used else self.name

    @cached_property
    def combinations(self) -> Sequence[tuple[int, ...]]:
        """The sets of digits that the open cells can have by their number and what is left alone."""
        return combinations_of(self.left, len(self.candidates), self.used)

    @cached_property
    def fit(self) -> Fit:
        """What the open cells can have, considering the digits that are ruled out."""
        return fit(self.left, tuple(self.candidates.values()))

    def fitting(self, cell: int) -> Digits:
        """Return the digits that an open cell can have."""
        return dict(zip(self.candidates, self.fit.digits, strict=True))[cell]

    def orders(self, at_most: int) -> Sequence[tuple[int, ...]]:
        """Return the digits that the open cells can have, cell by cell; nothing if there are more ways than this."""
        found = list(islice(_orders(self.left, self.fit.digits), at_most + 1))
        return found if len(found) <= at_most else ()

    def with_digits(self, cell: int, digits: Digits) -> "Run":
        """Return the run as it is if a cell can only have these digits."""
        ruled_out = (Claim("digits", cell, digit, holds=False) for digit in self.candidates[cell] - digits)
        claims = [Claim("digits", cell, min(digits))] if len(digits) == 1 else ruled_out
        return Run(with_claims(self.board, claims), self.start)

    def bounds_of_others(self, cell: int) -> tuple[int, int]:
        """Return the smallest and the largest sum that the open cells besides this one can have."""
        return bounds(tuple(digits for other, digits in self.candidates.items() if other != cell))


def candidates(board: Board, cell: int) -> Digits:
    """Return the digits of a cell that are not ruled out."""
    mark = board.marks["digits"].get(cell)
    if mark is None:
        return ALL_DIGITS
    return ALL_DIGITS.difference(mark) if isinstance(mark, RuledOut) else frozenset([mark])  # type: ignore[list-item]


@cached(4096)
def combinations_of(total: int, cells: int, without: Digits = frozenset()) -> Sequence[tuple[int, ...]]:
    """Return the sets of different digits for this many cells with this sum."""
    return [each for each in combinations(sorted(ALL_DIGITS - without), cells) if sum(each) == total]


@cached(4096)
def bounds(domains: tuple[Digits, ...]) -> tuple[int, int]:
    """Return the smallest and the largest sum of different digits from these; (0, 0) if there are none."""
    sums = [sum(digits) for digits in _choices(domains)[-1]]
    return min(sums, default=0), max(sums, default=0)


@cached(4096)
def fit(total: int, domains: tuple[Digits, ...]) -> Fit:
    """Return which digits fit if different digits from the domains have this sum."""
    choices = _choices(domains)
    alive = {digits for digits in choices[-1] if sum(digits) == total}
    combinations_left, fitting = sorted(tuple(sorted(digits)) for digits in alive), list[Digits]()
    for before, domain in zip(reversed(choices[:-1]), reversed(domains), strict=True):
        pairs = [(digits, new) for digits in before for new in domain if new not in digits and digits | {new} in alive]
        fitting.append(frozenset(new for _, new in pairs))
        alive = {digits for digits, _ in pairs}
    return Fit(tuple(reversed(fitting)), tuple(combinations_left))


def _orders(total: int, domains: Sequence[Digits], taken: Digits = frozenset()) -> Iterator[tuple[int, ...]]:
    """Yield the ways to choose one digit from each domain, all different, with this sum."""
    if not domains:
        yield from [()] if total == 0 else []
        return
    for digit in sorted(domains[0] - taken):
        if digit <= total:
            for others in _orders(total - digit, domains[1:], taken | {digit}):
                yield digit, *others


def _choices(domains: Sequence[Digits]) -> list[set[Digits]]:
    """Return the sets of different digits that the first n cells can have, for each n."""
    choices: list[set[Digits]] = [{frozenset()}]
    for domain in domains:
        choices.append({digits | {new} for digits in choices[-1] for new in domain if new not in digits})
    return choices
