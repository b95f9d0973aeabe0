"""Tracks: graphs that a loop can be drawn on, and the queries that find where a drawn loop is broken.

A track's edges are edges of the grid.  The loop either runs along them, from corner to corner, or crosses them, from
cell to cell.  The marks of a loop are "line" and "cross" (no line here).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from masume.core.grid import Grid, cached_per_grid, connected_components, inner_edges
from masume.core.layers import Symbols
from masume.core.places import Area

LINE_OR_CROSS = Symbols({"line": "-", "cross": "x"}, phrases={"line": "on the loop", "cross": "not on the loop"})
LoopMarks = Mapping[Any, Any]  # from the decided edges of a track to their marks


@dataclass(frozen=True, slots=True)
class Track:
    """A graph on the grid: vertices (corners or cells), edges, the two ends of each edge, the edges at each vertex."""

    vertices: Sequence[int]
    edges: Sequence[int]
    ends: Mapping[int, tuple[int, int]]
    edges_at: Mapping[int, Sequence[int]]


@cached_per_grid
def corner_track(grid: Grid) -> Track:
    """Return the track of loops that run along edges, from corner to corner."""
    return _make_track(grid.corners, {edge: grid.ends(edge) for edge in grid.edges})


@cached_per_grid
def cell_track(grid: Grid) -> Track:
    """Return the track of loops that cross edges, from cell to cell."""
    beside = {edge: grid.cells_beside(edge) for edge in inner_edges(grid)}
    return _make_track(grid.cells, {edge: (first, second) for edge, (first, second) in beside.items()})


def _make_track(vertices: Sequence[int], ends: dict[int, tuple[int, int]]) -> Track:
    edges_at: dict[int, list[int]] = {vertex: [] for vertex in vertices}
    for edge, both_ends in ends.items():
        for vertex in both_ends:
            edges_at[vertex].append(edge)
    return Track(vertices, tuple(ends), ends, {vertex: tuple(edges) for vertex, edges in edges_at.items()})


def branches_and_ends(track: Track, loop: LoopMarks) -> list[int]:
    """Return the vertices where the loop branches, or ends and can no longer continue."""
    broken = []
    for vertex in track.vertices:
        marks = [loop.get(edge) for edge in track.edges_at[vertex]]
        lines, undecided = marks.count("line"), marks.count(None)
        if lines > 2 or (lines == 1 and not undecided):
            broken.append(vertex)
    return broken


def stray_pieces(track: Track, loop: LoopMarks) -> list[Area]:
    """Return the pieces of line that can no longer be joined to the longest piece."""
    lines = {edge for edge, mark in loop.items() if mark == "line"}
    usable = {edge for edge in track.edges if loop.get(edge) != "cross"}

    def usable_neighbours(edge: int) -> list[int]:
        return [other for end in track.ends[edge] for other in track.edges_at[end] if other in usable]

    components = connected_components(usable, usable_neighbours)
    pieces = [frozenset(component & lines) for component in components if component & lines]
    return sorted(pieces, key=len)[:-1]


def has_no_loop(track: Track, loop: LoopMarks) -> bool:
    """Return whether every edge is crossed out, so that no loop can be drawn."""
    return all(loop.get(edge) == "cross" for edge in track.edges)


def unvisited_vertices(track: Track, loop: LoopMarks) -> list[int]:
    """Return the vertices that the loop can no longer visit."""
    return [vertex for vertex in track.vertices if all(loop.get(edge) == "cross" for edge in track.edges_at[vertex])]
