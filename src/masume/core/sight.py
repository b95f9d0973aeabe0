"""Sight: the arithmetic of numbers that see cells along rays, up to the first blocked one.

A number counts its own cell as well.  While marks are missing, a ray has several possible lengths: the number of clear
cells up to the first blocked one.  A clear cell behind an undecided one makes gaps: "1, or 3 and more".
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from masume.core.board import Board
from masume.core.claims import Claim
from masume.core.grid import rays
from masume.core.layers import Value
from masume.core.places import Chain, Place

_MANY_WAYS = 100  # to see the right number of cells, on the first of the rays


@dataclass(frozen=True, slots=True)
class Sight:
    """How the numbers of a genre see: its layers, the values of clear and blocked cells, and the rules about it."""

    numbers: str
    layer: str
    clear: Value
    blocked: Value
    too_many: str  # the rule that a number sees no more cells than it says
    too_few: str

    def marks(self, board: Board, claims: Iterable[Claim] = ()) -> dict[int, Value]:
        """Return the marks on a board that has also these claims; cells with a clue are clear."""
        marks: dict[int, Value] = dict.fromkeys(board.clues[self.numbers], self.clear)
        marks.update(board.decided_marks(self.layer))
        marks.update((claim.cell, claim.value) for claim in claims)
        return marks

    def view(self, board: Board, cell: int, marks: Mapping[int, Value]) -> "View":
        """Return what the number at a cell can see."""
        number = board.clues[self.numbers][cell]
        assert isinstance(number, int)
        own_rays = rays(board.grid, cell)
        return View(cell, number, own_rays, [self._possible_lengths(ray, marks) for ray in own_rays])

    def is_determined(self, board: Board, place: Place) -> bool:
        """Return whether the number at a place needs all cells that it can see, or all directions but one are known."""
        assert isinstance(place, int)
        view = self.view(board, place, self.marks(board))
        return view.most == view.number or sum(len(lengths) > 1 for lengths in view.lengths) == 1

    def _possible_lengths(self, ray: Chain, marks: Mapping[int, Value]) -> Sequence[int]:
        lengths = []
        for length, cell in enumerate(ray):
            mark = marks.get(cell)
            if mark != self.clear:
                lengths.append(length)
            if mark == self.blocked:
                return lengths
        return [*lengths, len(ray)]


@dataclass(frozen=True)
class View:
    """What a number can see in each direction."""

    cell: int
    number: int
    rays: Sequence[Chain]
    lengths: Sequence[Sequence[int]]  # that are possible, for each ray in ascending order

    @property
    def least(self) -> int:
        """How many cells the number sees already, its own included."""
        return 1 + sum(lengths[0] for lengths in self.lengths)

    @property
    def most(self) -> int:
        """How many cells the number can see at most, without respect to its value."""
        return 1 + sum(lengths[-1] for lengths in self.lengths)

    @cached_property
    def longest(self) -> Sequence[int]:
        """The longest length of each ray with which the number does not see too many cells."""
        spare = self.number - self.least
        return [max((x for x in own if x <= own[0] + spare), default=own[0]) for own in self.lengths]

    @property
    def reach(self) -> int:
        """How many cells the number can see at most if no ray is so long that these are too many."""
        return 1 + sum(self.longest)

    def needed(self, ray: int) -> int:
        """Return how many cells the number has to see at least along a ray, because the others give too few."""
        return self.number - self.reach + self.longest[ray]

    @cached_property
    def totals(self) -> Sequence[int]:
        """All numbers of cells that can be seen, in ascending order."""
        totals = {1}
        for lengths in self.lengths:
            totals = {total + length for total in totals for length in lengths}
        return sorted(totals)

    def ways(self) -> Sequence[tuple[int, ...]] | None:
        """Return the lengths of the rays in each way to see the right number of cells; None if there are many."""
        ways: list[tuple[int, ...]] = [()]
        for at, lengths in enumerate(self.lengths):
            rest = self.lengths[at + 1 :]
            least, most = sum(own[0] for own in rest), sum(own[-1] for own in rest)
            ways = [
                (*way, length)
                for way in ways
                for length in lengths
                if least <= self.number - 1 - sum(way) - length <= most
            ]
            if len(ways) > _MANY_WAYS:
                return None
        return ways

    def find(self, cell: int) -> tuple[int, int] | None:
        """Return the ray that a cell is on and its place there, counted from 0."""
        found = ((number, ray.index(cell)) for number, ray in enumerate(self.rays) if cell in ray)
        return next(found, None)
