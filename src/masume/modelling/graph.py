"""Graph: what goes to engines instead of a grid, so that holes, hexagons and portals change nothing there."""

from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import chain
from typing import cast

from masume.core.grid import Grid, cached_per_grid
from masume.core.tracks import Track


class Graph:
    """Vertices 0 to size-1 and edges between them; loops through it may use parallel edges."""

    supergraph: "tuple[Graph, Sequence[int]] | None" = None  # of which it is a part, and its vertices there

    def __init__(self, size: int, edges: Sequence[tuple[int, int]]) -> None:
        self.size, self.edges = size, edges

    @cached_property
    def adjacency(self) -> list[list[tuple[int, int]]]:
        """For each vertex the pairs (neighbour, edge)."""
        around: list[list[tuple[int, int]]] = [[] for _ in range(self.size)]
        for edge, (one, other) in enumerate(self.edges):
            around[one].append((other, edge))
            around[other].append((one, edge))
        return around

    @cached_property
    def edge_ends(self) -> "array[int]":
        """The ends of all edges in a row, as C integers."""
        return array("i", chain.from_iterable(self.edges))

    @classmethod
    def from_neighbours(cls, places: Iterable[int], neighbours: Callable[[int], Iterable[int]]) -> "Graph":
        """The graph of some places, numbered in their order, and the neighbourhoods between them."""
        index = {place: vertex for vertex, place in enumerate(places)}
        edges = [
            (vertex, index[other])
            for place, vertex in index.items()
            for other in neighbours(place)
            if index.get(other, -1) > vertex
        ]
        return cls(len(index), edges)

    def subgraph(self, vertices: Sequence[int]) -> "Graph":
        """The graph of some of the vertices, numbered in their order, and all edges between them."""
        return _Subgraph(self, vertices)

    @classmethod
    def from_track(cls, track: Track) -> "Graph":
        """A track's stops as vertices and its steps as edges, in the track's order."""
        index = {stop: vertex for vertex, stop in enumerate(track.stops)}
        return cls(len(index), [(index[one], index[other]) for one, other in track.ends.values()])

    def with_outside(self, beside: Iterable[int]) -> "Graph":
        """The graph with one vertex more, the last, which is joined to the vertices `beside` it."""
        return Graph(self.size + 1, [*self.edges, *((vertex, self.size) for vertex in beside)])

    @cached_property
    def has_disjoint_edges(self) -> bool:
        """Whether two edges share no vertex (found by taking the first that fit, so now and then it says no)."""
        taken: set[int] = set()
        for ends in self.edges:
            if taken.isdisjoint(ends):
                if taken:
                    return True
                taken.update(ends)
        return False


class _Subgraph(Graph):
    """A part of a graph; its edges are looked up when they are asked for, for an engine may do so itself."""

    def __init__(self, whole: Graph, vertices: Sequence[int]) -> None:
        self.size, self.supergraph = len(vertices), (whole, vertices)

    @cached_property
    def edges(self) -> Sequence[tuple[int, int]]:  # type: ignore[override]
        whole, vertices = cast(tuple[Graph, Sequence[int]], self.supergraph)
        around = whole.adjacency
        return Graph.from_neighbours(vertices, lambda vertex: (other for other, _ in around[vertex])).edges


@cached_per_grid
def cell_graph(grid: Grid) -> Graph:
    """The graph of a grid's cells, numbered in their order, and their neighbourhoods."""
    return Graph.from_neighbours(grid.cells, grid.neighbours)
