"""Pieces: the paths that edges which are on make, and the blocks of a graph, which a loop cannot leave.

Truth is given as YES, OPEN or NO per edge.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from masume.explaining.reasoning.graphs.survey import NO, NOWHERE, OPEN, YES
from masume.modelling.graph import Graph


class Path(NamedTuple):
    """A piece of edges that are on, no three of them at one vertex."""

    edges: list[int]
    ends: list[int]
    closed: bool


def paths(graph: Graph, truth: Sequence[int]) -> list[Path]:
    """Follow the edges that are on."""
    seen = [False] * graph.size
    return [
        _path_from(one, graph, truth, seen)
        for edge, (one, _) in enumerate(graph.edges)
        if truth[edge] == YES and not seen[one]
    ]


def _path_from(start: int, graph: Graph, truth: Sequence[int], seen: list[bool]) -> Path:
    around, edges = graph.adjacency, graph.edges
    found: list[int] = []
    ends: list[int] = []
    seen[start] = True
    queue = [start]
    for here in queue:  # which grows
        degree = 0
        for to, edge in around[here]:
            if truth[edge] != YES:
                continue
            degree += 1
            if here == edges[edge][0]:
                found.append(edge)
            if not seen[to]:
                seen[to] = True
                queue.append(to)
        if degree == 1:
            ends.append(here)
    return Path(found, ends, len(found) >= len(queue))


def closing(graph: Graph, path: Path, truth: Sequence[int]) -> list[int]:
    """The open edges that would close a path."""
    if path.closed or len(path.ends) < 2:
        return []
    return [edge for to, edge in graph.adjacency[path.ends[0]] if to == path.ends[-1] and truth[edge] == OPEN]


class Appendix(NamedTuple):
    """Edges outside the block of a first edge, and vertices that hang on the rest by one vertex, or not at all.

    Every edge has one end among these vertices at least.
    """

    edges: list[int]
    vertices: list[int]
    hinge: int  # NOWHERE if they hang on nothing


def appendices(graph: Graph, truth: Sequence[int], base: int) -> list[Appendix]:
    """Divide the edges that are not excluded into blocks, as seen from the edge `base`, which is on."""
    around, edges = graph.adjacency, graph.edges
    start, beyond = edges[base]
    first = [-1] * graph.size  # when a vertex was reached
    first[start] = 0
    low = [0] * graph.size  # the earliest vertex that a vertex or what hangs below it is beside
    entered = [0] * graph.size  # where in `unblocked` the edge is by which a vertex was reached
    passed = [value == NO for value in truth]
    unblocked: list[int] = []  # edges that are passed, but not in a block yet
    order, path = [start], [start]
    ahead: list[Iterator[tuple[int, int]]] = [chain([(beyond, base)], around[start])]
    found: list[Appendix] = []
    while path:
        here = path[-1]
        for to, edge in ahead[-1]:
            if passed[edge]:
                continue
            passed[edge] = True
            unblocked.append(edge)
            if first[to] < 0:
                first[to] = low[to] = len(order)
                entered[to] = len(unblocked) - 1
                order.append(to)
                path.append(to)
                ahead.append(iter(around[to]))
                break
            low[here] = min(low[here], first[to])
        else:
            path.pop()
            ahead.pop()
            if not path:
                break
            parent, begin = path[-1], entered[here]
            low[parent] = min(low[parent], low[here])
            if low[here] < first[parent]:
                continue
            if unblocked[begin] != base:
                found.append(Appendix(unblocked[begin:], order[first[here] :], parent))
            del unblocked[begin:]
    return found + _unreached(graph, truth, passed)


def _unreached(graph: Graph, truth: Sequence[int], passed: list[bool]) -> list[Appendix]:
    """The parts made of edges that are not passed yet."""
    seen = [False] * graph.size
    return [
        _unreached_from(one, graph, truth, passed, seen)
        for edge, (one, _) in enumerate(graph.edges)
        if not passed[edge]
    ]


def _unreached_from(start: int, graph: Graph, truth: Sequence[int], passed: list[bool], seen: list[bool]) -> Appendix:
    found: list[int] = []
    vertices = [start]
    seen[start] = True
    for here in vertices:  # which grow
        for to, edge in graph.adjacency[here]:
            if truth[edge] == NO:
                continue
            if not passed[edge]:
                passed[edge] = True
                found.append(edge)
            if not seen[to]:
                seen[to] = True
                vertices.append(to)
    return Appendix(found, vertices, NOWHERE)
