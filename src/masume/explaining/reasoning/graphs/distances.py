"""Distances: how many open vertices at least have to be added to join a vertex to a root."""

from collections.abc import Sequence
from typing import NamedTuple

from masume.explaining.reasoning.graphs.survey import NO, YES

FAR = -1


class Distances(NamedTuple):
    """What was measured from a root."""

    to: list[int]  # per vertex; FAR if it is farther than asked for
    within: list[int]  # all that is not far, nearest first
    beyond: list[int]  # what is just one too far; some more than once


def measured(
    neighbours: Sequence[Sequence[int]], truth: Sequence[int], root: int, most: int, over_excluded: bool = False
) -> Distances:
    """Measure from a root, which costs nothing, as far as `most`: vertices that are on cost nothing either, others 1.

    Excluded ones bar the way, unless they are to be taken for open.
    """
    distance = [FAR] * len(neighbours)
    within: list[int] = []
    beyond = [root]
    for steps in range(most + 1):
        ring, beyond = beyond, []  # all that costs so much, and what hangs on it for nothing
        for here in ring:  # which grows
            if distance[here] != FAR:
                continue
            distance[here] = steps
            within.append(here)
            for to in neighbours[here]:
                if distance[to] == FAR and (over_excluded or truth[to] != NO):
                    (ring if truth[to] == YES else beyond).append(to)
        if not beyond:
            break
    return Distances(distance, within, beyond)
