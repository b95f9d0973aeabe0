"""Propagators of constraints on graphs: connected vertices or edges, regions around a root, and closed loops."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Protocol

from masume.explaining.reasoning.graphs.distances import FAR, Distances, measure_distances
from masume.explaining.reasoning.graphs.paths_and_blocks import (
    Appendix,
    EdgePath,
    closing_edges,
    find_appendices,
    find_paths,
)
from masume.explaining.reasoning.graphs.reachability import NO, NOWHERE, OPEN, YES, Reachability, find_barrier
from masume.modelling.graph import Graph

# Distances are measured only if at most this many vertices are missing: with more, the reasons are long and many.
MAX_MEASURED = 16

Clause = list[int]


class Propagator(Protocol):
    """Finds what follows from one constraint, and explains it in clauses."""

    literals: Sequence[int]  # those that it depends on; 0 stands for a vertex that is always on

    def deduce(self, truth: Callable[[int], int]) -> Iterator[Clause]:
        """Yield clauses that the constraint implies, with at most one literal that is open and the others false.

        If everything is decided and there is no clause, the constraint holds.
        """


class VertexGraph(NamedTuple):
    """A graph whose vertices are on or off: the form to which all connectivity constraints are reduced."""

    graph: Graph
    literals: list[int]  # per vertex: whether it is on; 0 if it always is
    needed: list[bool]  # per vertex: whether it must be connected if it is on; otherwise it only connects others
    root: int = NOWHERE  # the vertex that all others must be connected to; NOWHERE: to each other


class ConnectedPropagator(Propagator):
    """The needed vertices that are on are connected to each other, or to a root, over vertices that are on."""

    def __init__(self, vertex_graph: VertexGraph) -> None:
        self.literals: Sequence[int] = vertex_graph.literals
        self._needed, self._root = vertex_graph.needed, vertex_graph.root
        self._neighbours = [[to for to, _ in steps] for steps in vertex_graph.graph.adjacency]

    def deduce(self, truth: Callable[[int], int]) -> Iterator[Clause]:
        known = self._vertex_truth(truth)
        root = self._root if self._root != NOWHERE else self._first_needed(known)
        if root != NOWHERE:
            yield from self._connect(known, Reachability(self._neighbours, known, self._needed, root))

    def _vertex_truth(self, truth: Callable[[int], int]) -> list[int]:
        return [YES if literal == 0 else truth(literal) for literal in self.literals]

    def _first_needed(self, truth: list[int]) -> int:
        return next((vertex for vertex, needed in enumerate(self._needed) if needed and truth[vertex] == YES), NOWHERE)

    def _connect(self, truth: list[int], reachability: Reachability) -> Iterator[Clause]:
        """Yield what follows from reachability; update `truth` with it."""
        if len(reachability.order) + truth.count(NO) < len(truth):
            # Contradictions come first: then a search can backtrack at once.
            yield from self._exclude_unreachable(YES, truth, reachability)
            yield from self._exclude_unreachable(OPEN, truth, reachability)
        yield from self._include_bottlenecks(truth, reachability)

    def _exclude_unreachable(self, which: int, truth: list[int], reachability: Reachability) -> Iterator[Clause]:
        """Exclude the vertices with the truth value `which` that the root cannot reach; YES is a contradiction."""
        needed, first = self._needed, reachability.first
        seen = [False] * len(truth)
        for start in range(len(truth)):
            if truth[start] == which and first[start] < 0 and needed[start] and not seen[start]:
                part = self._component_of(start, truth, seen)
                yield from self._exclude(part, which, truth, reachability.order[0])

    def _component_of(self, start: int, truth: list[int], seen: list[bool]) -> list[int]:
        """Return the vertices connected to a vertex over vertices that are not excluded; mark them as seen."""
        seen[start] = True
        part = [start]
        for here in part:  # grows during the iteration
            for to in self._neighbours[here]:
                if not seen[to] and truth[to] != NO:
                    seen[to] = True
                    part.append(to)
        return part

    def _exclude(self, part: list[int], which: int, truth: list[int], root: int) -> Iterator[Clause]:
        reason = self._reason(root, part)
        targets = [vertex for vertex in part if truth[vertex] == which and self._needed[vertex]]
        if which == YES:
            del targets[1:]  # one witness is enough
        for vertex in targets:
            yield [*reason, -self.literals[vertex]]
            if which == OPEN:
                truth[vertex] = NO

    def _include_bottlenecks(self, truth: list[int], reachability: Reachability) -> Iterator[Clause]:
        for bottleneck in reachability.bottlenecks:
            vertex = bottleneck.vertex
            if truth[vertex] != OPEN:
                continue  # included already, because it also cuts off another part
            reason = self._reason(reachability.order[0], reachability.cut_off(bottleneck), vertex)
            yield [*reason, -self.literals[bottleneck.witness], self.literals[vertex]]
            truth[vertex] = YES

    def _reason(self, root: int, part: list[int], gate: int = NOWHERE) -> Clause:
        """Return why the root cannot reach a part, except through a gate."""
        literals = self.literals
        reason = [literals[vertex] for vertex in find_barrier(self._neighbours, root, part, gate)]
        if literals[root] != 0:
            reason.append(-literals[root])
        return reason


def connected_vertices(
    graph: Graph, literals: Sequence[int], links: Sequence[int] | None = None
) -> ConnectedPropagator:
    """Return a propagator for connected vertices; with links, one literal per edge, only edges that are on connect."""
    size = graph.size
    if links is None:
        return ConnectedPropagator(VertexGraph(graph, list(literals), [True] * size))
    half_edges = []  # each link becomes a vertex between the two ends of its edge
    for middle, (a, b) in enumerate(graph.edges, size):
        half_edges += [(a, middle), (middle, b)]
    needed = [True] * size + [False] * len(links)
    return ConnectedPropagator(VertexGraph(Graph(len(needed), half_edges), [*literals, *links], needed))


def connected_edges(graph: Graph, literals: Sequence[int]) -> ConnectedPropagator:
    """Return a propagator for connected edges."""
    count = len(graph.edges)
    half_edges = []  # each edge becomes a vertex; the vertices of the graph only connect them
    for middle, (a, b) in enumerate(graph.edges):
        half_edges += [(middle, count + a), (middle, count + b)]
    needed = [True] * count + [False] * graph.size
    return ConnectedPropagator(VertexGraph(Graph(len(needed), half_edges), [*literals, *[0] * graph.size], needed))


class RegionPropagator(ConnectedPropagator):
    """The vertices that are on are connected to a root; with a single root, their number may be bounded.

    A `CountPropagator` checks the number itself.  Here `max_size` limits how far the region can reach, and if it can
    reach only `min_size` vertices, it needs all of them.
    """

    def __init__(
        self,
        graph: Graph,
        literals: Sequence[int],
        roots: Sequence[int],
        min_size: int = 0,
        max_size: int | None = None,
    ) -> None:
        outside = graph.size  # an additional vertex next to the roots, which is always on
        super().__init__(VertexGraph(graph.with_outside(roots), [*literals, 0], [True] * (outside + 1), outside))
        self._start = roots[0] if len(roots) == 1 else NOWHERE  # the single root; `_root` is the outside vertex
        self._min_size = min_size
        self._max_size = outside if max_size is None else max_size

    def deduce(self, truth: Callable[[int], int]) -> Iterator[Clause]:
        known = self._vertex_truth(truth)
        reachability = Reachability(self._neighbours, known, self._needed, self._root)
        yield from self._connect(known, reachability)
        if self._start != NOWHERE and known[self._start] != NO:
            yield from self._grow(known, reachability.order)
            yield from self._stay_near(known)

    def _grow(self, truth: list[int], reached: list[int]) -> Iterator[Clause]:
        """If the region can reach only as many vertices as it needs, include them; if fewer, exclude its root."""
        room = len(reached) - 1  # without the outside vertex
        if room > self._min_size:
            return
        excluded = (to for vertex in reached for to in self._neighbours[vertex] if truth[to] == NO)
        reason = [-self.literals[self._start], *(self.literals[vertex] for vertex in dict.fromkeys(excluded))]
        if room < self._min_size:
            yield reason
        elif truth[self._start] == YES:
            for vertex in reached:
                if truth[vertex] == OPEN:
                    yield [*reason, self.literals[vertex]]
                    truth[vertex] = YES

    def _stay_near(self, truth: list[int]) -> Iterator[Clause]:
        """Exclude the vertices one step too far from the root; what lies behind them becomes unreachable."""
        left = self._max_size - (truth.count(YES) - 1)  # without the outside vertex
        size = self._root  # the outside vertex comes after all others
        if self._max_size >= size or not 0 <= left <= MAX_MEASURED:
            return
        from_root = measure_distances(self._neighbours, truth, self._root, left)
        detours = self._find_detours(truth, from_root, left)
        region = [-self.literals[vertex] for vertex in range(size) if truth[vertex] == YES]
        for vertex in from_root.beyond:
            if truth[vertex] == OPEN and from_root.to[vertex] == FAR:
                yield [*self._short_detours(detours, vertex, left, truth), *region, -self.literals[vertex]]
                truth[vertex] = NO

    def _find_detours(self, truth: list[int], from_root: Distances, left: int) -> dict[int, int]:
        """Return the excluded vertices within reach if they were open, and the cost of reaching them."""
        detours: dict[int, int] = {}
        for vertex in from_root.within:
            cost = from_root.to[vertex] + 1
            if cost > left:
                break  # the vertices are sorted by distance
            for to in self._neighbours[vertex]:
                if truth[to] == NO:
                    detours.setdefault(to, cost)
        return detours

    def _short_detours(self, detours: dict[int, int], vertex: int, left: int, truth: list[int]) -> list[int]:
        """Return the literals of the detours over which a vertex would be near enough."""
        if not detours:
            return []
        limit = left - min(detours.values())
        back = measure_distances(self._neighbours, truth, vertex, limit, over_excluded=True).to
        return [
            self.literals[over] for over, cost in detours.items() if back[over] != FAR and cost + back[over] <= left
        ]


class LoopPropagator(Propagator):
    """The edges that are on form one closed loop.

    It relies on other constraints: the loop passes each vertex at most once, and some edge is on.
    """

    def __init__(self, graph: Graph, literals: Sequence[int]) -> None:
        self.literals: Sequence[int] = list(literals)  # per edge
        self._graph = graph

    def deduce(self, truth: Callable[[int], int]) -> Iterator[Clause]:
        known = [truth(literal) for literal in self.literals]
        paths = find_paths(self._graph, known)
        if len(paths) > 1:
            yield from self._keep_open(paths, known)
        if paths:
            yield from self._stay_in_block(paths[0].edges[0], known)

    def _keep_open(self, paths: list[EdgePath], truth: list[int]) -> Iterator[Clause]:
        """Forbid a path to close while an edge outside it is on."""
        for number, path in enumerate(paths):
            last_edges = closing_edges(self._graph, path, truth)
            if not path.closed and not last_edges:
                continue
            elsewhere = paths[1 if number == 0 else 0].edges[0]
            reason = [-self.literals[edge] for edge in (elsewhere, *path.edges)]
            if path.closed:
                yield reason
                return
            for edge in last_edges:
                yield [*reason, -self.literals[edge]]
                truth[edge] = NO

    def _stay_in_block(self, base: int, truth: list[int]) -> Iterator[Clause]:
        """Exclude the edges outside the block of the base edge, from which the loop could not come back."""
        appendices = find_appendices(self._graph, truth, base)
        for which in (YES, OPEN):
            for appendix in appendices:
                yield from self._exclude(appendix, which, base, truth)

    def _exclude(self, appendix: Appendix, which: int, base: int, truth: list[int]) -> Iterator[Clause]:
        targets = [edge for edge in appendix.edges if truth[edge] == which]
        if not targets:
            return
        if which == YES:
            del targets[1:]  # one witness is enough
        literals, adjacency = self.literals, self._graph.adjacency
        inside = {*appendix.vertices, appendix.hinge}
        # The base edge is on, and all edges that lead out of the appendix are excluded.
        reason = [-literals[base]]
        reason += [literals[edge] for vertex in appendix.vertices for to, edge in adjacency[vertex] if to not in inside]
        for edge in targets:
            yield [*reason, -literals[edge]]
            if which == OPEN:
                truth[edge] = NO
