"""Graph: what goes to engines instead of a grid, so that holes, hexagons and portals change nothing there."""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

from masume.core.grid import Grid


class Graph:
    """Vertices 0 to size-1 and edges between them; loops through it may use parallel edges."""

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

    @classmethod
    def among(cls, places: Iterable[int], neighbours: Callable[[int], Iterable[int]]) -> "Graph":
        """The graph of some places, numbered in their order, and the neighbourhoods between them."""
        index = {place: vertex for vertex, place in enumerate(places)}
        edges = [
            (vertex, index[other])
            for place, vertex in index.items()
            for other in neighbours(place)
            if index.get(other, -1) > vertex
        ]
        return cls(len(index), edges)

    @classmethod
    def of_corners(cls, grid: Grid) -> "Graph":
        """Corners as vertices and the grid's edges, in the grid's order, as edges."""
        index = {corner: vertex for vertex, corner in enumerate(grid.corners)}
        ends = (grid.ends(edge) for edge in grid.edges)
        return cls(len(index), [(index[one], index[other]) for one, other in ends])
