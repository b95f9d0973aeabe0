"""Parity: a closed loop crosses the border of any part of a graph an even number of times."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from masume.explaining.reasoning.graphs.propagators import Clause, Propagator
from masume.explaining.reasoning.graphs.reachability import OPEN, YES
from masume.modelling.graph import Graph

_NONE = -1  # instead of an edge


class ParityPropagator(Propagator):
    """The number of edges that are on is even at every vertex, and therefore around every part of the graph.

    If a single open edge, a bridge, connects a part to the rest, the parity of the edges around the part that are on
    decides the bridge.
    """

    def __init__(self, graph: Graph, literals: Sequence[int]) -> None:
        self.literals: Sequence[int] = list(literals)  # per edge
        self._graph = graph

    def deduce(self, truth: Callable[[int], int]) -> Iterator[Clause]:
        known = [truth(literal) for literal in self.literals]
        for part, bridge, is_odd in _BridgeSearch(self._graph, known).find_parts():
            clause = self._border_reason(part, bridge, known)
            if bridge != _NONE:
                clause.append(self.literals[bridge] if is_odd else -self.literals[bridge])
            yield clause

    def _border_reason(self, part: Sequence[int], bridge: int, truth: Sequence[int]) -> Clause:
        """Return a clause against the current values of the edges around a part, all decided except the bridge."""
        literals, adjacency, inside = self.literals, self._graph.adjacency, set(part)
        return [
            -literals[edge] if truth[edge] == YES else literals[edge]
            for vertex in part
            for to, edge in adjacency[vertex]
            if to not in inside and edge != bridge
        ]


class _Part(NamedTuple):
    """Vertices connected by open edges, and the only open edge that leads out (_NONE if there is none)."""

    vertices: list[int]
    bridge: int
    is_odd: bool  # whether an odd number of the edges around it are on


class _BridgeSearch:
    """Finds bridges among the open edges, by depth-first searches with Tarjan's low-links."""

    def __init__(self, graph: Graph, truth: Sequence[int]) -> None:
        self._adjacency, self._truth = graph.adjacency, truth
        self._order: list[int] = []  # reached vertices in preorder: the subtree of a vertex follows it directly
        self._first = [-1] * graph.size  # per vertex: its index in `_order`
        self._low = [0] * graph.size  # the earliest vertex next to a vertex or to one in its subtree
        self._odd = [False] * graph.size  # whether an odd number of edges around the vertex and its subtree are on
        for edge, (a, b) in enumerate(graph.edges):
            if truth[edge] == YES:
                self._odd[a] = not self._odd[a]
                self._odd[b] = not self._odd[b]

    def find_parts(self) -> Iterator[_Part]:
        """Yield each part behind a bridge, and each part without open edges around it whose parity is odd."""
        for start in range(len(self._first)):
            if self._first[start] < 0:
                yield from self._find_parts_from(start)

    def _find_parts_from(self, start: int) -> Iterator[_Part]:
        adjacency, truth, order, first, low = self._adjacency, self._truth, self._order, self._first, self._low
        first[start] = low[start] = len(order)
        order.append(start)
        path, entry_edges = [start], [_NONE]
        pending = [iter(adjacency[start])]
        while path:
            here, entry_edge = path[-1], entry_edges[-1]
            for to, edge in pending[-1]:
                if truth[edge] != OPEN or edge == entry_edge:
                    continue
                if first[to] < 0:
                    first[to] = low[to] = len(order)
                    order.append(to)
                    path.append(to)
                    entry_edges.append(edge)
                    pending.append(iter(adjacency[to]))
                    break
                if first[to] < low[here]:
                    low[here] = first[to]
            else:
                path.pop()
                entry_edges.pop()
                pending.pop()
                if self._leave(here, path):
                    yield _Part(order[first[here] :], entry_edge, self._odd[here])

    def _leave(self, vertex: int, path: Sequence[int]) -> bool:
        """Pass the results of a subtree on to the parent; return whether something follows for the subtree."""
        if not path:
            return self._odd[vertex]
        parent, first, low = path[-1], self._first, self._low
        low[parent] = min(low[parent], low[vertex])
        self._odd[parent] ^= self._odd[vertex]
        return low[vertex] > first[parent]
