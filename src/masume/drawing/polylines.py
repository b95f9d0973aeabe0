"""From many short pieces to few long lines: pieces that meet are drawn in one go, so that corners are whole."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from masume.drawing.scene import Point, Ring

_STRAIGHT = 1e-6


class Trace(NamedTuple):
    """A line through points; a closed one does not name its first point again."""

    points: Ring
    closed: bool


def traced(pieces: Iterable[tuple[int, int]], at: Callable[[int], Point], rings: bool = False) -> list[Trace]:
    """Lines along pieces between numbered points; where several meet, a line goes straight on or ends there.

    With `rings` it goes on in any case: pieces that bound areas then become closed lines.
    """
    left: dict[int, list[int]] = {}
    for one, other in pieces:
        left.setdefault(one, []).append(other)
        left.setdefault(other, []).append(one)
    crossings = {point for point, others in left.items() if len(others) != 2}
    found = []
    for start in (*sorted(crossings), *left):  # lines with ends before those without
        while left[start]:
            found.append(_follow(start, left, crossings, at, rings))
    return found


def _follow(
    start: int, left: dict[int, list[int]], crossings: set[int], at: Callable[[int], Point], rings: bool
) -> Trace:
    here, there = start, left[start][0]
    points = [at(start)]
    while True:
        left[here].remove(there)
        left[there].remove(here)
        ahead = at(there)
        if len(points) > 1 and _is_straight(points[-2], points[-1], ahead):
            points.pop()
        points.append(ahead)
        ways = left[there]
        if not ways or (there == start and there not in crossings):
            break
        onward = next((way for way in ways if _is_straight(points[-2], ahead, at(way))), None)
        if onward is None:
            if there in crossings and not rings:
                break
            onward = ways[0]
        here, there = there, onward
    closed = there == start and len(points) > 2
    return Trace(tuple(points[:-1] if closed else points), closed)


def _is_straight(before: Point, here: Point, ahead: Point) -> bool:
    (x, y), (u, v) = (here[0] - before[0], here[1] - before[1]), (ahead[0] - here[0], ahead[1] - here[1])
    return abs(x * v - y * u) < _STRAIGHT < x * u + y * v
