"""Distances: how many open vertices have to be switched on to connect a vertex to a root."""

from collections.abc import Sequence
from typing import NamedTuple

from masume.explaining.reasoning.graphs.reachability import NO, YES

FAR = -1


class Distances(NamedTuple):
    """The distances from a root up to a limit."""

    to: list[int]  # per vertex; FAR if it is beyond the limit
    within: list[int]  # the vertices within the limit, nearest first
    beyond: list[int]  # the vertices one beyond the limit; some repeatedly


def measure_distances(
    neighbours: Sequence[Sequence[int]], truth: Sequence[int], root: int, limit: int, over_excluded: bool = False
) -> Distances:
    """Measure from a root: the root and vertices that are on cost 0, open vertices cost 1.

    Excluded vertices are impassable, unless `over_excluded` makes them cost 1, too.
    """
    distance = [FAR] * len(neighbours)
    within: list[int] = []
    beyond = [root]
    for cost in range(limit + 1):
        queue, beyond = beyond, []  # the vertices with this cost; the search adds those that cost nothing more
        for here in queue:  # grows during the iteration
            if distance[here] != FAR:
                continue
            distance[here] = cost
            within.append(here)
            for to in neighbours[here]:
                if distance[to] == FAR and (over_excluded or truth[to] != NO):
                    (queue if truth[to] == YES else beyond).append(to)
        if not beyond:
            break
    return Distances(distance, within, beyond)
