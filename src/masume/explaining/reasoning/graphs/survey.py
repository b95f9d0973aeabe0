"""Survey: what a root can reach over vertices that are not excluded, and what it cannot do without; and barriers.

Neighbours are given per vertex, truth as YES, OPEN or NO per vertex.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

YES, OPEN, NO = 1, 0, -1
NOWHERE = -1

# What a barrier's search marks: seen from outside < beside the part, not found yet < found or in the part.
_OUTSIDE, _BESIDE, _DONE = 1, 2, 3


class Bottleneck(NamedTuple):
    """An open vertex without which a wanted vertex, the witness, is out of the root's reach."""

    vertex: int
    witness: int
    begin: int  # what it cuts off begins and ends here in the survey's order
    end: int


class Survey:
    """One depth-first pass with Tarjan's low-links; wanted are the vertices that are on and needed."""

    order: list[int]  # the reached vertices; those that hang below a vertex follow it at once
    first: list[int]  # when a vertex was reached, -1 if it was not
    bottlenecks: list[Bottleneck]

    def __init__(
        self, neighbours: Sequence[Sequence[int]], truth: Sequence[int], needed: Sequence[bool], root: int
    ) -> None:
        size = len(neighbours)
        self.order, self.bottlenecks = [root], []
        self.first = [-1] * size
        self.first[root] = 0
        self._low = [0] * size  # the earliest vertex that a vertex or what hangs below it is beside
        self._witness = [NOWHERE] * size  # the root itself is none: nothing stands between it and itself
        self._explore(neighbours, truth, needed)

    def cut_off(self, bottleneck: Bottleneck) -> list[int]:
        """The vertices that a bottleneck cuts off."""
        return self.order[bottleneck.begin : bottleneck.end]

    def _explore(self, neighbours: Sequence[Sequence[int]], truth: Sequence[int], needed: Sequence[bool]) -> None:
        order, first, low = self.order, self.first, self._low
        path = [order[0]]  # not recursive, for a path may be as long as the board is large
        ahead: list[Iterator[int]] = [iter(neighbours[order[0]])]
        while path:
            here = path[-1]
            for to in ahead[-1]:
                if truth[to] == NO:
                    continue
                if first[to] < 0:
                    first[to] = low[to] = len(order)
                    if needed[to] and truth[to] == YES:
                        self._witness[to] = to
                    order.append(to)
                    path.append(to)
                    ahead.append(iter(neighbours[to]))
                    break
                if first[to] < low[here]:  # the way back to where it came from does no harm
                    low[here] = first[to]
            else:
                path.pop()
                ahead.pop()
                if path:
                    self._leave(here, path[-1], truth)

    def _leave(self, vertex: int, parent: int, truth: Sequence[int]) -> None:
        first, low, witness = self.first, self._low, self._witness
        found = witness[vertex]
        if found != NOWHERE and low[vertex] >= first[parent] and truth[parent] == OPEN and parent != self.order[0]:
            self.bottlenecks.append(Bottleneck(parent, found, first[vertex], len(self.order)))
        if low[vertex] < low[parent]:
            low[parent] = low[vertex]
        if witness[parent] == NOWHERE:
            witness[parent] = found


def barrier(neighbours: Sequence[Sequence[int]], root: int, part: Sequence[int], gate: int = NOWHERE) -> list[int]:
    """The excluded vertices beside a part that the root could come to if all other excluded vertices were open.

    No others matter, and so a reason made of them is short.  All vertices beside the part but the gate are excluded.
    """
    mark = bytearray(len(neighbours))
    for vertex in part:
        mark[vertex] = _DONE
    if gate != NOWHERE:
        mark[gate] = _DONE
    missing = 0
    for vertex in part:
        for to in neighbours[vertex]:
            if mark[to] < _BESIDE:
                mark[to] = _BESIDE
                missing += 1
    if not mark[root]:
        mark[root] = _OUTSIDE
    return _found_from(neighbours, root, mark, missing)


def _found_from(neighbours: Sequence[Sequence[int]], root: int, mark: bytearray, missing: int) -> list[int]:
    """What is marked as beside a part, in the order in which it is come to from a root."""
    found = []
    queue = [root]
    for here in queue:  # which grows
        if not missing:
            break
        for to in neighbours[here]:
            if mark[to] == _BESIDE:
                mark[to] = _DONE
                found.append(to)
                missing -= 1
            elif not mark[to]:
                mark[to] = _OUTSIDE
                queue.append(to)
    return found
