"""Paths and blocks: the paths that the edges of a loop form so far, and the blocks of its graph.

A block is a maximal part of a graph that no single vertex can split.  A loop passes each vertex at most once, so it
stays within one block.  The truth of an edge is YES, OPEN or NO.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from masume.explaining.reasoning.graphs.reachability import NO, NOWHERE, OPEN, YES
from masume.modelling.graph import Graph


class EdgePath(NamedTuple):
    """A connected set of edges that are on, at most two of them at each vertex."""

    edges: list[int]
    ends: list[int]  # the vertices with one of the edges
    closed: bool


def find_paths(graph: Graph, truth: Sequence[int]) -> list[EdgePath]:
    """Return the paths of the edges that are on."""
    seen = [False] * graph.size
    return [
        _follow_path(vertex, graph, truth, seen)
        for edge, (vertex, _) in enumerate(graph.edges)
        if truth[edge] == YES and not seen[vertex]
    ]


def _follow_path(start: int, graph: Graph, truth: Sequence[int], seen: list[bool]) -> EdgePath:
    adjacency, edges = graph.adjacency, graph.edges
    path_edges: list[int] = []
    ends: list[int] = []
    seen[start] = True
    queue = [start]
    for here in queue:  # grows during the iteration
        degree = 0
        for to, edge in adjacency[here]:
            if truth[edge] != YES:
                continue
            degree += 1
            if here == edges[edge][0]:
                path_edges.append(edge)
            if not seen[to]:
                seen[to] = True
                queue.append(to)
        if degree == 1:
            ends.append(here)
    return EdgePath(path_edges, ends, len(path_edges) >= len(queue))


def closing_edges(graph: Graph, path: EdgePath, truth: Sequence[int]) -> list[int]:
    """Return the open edges that would close a path."""
    if path.closed or len(path.ends) < 2:
        return []
    return [edge for to, edge in graph.adjacency[path.ends[0]] if to == path.ends[-1] and truth[edge] == OPEN]


class Appendix(NamedTuple):
    """Edges outside the block of the base edge, and the vertices that the hinge alone connects to the rest.

    Every edge has at least one end among these vertices.
    """

    edges: list[int]
    vertices: list[int]
    hinge: int  # NOWHERE if nothing connects them to the rest


def find_appendices(graph: Graph, truth: Sequence[int], base: int) -> list[Appendix]:
    """Return everything outside the block of the edge `base`, which is on; excluded edges do not count as edges.

    It is a depth-first search with Tarjan's low-links that begins with the base edge.
    """
    adjacency, edges = graph.adjacency, graph.edges
    start, end = edges[base]
    first = [-1] * graph.size  # per vertex: its index in `order`
    first[start] = 0
    low = [0] * graph.size  # the earliest vertex next to a vertex or to one in its subtree
    entered = [0] * graph.size  # per vertex: the index in `unassigned` of the edge by which it was reached
    passed = [value == NO for value in truth]
    unassigned: list[int] = []  # passed edges that belong to no block yet
    order, path = [start], [start]
    pending: list[Iterator[tuple[int, int]]] = [chain([(end, base)], adjacency[start])]
    appendices: list[Appendix] = []
    while path:
        here = path[-1]
        for to, edge in pending[-1]:
            if passed[edge]:
                continue
            passed[edge] = True
            unassigned.append(edge)
            if first[to] < 0:
                first[to] = low[to] = len(order)
                entered[to] = len(unassigned) - 1
                order.append(to)
                path.append(to)
                pending.append(iter(adjacency[to]))
                break
            low[here] = min(low[here], first[to])
        else:
            path.pop()
            pending.pop()
            if not path:
                break
            parent, begin = path[-1], entered[here]
            low[parent] = min(low[parent], low[here])
            if low[here] < first[parent]:
                continue
            if unassigned[begin] != base:
                appendices.append(Appendix(unassigned[begin:], order[first[here] :], parent))
            del unassigned[begin:]
    return appendices + _find_unreached(graph, truth, passed)


def _find_unreached(graph: Graph, truth: Sequence[int], passed: list[bool]) -> list[Appendix]:
    """Return the connected parts of edges that the search did not pass."""
    seen = [False] * graph.size
    return [
        _collect_unreached(vertex, graph, truth, passed, seen)
        for edge, (vertex, _) in enumerate(graph.edges)
        if not passed[edge]
    ]


def _collect_unreached(
    start: int, graph: Graph, truth: Sequence[int], passed: list[bool], seen: list[bool]
) -> Appendix:
    edges: list[int] = []
    vertices = [start]
    seen[start] = True
    for here in vertices:  # grows during the iteration
        for to, edge in graph.adjacency[here]:
            if truth[edge] == NO:
                continue
            if not passed[edge]:
                passed[edge] = True
                edges.append(edge)
            if not seen[to]:
                seen[to] = True
                vertices.append(to)
    return Appendix(edges, vertices, NOWHERE)
