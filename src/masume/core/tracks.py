"""Tracks: graphs that a loop can be drawn on, and the queries that find where a drawn loop is broken.

A track's edges are edges of the grid.  The loop either runs along them, from corner to corner, or crosses them, from
cell to cell.  The marks of a loop are "line" and "cross" (no line here).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import NamedTuple, cast

from masume.core.board import Board
from masume.core.board_caching import cached_per_board
from masume.core.grid import Grid, cached_per_grid, connected_components, inner_edges
from masume.core.layers import Symbols
from masume.core.places import Area

LINE_OR_CROSS = Symbols(
    {"line": "-", "cross": "x"},
    phrases={"line": "there {is} {a}line{s} {places}", "cross": "there {is} no line{s} {places}"},
)


class Track:
    """A graph on the grid: vertices (corners or cells), edges, the two ends of each edge, the edges at each vertex."""

    def __init__(self, vertices: Sequence[int], ends: Mapping[int, tuple[int, int]]) -> None:
        self.vertices, self.ends, self.edges = vertices, ends, tuple(ends)

    @cached_property
    def edges_at(self) -> Mapping[int, Sequence[int]]:
        """By vertex; many boards are solved and checked without it."""
        edges_at: dict[int, list[int]] = {vertex: [] for vertex in self.vertices}
        for edge, (one, other) in self.ends.items():
            edges_at[one].append(edge)
            edges_at[other].append(edge)
        return {vertex: tuple(edges) for vertex, edges in edges_at.items()}


@cached_per_grid
def corner_track(grid: Grid) -> Track:
    """Return the track of loops that run along edges, from corner to corner."""
    return Track(grid.corners, dict(zip(grid.edges, map(grid.ends, grid.edges), strict=True)))


@cached_per_grid
def cell_track(grid: Grid) -> Track:
    """Return the track of loops that cross edges, from cell to cell."""
    edges = inner_edges(grid)
    beside = cast(Iterable[tuple[int, int]], map(grid.cells_beside, edges))
    return Track(grid.cells, dict(zip(edges, beside, strict=True)))


class Loop(NamedTuple):
    """A loop as far as it is drawn: the edges that are lines, and those that are lines or may still become lines."""

    lines: Area
    usable: Area


@cached_per_board
def drawn_loop(board: Board, layer: str) -> Loop:
    """Return the loop that the marks of a layer draw; the places of the layer must be the edges of the loop's track."""
    marks, places = board.decided_marks(layer), board.genre.mark_layer(layer).places(board.grid)
    lines = frozenset([edge for edge, mark in marks.items() if mark == "line"])
    if len(marks) == len(places):
        return Loop(lines, usable=lines)
    return Loop(lines, usable=frozenset(edge for edge in places if marks.get(edge) != "cross"))


def branches_and_ends(track: Track, loop: Loop) -> list[int]:
    """Return the vertices where the loop branches, or ends and can no longer continue."""
    lines_at = Counter(chain.from_iterable(map(track.ends.__getitem__, loop.lines)))
    undecided = loop.usable - loop.lines
    return sorted(
        vertex
        for vertex, lines in lines_at.items()
        if lines > 2 or (lines == 1 and undecided.isdisjoint(track.edges_at[vertex]))
    )


def stray_pieces(track: Track, loop: Loop) -> list[Area]:
    """Return the pieces of line that can no longer be joined to the longest piece."""
    if _form_one_chain(track, loop.usable):
        return []

    def meeting_edges(edge: int) -> Iterator[int]:
        return chain.from_iterable(track.edges_at[end] for end in track.ends[edge])

    components = connected_components(sorted(loop.usable), meeting_edges)
    pieces = [loop.lines & component for component in components if not loop.lines.isdisjoint(component)]
    return sorted(pieces, key=len)[:-1]


def _form_one_chain(track: Track, edges: Area) -> bool:
    """Return whether edges form one chain, open or closed, without a branch; quick, and true of the usual loop."""
    far_end: dict[int, int | None] = {}  # of the chain that ends in a vertex; None at the vertices within a chain
    closed = 0
    for one, other in map(track.ends.__getitem__, edges):
        first, last = far_end.get(one, one), far_end.get(other, other)
        if first is None or last is None:
            return False  # a branch
        far_end[one] = far_end[other] = None
        if first == other:
            closed += 1
        else:
            far_end[first], far_end[last] = last, first
    chains = len(far_end) - len(edges) + closed  # each edge joins two chains of vertices, or closes one
    return chains == 1


def has_no_loop(loop: Loop) -> bool:
    """Return whether every edge is crossed out, so that no loop can be drawn."""
    return not loop.usable


def unvisited_vertices(track: Track, loop: Loop) -> list[int]:
    """Return the vertices that the loop can no longer visit."""
    return [vertex for vertex in track.vertices if loop.usable.isdisjoint(track.edges_at[vertex])]
