"""Structures: constraints on graphs that say in clauses what follows from them.

A clause is implied by the structure and is false now, or has one open literal and else false ones.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Protocol

from masume.explaining.reasoning.graphs.distances import FAR, Distances, measured
from masume.explaining.reasoning.graphs.pieces import Appendix, Path, appendices, closing, paths
from masume.explaining.reasoning.graphs.survey import NO, NOWHERE, OPEN, YES, Survey, barrier
from masume.modelling.graph import Graph

# How many vertices may still be missing for distances to be worth measuring: with more, reasons are long and many.
WORTH_MEASURING = 16

Clause = list[int]


class Structure(Protocol):
    """A constraint on a graph."""

    literals: Sequence[int]  # those on which it depends; 0 stands for what is always so

    def deduce(self, truth: Callable[[int], int]) -> Iterator[Clause]:
        """Find what follows; if everything is decided and nothing is found, the structure holds."""


class Web(NamedTuple):
    """All kinds of being joined are said of one kind of graph."""

    graph: Graph
    literals: list[int]  # per vertex: whether it is on; 0 if it always is
    needed: list[bool]  # per vertex: whether it has to be joined if it is on; else it is just a way
    root: int = NOWHERE  # what they are joined to; NOWHERE: to each other


class Joined(Structure):
    """Vertices that are on are joined to each other, or to a root, over vertices that are on."""

    def __init__(self, web: Web) -> None:
        self.literals: Sequence[int] = web.literals
        self._needed, self._root = web.needed, web.root
        self._neighbours = [[to for to, _ in steps] for steps in web.graph.adjacency]

    def deduce(self, truth: Callable[[int], int]) -> Iterator[Clause]:
        known = self._read(truth)
        root = self._root if self._root != NOWHERE else self._first_that_is_on(known)
        if root != NOWHERE:
            yield from self._join(known, Survey(self._neighbours, known, self._needed, root))

    def _read(self, truth: Callable[[int], int]) -> list[int]:
        return [YES if literal == 0 else truth(literal) for literal in self.literals]

    def _first_that_is_on(self, truth: list[int]) -> int:
        return next((vertex for vertex, needed in enumerate(self._needed) if needed and truth[vertex] == YES), NOWHERE)

    def _join(self, truth: list[int], survey: Survey) -> Iterator[Clause]:
        """Deduce by a survey; what is deduced is noted in `truth`."""
        if len(survey.order) + truth.count(NO) < len(truth):
            # What is broken comes first: a search that has to turn back needs to know nothing else.
            yield from self._exclude_unreachable(YES, truth, survey)
            yield from self._exclude_unreachable(OPEN, truth, survey)
        yield from self._include_bottlenecks(truth, survey)

    def _exclude_unreachable(self, which: int, truth: list[int], survey: Survey) -> Iterator[Clause]:
        """Exclude what the root cannot reach; what is on there (`which` is YES) is a conflict."""
        needed, first = self._needed, survey.first
        seen = [False] * len(truth)
        for start in range(len(truth)):
            if truth[start] == which and first[start] < 0 and needed[start] and not seen[start]:
                yield from self._exclude(self._part_around(start, truth, seen), which, truth, survey.order[0])

    def _part_around(self, start: int, truth: list[int], seen: list[bool]) -> list[int]:
        """What hangs together with a vertex, which is seen then."""
        seen[start] = True
        part = [start]
        for here in part:  # which grows
            for to in self._neighbours[here]:
                if not seen[to] and truth[to] != NO:
                    seen[to] = True
                    part.append(to)
        return part

    def _exclude(self, part: list[int], which: int, truth: list[int], root: int) -> Iterator[Clause]:
        reason = self._reason(root, part)
        concerned = [vertex for vertex in part if truth[vertex] == which and self._needed[vertex]]
        if which == YES:
            del concerned[1:]  # one witness is enough
        for vertex in concerned:
            yield [*reason, -self.literals[vertex]]
            if which == OPEN:
                truth[vertex] = NO

    def _include_bottlenecks(self, truth: list[int], survey: Survey) -> Iterator[Clause]:
        for bottleneck in survey.bottlenecks:
            vertex = bottleneck.vertex
            if truth[vertex] != OPEN:
                continue  # it cut off another part, too
            reason = self._reason(survey.order[0], survey.cut_off(bottleneck), vertex)
            yield [*reason, -self.literals[bottleneck.witness], self.literals[vertex]]
            truth[vertex] = YES

    def _reason(self, root: int, part: list[int], gate: int = NOWHERE) -> Clause:
        """Why the root cannot reach a part, but through a gate."""
        literals = self.literals
        reason = [literals[vertex] for vertex in barrier(self._neighbours, root, part, gate)]
        if literals[root] != 0:
            reason.append(-literals[root])
        return reason


def joined_vertices(graph: Graph, literals: Sequence[int], links: Sequence[int] | None = None) -> Joined:
    """Vertices that are on are joined to each other; with links, one literal per edge, over edges that are on too."""
    size = graph.size
    if links is None:
        return Joined(Web(graph, list(literals), [True] * size))
    halves = []  # a link is a vertex of its own between the ends of its edge
    for middle, (one, other) in enumerate(graph.edges, size):
        halves += [(one, middle), (middle, other)]
    needed = [True] * size + [False] * len(links)
    return Joined(Web(Graph(len(needed), halves), [*literals, *links], needed))


def joined_edges(graph: Graph, literals: Sequence[int]) -> Joined:
    """Edges that are on hang together."""
    count = len(graph.edges)
    halves = []  # an edge becomes a vertex, and what it ends at just a way
    for middle, (one, other) in enumerate(graph.edges):
        halves += [(middle, count + one), (middle, count + other)]
    needed = [True] * count + [False] * graph.size
    return Joined(Web(Graph(len(needed), halves), [*literals, *[0] * graph.size], needed))


class Region(Joined):
    """Vertices that are on are joined to a root; with a single root they may also be so many at least or at most.

    That there are no more than `most` is counted elsewhere; here it tells how far the region can reach.
    """

    def __init__(
        self, graph: Graph, literals: Sequence[int], roots: Sequence[int], least: int = 0, most: int | None = None
    ) -> None:
        outer = graph.size  # a vertex beside the roots, which is always on
        super().__init__(Web(graph.with_outside(roots), [*literals, 0], [True] * (outer + 1), outer))
        self._start = roots[0] if len(roots) == 1 else NOWHERE
        self._least = least
        self._most = outer if most is None else most

    def deduce(self, truth: Callable[[int], int]) -> Iterator[Clause]:
        known = self._read(truth)
        survey = Survey(self._neighbours, known, self._needed, self._root)
        yield from self._join(known, survey)
        if self._start != NOWHERE and known[self._start] != NO:
            yield from self._grow(known, survey.order)
            yield from self._stay_near(known)

    def _grow(self, truth: list[int], reached: list[int]) -> Iterator[Clause]:
        """If no more can be reached than are wanted, all of it is on; if less can, the root is not."""
        room = len(reached) - 1  # without the outer vertex
        if room > self._least:
            return
        excluded = (to for vertex in reached for to in self._neighbours[vertex] if truth[to] == NO)
        reason = [-self.literals[self._start], *(self.literals[vertex] for vertex in dict.fromkeys(excluded))]
        if room < self._least:
            yield reason
        elif truth[self._start] == YES:
            for vertex in reached:
                if truth[vertex] == OPEN:
                    yield [*reason, self.literals[vertex]]
                    truth[vertex] = YES

    def _stay_near(self, truth: list[int]) -> Iterator[Clause]:
        """Exclude what is one vertex too far away from the root; then what lies behind is out of reach."""
        left = self._most - (truth.count(YES) - 1)  # without the outer vertex
        if self._most >= self._root or not 0 <= left <= WORTH_MEASURING:
            return
        from_root = measured(self._neighbours, truth, self._root, left)
        detours = self._detours(truth, from_root, left)
        on = [-self.literals[other] for other in range(self._root) if truth[other] == YES]
        for vertex in from_root.beyond:
            if truth[vertex] == OPEN and from_root.to[vertex] == FAR:
                yield [*self._short_enough(detours, vertex, left, truth), *on, -self.literals[vertex]]
                truth[vertex] = NO

    def _detours(self, truth: list[int], from_root: Distances, left: int) -> dict[int, int]:
        """The excluded vertices that the root could come to for no more than `left`, and for how much."""
        detours: dict[int, int] = {}
        for vertex in from_root.within:
            cost = from_root.to[vertex] + 1
            if cost > left:
                break  # nearest first
            for to in self._neighbours[vertex]:
                if truth[to] == NO:
                    detours.setdefault(to, cost)
        return detours

    def _short_enough(self, detours: dict[int, int], vertex: int, left: int, truth: list[int]) -> list[int]:
        """The literals of those detours over which a vertex would be near enough."""
        if not detours:
            return []
        back = measured(self._neighbours, truth, vertex, left - min(detours.values()), over_excluded=True).to
        return [
            self.literals[over] for over, cost in detours.items() if back[over] != FAR and cost + back[over] <= left
        ]


class Loop(Structure):
    """The edges that are on form one closed loop.

    That vertices are passed once or never, and that some edge is on, has to be said elsewhere.
    """

    def __init__(self, graph: Graph, literals: Sequence[int]) -> None:
        self.literals: Sequence[int] = list(literals)  # per edge
        self._graph = graph

    def deduce(self, truth: Callable[[int], int]) -> Iterator[Clause]:
        known = [truth(literal) for literal in self.literals]
        found = paths(self._graph, known)
        if len(found) > 1:
            yield from self._keep_open(found, known)
        if found:
            yield from self._stay_in_block(found[0].edges[0], known)

    def _keep_open(self, found: list[Path], truth: list[int]) -> Iterator[Clause]:
        """No path closes while an edge outside it is on."""
        for number, path in enumerate(found):
            last_edges = closing(self._graph, path, truth)
            if not path.closed and not last_edges:
                continue
            elsewhere = found[1 if number == 0 else 0].edges[0]
            reason = [-self.literals[edge] for edge in (elsewhere, *path.edges)]
            if path.closed:
                yield reason
                return
            for edge in last_edges:
                yield [*reason, -self.literals[edge]]
                truth[edge] = NO

    def _stay_in_block(self, base: int, truth: list[int]) -> Iterator[Clause]:
        """A loop through an edge leaves that edge's block by no vertex: it would have to come back by the same one."""
        outside = appendices(self._graph, truth, base)
        for which in (YES, OPEN):
            for appendix in outside:
                yield from self._exclude(appendix, which, base, truth)

    def _exclude(self, appendix: Appendix, which: int, base: int, truth: list[int]) -> Iterator[Clause]:
        concerned = [edge for edge in appendix.edges if truth[edge] == which]
        if not concerned:
            return
        if which == YES:
            del concerned[1:]  # one witness is enough
        literals, around = self.literals, self._graph.adjacency
        here = {*appendix.vertices, appendix.hinge}
        reason = [-literals[base]]  # and what leads elsewhere is excluded
        reason += [literals[edge] for vertex in appendix.vertices for to, edge in around[vertex] if to not in here]
        for edge in concerned:
            yield [*reason, -literals[edge]]
            if which == OPEN:
                truth[edge] = NO
