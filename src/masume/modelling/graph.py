"""Graph: engines work on graphs instead of grids, so that they need not know about holes, hexagons or portals."""

from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import chain
from typing import cast

from masume.core.grid import Grid, cached_per_grid
from masume.core.tracks import Track


class Graph:
    """Vertices 0 to size-1 and edges between them; parallel edges are allowed."""

    supergraph: "tuple[Graph, Sequence[int]] | None" = None  # if a subgraph: of which graph, and of which vertices

    def __init__(self, size: int, edges: Sequence[tuple[int, int]]) -> None:
        self.size, self.edges = size, edges

    @cached_property
    def adjacency(self) -> list[list[tuple[int, int]]]:
        """The pairs (neighbour, edge) of each vertex."""
        adjacency: list[list[tuple[int, int]]] = [[] for _ in range(self.size)]
        for edge, (one, other) in enumerate(self.edges):
            adjacency[one].append((other, edge))
            adjacency[other].append((one, edge))
        return adjacency

    @cached_property
    def edge_ends(self) -> "array[int]":
        """The ends of all edges in one flat array of C integers: two for each edge."""
        return array("i", chain.from_iterable(self.edges))

    @classmethod
    def from_neighbours(cls, places: Iterable[int], neighbours: Callable[[int], Iterable[int]]) -> "Graph":
        """Return the graph whose vertices are these places, in this order, with an edge between neighbours."""
        index = {place: vertex for vertex, place in enumerate(places)}
        edges = [
            (vertex, index[other])
            for place, vertex in index.items()
            for other in neighbours(place)
            if index.get(other, -1) > vertex
        ]
        return cls(len(index), edges)

    def subgraph(self, vertices: Sequence[int]) -> "Graph":
        """Return the graph of these vertices, in this order, with all edges between them."""
        return _Subgraph(self, vertices)

    @classmethod
    def from_track(cls, track: Track) -> "Graph":
        """Return the graph of a track: its vertices and edges, in the track's order."""
        index = {place: vertex for vertex, place in enumerate(track.vertices)}
        return cls(len(index), [(index[one], index[other]) for one, other in track.ends.values()])

    def with_outside(self, neighbours: Iterable[int]) -> "Graph":
        """Return the graph with one more vertex, the last, which is adjacent to `neighbours`."""
        return Graph(self.size + 1, [*self.edges, *((vertex, self.size) for vertex in neighbours)])

    @cached_property
    def has_disjoint_edges(self) -> bool:
        """Whether two edges share no vertex; only pairs with the first edge are tried, so False may be wrong."""
        return any(set(self.edges[0]).isdisjoint(ends) for ends in self.edges)


class _Subgraph(Graph):
    """A subgraph that computes its edges only when needed, because an engine may compute them itself."""

    def __init__(self, whole: Graph, vertices: Sequence[int]) -> None:
        self.size, self.supergraph = len(vertices), (whole, vertices)

    @cached_property
    def edges(self) -> Sequence[tuple[int, int]]:  # type: ignore[override]
        whole, vertices = cast(tuple[Graph, Sequence[int]], self.supergraph)
        adjacency = whole.adjacency
        return Graph.from_neighbours(vertices, lambda vertex: (other for other, _ in adjacency[vertex])).edges


@cached_per_grid
def cell_graph(grid: Grid) -> Graph:
    """Return the graph of a grid's cells, in their order, with an edge between neighbours."""
    return Graph.from_neighbours(grid.cells, grid.neighbours)
