"""Tracks: the ways a loop can take, and where a loop drawn on one is none.

A track's steps are edges of the grid: walked along, from corner to corner, or crossed, from cell to cell.  The marks
of a loop are "line" and "cross" (no line here).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from masume.core.grid import Grid, inner_edges, once_per_grid, parts
from masume.core.layers import Symbols
from masume.core.places import Area

LINES = Symbols({"line": "-", "cross": "x"}, words={"line": "on the loop", "cross": "not on the loop"})
Loop = Mapping[Any, Any]  # a step's mark, where it is decided


@dataclass(frozen=True, slots=True)
class Track:
    """Stops, the steps between them, the two stops of each step and the steps at each stop."""

    stops: Sequence[int]
    steps: Sequence[int]
    ends: Mapping[int, tuple[int, int]]
    steps_at: Mapping[int, Sequence[int]]


@once_per_grid
def along_edges(grid: Grid) -> Track:
    """From corner to corner."""
    return _track(grid.corners, {edge: grid.ends(edge) for edge in grid.edges})


@once_per_grid
def across_edges(grid: Grid) -> Track:
    """From cell to cell."""
    beside = {edge: grid.cells_beside(edge) for edge in inner_edges(grid)}
    return _track(grid.cells, {edge: (one, other) for edge, (one, other) in beside.items()})


def _track(stops: Sequence[int], ends: dict[int, tuple[int, int]]) -> Track:
    steps_at: dict[int, list[int]] = {stop: [] for stop in stops}
    for step, both in ends.items():
        for stop in both:
            steps_at[stop].append(step)
    return Track(stops, tuple(ends), ends, steps_at)


def branches_and_ends(track: Track, loop: Loop) -> list[int]:
    """The stops where a loop branches or ends for good."""
    broken = []
    for stop in track.stops:
        marks = [loop.get(step) for step in track.steps_at[stop]]
        lines, free = marks.count("line"), marks.count(None)
        if lines > 2 or (lines == 1 and not free):
            broken.append(stop)
    return broken


def stray_pieces(track: Track, loop: Loop) -> list[Area]:
    """The lines that can no longer be joined to the longest piece, piece by piece."""
    lines = {step for step, mark in loop.items() if mark == "line"}
    free = {step for step in track.steps if loop.get(step) != "cross"}
    reachable = parts(free, lambda step: (o for end in track.ends[step] for o in track.steps_at[end] if o in free))
    pieces = [frozenset(part & lines) for part in reachable if part & lines]
    return sorted(pieces, key=len)[:-1]


def is_missing(track: Track, loop: Loop) -> bool:
    """Whether no line is left that the loop could take."""
    return all(loop.get(step) == "cross" for step in track.steps)


def unvisited(track: Track, loop: Loop) -> list[int]:
    """The stops the loop can no longer visit."""
    return [stop for stop in track.stops if all(loop.get(step) == "cross" for step in track.steps_at[stop])]
