"""Crossings: a closed loop goes out of any part of a graph as often as it comes in."""

from collections.abc import Callable, Iterator, Sequence

from masume.explaining.reasoning.graphs.structures import Clause, Structure
from masume.explaining.reasoning.graphs.survey import OPEN, YES
from masume.modelling.graph import Graph

_NONE = -1  # instead of an edge


class Crossings(Structure):
    """The number of edges that are on is even at every vertex, and so around every part.

    An open edge that alone joins a part, by open edges, to the rest is told by the edges that are on around that part.
    """

    def __init__(self, graph: Graph, literals: Sequence[int]) -> None:
        self.literals: Sequence[int] = list(literals)  # per edge
        self._graph = graph

    def deduce(self, truth: Callable[[int], int]) -> Iterator[Clause]:
        known = [truth(literal) for literal in self.literals]
        for part, bridge, is_odd in _Tour(self._graph, known).parts():
            clause = self._boundary(part, bridge, known)
            if bridge != _NONE:
                clause.append(self.literals[bridge] if is_odd else -self.literals[bridge])
            yield clause

    def _boundary(self, part: Sequence[int], bridge: int, truth: Sequence[int]) -> Clause:
        """That the edges around a part, all decided but the bridge, are not as they are."""
        literals, around, inside = self.literals, self._graph.adjacency, set(part)
        return [
            -literals[edge] if truth[edge] == YES else literals[edge]
            for vertex in part
            for to, edge in around[vertex]
            if to not in inside and edge != bridge
        ]


class _Tour:
    """Depth-first passes over open edges, with Tarjan's low-links, which find what hangs on one of them or on none."""

    def __init__(self, graph: Graph, truth: Sequence[int]) -> None:
        self._around, self._truth = graph.adjacency, truth
        self._order: list[int] = []  # what hangs below a vertex follows it at once
        self._first = [-1] * graph.size  # when a vertex was reached
        self._low = [0] * graph.size  # the earliest vertex that a vertex or what hangs below it is beside
        self._odd = [False] * graph.size  # whether an odd number of edges is on around a vertex and what hangs below it
        for edge, (one, other) in enumerate(graph.edges):
            if truth[edge] == YES:
                self._odd[one] = not self._odd[one]
                self._odd[other] = not self._odd[other]

    def parts(self) -> Iterator[tuple[list[int], int, bool]]:
        """Each part that hangs on one open edge, that edge, and whether an odd number of edges is on around the part.

        Parts that hang on none are told only if that number is odd.
        """
        for start in range(len(self._first)):
            if self._first[start] < 0:
                yield from self._parts_from(start)

    def _parts_from(self, start: int) -> Iterator[tuple[list[int], int, bool]]:
        around, truth, order, first, low = self._around, self._truth, self._order, self._first, self._low
        first[start] = low[start] = len(order)
        order.append(start)
        path, bridges = [start], [_NONE]
        ahead = [iter(around[start])]
        while path:
            here, by = path[-1], bridges[-1]
            for to, edge in ahead[-1]:
                if truth[edge] != OPEN or edge == by:
                    continue
                if first[to] < 0:
                    first[to] = low[to] = len(order)
                    order.append(to)
                    path.append(to)
                    bridges.append(edge)
                    ahead.append(iter(around[to]))
                    break
                if first[to] < low[here]:
                    low[here] = first[to]
            else:
                path.pop()
                bridges.pop()
                ahead.pop()
                if self._leave(here, path):
                    yield order[first[here] :], by, self._odd[here]

    def _leave(self, vertex: int, path: Sequence[int]) -> bool:
        """Pass on to a vertex's parent what hangs below; says whether that is a part of which something follows."""
        if not path:
            return self._odd[vertex]
        parent, first, low = path[-1], self._first, self._low
        low[parent] = min(low[parent], low[vertex])
        self._odd[parent] ^= self._odd[vertex]
        return low[vertex] > first[parent]
