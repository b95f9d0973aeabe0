"""Joins segments into long lines: a line that is drawn as a whole has no gaps at its corners."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from masume.drawing.scene import Point, Points

_TOLERANCE = 1e-6  # for rounding errors


class Polyline(NamedTuple):
    """A line through points; a closed one returns to its first point, which is not repeated."""

    points: Points
    closed: bool


def join_segments(
    segments: Iterable[tuple[int, int]], position_of: Callable[[int], Point], rings: bool = False
) -> list[Polyline]:
    """Join segments, which are pairs of numbered points, into lines; every segment is in exactly one line.

    Where more than two segments meet, a line continues straight ahead, or ends if it cannot.  With `rings` it turns
    instead of ending, so that the boundaries of areas become closed lines.
    """
    unused: dict[int, list[int]] = {}
    for start, end in segments:
        unused.setdefault(start, []).append(end)
        unused.setdefault(end, []).append(start)
    junctions = {point for point, neighbours in unused.items() if len(neighbours) != 2}
    lines = []
    for start in (*sorted(junctions), *unused):  # first the lines that end at junctions, then closed ones
        while unused[start]:
            lines.append(_follow(start, unused, junctions, position_of, rings))
    return lines


def _follow(
    start: int, unused: dict[int, list[int]], junctions: set[int], position_of: Callable[[int], Point], rings: bool
) -> Polyline:
    """Return the line of unused segments from a point onwards, and remove them from `unused`."""
    here, there = start, unused[start][0]
    points = [position_of(start)]
    while True:
        unused[here].remove(there)
        unused[there].remove(here)
        position = position_of(there)
        if len(points) > 1 and _is_straight(points[-2], points[-1], position):
            points.pop()
        points.append(position)
        neighbours = unused[there]
        if not neighbours or (there == start and there not in junctions):
            break
        ahead = next((point for point in neighbours if _is_straight(points[-2], position, position_of(point))), None)
        if ahead is None:
            if there in junctions and not rings:
                break
            ahead = neighbours[0]
        here, there = there, ahead
    closed = there == start and len(points) > 2
    return Polyline(tuple(points[:-1] if closed else points), closed)


def _is_straight(before: Point, here: Point, ahead: Point) -> bool:
    (x, y), (u, v) = (here[0] - before[0], here[1] - before[1]), (ahead[0] - here[0], ahead[1] - here[1])
    return abs(x * v - y * u) < _TOLERANCE < x * u + y * v
