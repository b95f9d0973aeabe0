"""Reachability: which vertices a root reaches, which open vertices it needs for that, and what blocks its way.

A graph is a list of neighbours per vertex; the truth of a vertex is YES (on), OPEN (undecided) or NO (excluded).
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

YES, OPEN, NO = 1, 0, -1
NOWHERE = -1

# The states of a vertex in the search for a barrier.  Those below _BESIDE are neither in the part nor beside it.
_OUTSIDE, _BESIDE, _DONE = 1, 2, 3


class Bottleneck(NamedTuple):
    """An open vertex without which the root cannot reach the witness, a vertex that it must reach."""

    vertex: int
    witness: int
    begin: int  # the vertices it cuts off are order[begin:end]
    end: int


class Reachability:
    """The vertices that a root reaches over vertices that are not excluded, and the bottlenecks on the way.

    It is one depth-first search with Tarjan's low-links.  Witnesses of bottlenecks are vertices that are on and needed.
    """

    order: list[int]  # reached vertices in preorder: the subtree of a vertex follows it directly
    first: list[int]  # per vertex: its index in `order`, or -1
    bottlenecks: list[Bottleneck]

    def __init__(
        self, neighbours: Sequence[Sequence[int]], truth: Sequence[int], needed: Sequence[bool], root: int
    ) -> None:
        size = len(neighbours)
        self.order, self.bottlenecks = [root], []
        self.first = [-1] * size
        self.first[root] = 0
        self._low = [0] * size  # the earliest vertex next to a vertex or to one in its subtree
        self._witness = [NOWHERE] * size  # a witness in the subtree; the root itself needs no way to the root
        self._explore(neighbours, truth, needed)

    def cut_off(self, bottleneck: Bottleneck) -> list[int]:
        """Return the vertices that a bottleneck cuts off."""
        return self.order[bottleneck.begin : bottleneck.end]

    def _explore(self, neighbours: Sequence[Sequence[int]], truth: Sequence[int], needed: Sequence[bool]) -> None:
        order, first, low = self.order, self.first, self._low
        path = [order[0]]  # not recursive: a path can be as long as the board has cells
        pending: list[Iterator[int]] = [iter(neighbours[order[0]])]
        while path:
            here = path[-1]
            for to in pending[-1]:
                if truth[to] == NO:
                    continue
                if first[to] < 0:
                    first[to] = low[to] = len(order)
                    if needed[to] and truth[to] == YES:
                        self._witness[to] = to
                    order.append(to)
                    path.append(to)
                    pending.append(iter(neighbours[to]))
                    break
                if first[to] < low[here]:  # this includes the way back to the parent, which does no harm
                    low[here] = first[to]
            else:
                path.pop()
                pending.pop()
                if path:
                    self._leave(here, path[-1], truth)

    def _leave(self, vertex: int, parent: int, truth: Sequence[int]) -> None:
        first, low, witness = self.first, self._low, self._witness
        below = witness[vertex]
        if below != NOWHERE and low[vertex] >= first[parent] and truth[parent] == OPEN and parent != self.order[0]:
            self.bottlenecks.append(Bottleneck(parent, below, first[vertex], len(self.order)))
        if low[vertex] < low[parent]:
            low[parent] = low[vertex]
        if witness[parent] == NOWHERE:
            witness[parent] = below


def find_barrier(neighbours: Sequence[Sequence[int]], root: int, part: Sequence[int], gate: int = NOWHERE) -> list[int]:
    """Return the vertices that separate a part from the root: the nearest ones, as seen from the root.

    All vertices beside the part, except the gate, must be excluded.  The result has those of them that a search from
    the root meets first if it may pass all other vertices, excluded or not.  The others lie behind them, so the reason
    why the root cannot reach the part is shorter without them.
    """
    state = bytearray(len(neighbours))
    for vertex in part:
        state[vertex] = _DONE
    if gate != NOWHERE:
        state[gate] = _DONE
    missing = 0
    for vertex in part:
        for to in neighbours[vertex]:
            if state[to] < _BESIDE:
                state[to] = _BESIDE
                missing += 1
    if not state[root]:
        state[root] = _OUTSIDE
    return _collect_beside(neighbours, root, state, missing)


def _collect_beside(neighbours: Sequence[Sequence[int]], root: int, state: bytearray, missing: int) -> list[int]:
    """Return the vertices in the state _BESIDE in the order in which a search from the root meets them."""
    barrier = []
    queue = [root]
    for here in queue:  # grows during the iteration
        if not missing:
            break
        for to in neighbours[here]:
            if state[to] == _BESIDE:
                state[to] = _DONE
                barrier.append(to)
                missing -= 1
            elif not state[to]:
                state[to] = _OUTSIDE
                queue.append(to)
    return barrier
