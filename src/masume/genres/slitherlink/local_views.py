"""Local views: how many lines a number and a corner allow, for the techniques of Slitherlink.

A view looks at a number and at a border, which is a corner (all edges at it) or a longer way across known edges.
"""

from collections.abc import Collection
from dataclasses import dataclass

from masume.core.board import Board
from masume.core.claims import Claim
from masume.core.techniques import Deduction
from masume.core.tracks import Loop, drawn_loop

ONE, AT_MOST_ONE, BOTH_OR_NONE = frozenset({1}), frozenset({0, 1}), frozenset({0, 2})


@dataclass(frozen=True, slots=True)
class View:
    """A number and a border that some of its sides belong to."""

    board: Board
    cell: int
    border: frozenset[int]

    @property
    def number(self) -> int:
        """The number."""
        number = self.board.clues["numbers"][self.cell]
        return number if isinstance(number, int) else -1

    @property
    def sides(self) -> frozenset[int]:
        """The sides of the number that belong to the border."""
        return self.border.intersection(self.board.grid.edges_of(self.cell))

    @property
    def other_sides(self) -> frozenset[int]:
        """The other sides of the number."""
        return frozenset(self.board.grid.edges_of(self.cell)) - self.border

    @property
    def allowed_by_number(self) -> frozenset[int]:
        """How many lines the number allows among its sides on the border."""
        others = self._range(self.other_sides)
        return frozenset(count for count in self._range(self.sides) if self.number - count in others)

    @property
    def allowed_by_border(self) -> frozenset[int]:
        """How many lines the border allows among the sides of the number: a loop crosses it an even number of times."""
        others = self._range(self.border - self.sides)
        limit = len(self.border) if self.is_long else 2
        totals = range(0, limit + 1, 2)
        return frozenset(n for n in self._range(self.sides) if any(total - n in others for total in totals))

    @property
    def is_long(self) -> bool:
        """Whether the border is more than a corner."""
        ends = (set(self.board.grid.ends(edge)) for edge in self.border)
        return not set.intersection(*ends)

    def explains(self, claim: Claim, counts: Collection[int] | None = None) -> bool:
        """Return whether a claim about a side follows if the number has these counts of lines on the border.

        The default is what the number and the border allow.
        """
        counts = self.allowed_by_number & self.allowed_by_border if counts is None else counts
        if claim.cell in self.sides:
            sides = self.sides
        elif claim.cell in self.other_sides:
            sides, counts = self.other_sides, {self.number - count for count in counts}
        else:
            return False
        possible = self._range(sides)
        return set(counts) == {possible[-1] if claim.value == "line" else possible[0]}

    def explains_outside(self, claim: Claim) -> bool:
        """Return whether a claim about the last open edge of the border follows from the number."""
        rest = self.border - self.sides
        is_last = [edge for edge in rest if edge in self._open] == [claim.cell]
        counts = self.allowed_by_number & self.allowed_by_border
        odd = {(count + len(rest & self._loop.lines)) % 2 for count in counts}
        return is_last and odd == {int(claim.value == "line")}

    @property
    def _loop(self) -> Loop:
        return drawn_loop(self.board, "loop")

    @property
    def _open(self) -> frozenset[int]:
        return self._loop.usable - self._loop.lines

    def _range(self, edges: Collection[int]) -> range:
        """Return how many of some edges can be lines."""
        lines = len(self._loop.lines.intersection(edges))
        return range(lines, lines + len(self._open.intersection(edges)) + 1)


def pairs_at_corner(one: View, other: View) -> set[tuple[int, int]]:
    """Return how many lines two numbers that touch at a corner can have there: two together or none."""
    return {(m, n) for m in one.allowed_by_number for n in other.allowed_by_number if m + n in (0, 2)}


def numbers(deduction: Deduction) -> list[int]:
    """Return the cells of the numbers that a deduction uses."""
    return [*dict.fromkeys(cell for rule in ("S1a", "S1b") for cell in deduction.cells(rule))]
