"""Bundles: straight lines across three rooms that lie side by side.

Each line needs a shaded cell, but neighbours are not both shaded, and a room may have too small a number to break all
lines.  If there are few ways to do it, people go through them.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from masume.core.board import Board
from masume.core.board_caching import cached_per_puzzle
from masume.core.caching import cached
from masume.core.grid import Grid
from masume.core.places import Area, Chain
from masume.genres.heyawake.packing import Walls
from masume.genres.heyawake.rules import lines_over_two_walls

FEWEST_LINES = 3
MAX_WAYS = 15  # that people would go through
MAX_TRIES = 500
LONGEST_LINE = 5  # there are too many ways to break a longer one


class Bundle(NamedTuple):
    """Lines side by side, the rooms that limit how many of their cells are shaded, and all ways to shade these."""

    lines: tuple[Chain, ...]
    rooms: tuple[Area, ...]
    ways: tuple[Area, ...]

    @property
    def cells(self) -> Area:
        return frozenset().union(*self.lines)


@cached_per_puzzle
def bundles(board: Board) -> dict[Area, Bundle]:
    """Return the bundles with few ways, by their cells."""
    found = {}
    numbers = {room: number for room, number in board.clues["rooms"].items() if isinstance(number, int)}
    short = [line for line in lines_over_two_walls(board) if len(line) <= LONGEST_LINE]
    for lines in _side_by_side(board.grid, short):
        if len(lines) < FEWEST_LINES:
            continue
        cells = frozenset().union(*lines)
        limits = {room: number for room, number in numbers.items() if len(room & cells) > number}
        if limits:
            ways = _ways_to_break(board.grid, lines, tuple((room & cells, number) for room, number in limits.items()))
            if ways is not None:
                found[cells] = Bundle(lines, tuple(limits), tuple(map(frozenset, ways)))
    return found


@cached(2_000)
def _ways_to_break(
    grid: Grid, lines: tuple[Chain, ...], limits: tuple[tuple[Area, int], ...]
) -> tuple[Chain, ...] | None:
    """Return all ways to shade cells such that each line has one, and no area has more than its number.

    Return None if there are too many ways, or if the search is long.  Drafts of one board have many bundles in common.
    """
    return _Search(grid, lines, dict(limits)).run()


def _side_by_side(grid: Grid, lines: Sequence[Chain]) -> Iterator[tuple[Chain, ...]]:
    """Yield the largest sequences of lines, each of which has all its cells beside the line before."""
    rest = dict.fromkeys(lines)
    while rest:
        bundle = [next(iter(rest))]
        del rest[bundle[0]]
        while (following := next((line for line in rest if _are_beside(grid, bundle[-1], line)), None)) is not None:
            bundle.append(following)
            del rest[following]
        yield tuple(bundle)


def _are_beside(grid: Grid, one: Chain, other: Chain) -> bool:
    return len(one) == len(other) and all(
        cell not in one and cell in grid.neighbours(beside) for beside, cell in zip(one, other, strict=True)
    )


class _Search:
    def __init__(self, grid: Grid, lines: Sequence[Chain], limits: dict[Area, int]) -> None:
        self._lines, self._limits, self._tries = lines, limits, 0
        self._walls = Walls(grid, frozenset().union(*lines))

    def run(self) -> tuple[Chain, ...] | None:
        """Return all ways to break the lines; None if there are too many, or if the search is long."""
        ways: list[Area] = [frozenset()]
        for line in self._lines:
            longer: list[Area] = []
            for way in ways:
                longer += (each for each in self._extend(way, line) if each.intersection(line))
                if self._tries > MAX_TRIES:
                    return None
            ways = longer
        return tuple(tuple(sorted(way)) for way in ways) if len(ways) <= MAX_WAYS else None

    def _extend(self, way: Area, line: Chain) -> list[Area]:
        """Return the ways to shade cells of one more line, or none of them."""
        extended = [way]
        for cell in line:
            self._tries += len(extended)
            extended += [chosen | {cell} for chosen in extended if self._can_shade(cell, chosen)]
        return extended

    def _can_shade(self, cell: int, chosen: Area) -> bool:
        is_full = any(cell in room and len(room & chosen) == limit for room, limit in self._limits.items())
        return not is_full and self._walls.allow(cell, chosen)
