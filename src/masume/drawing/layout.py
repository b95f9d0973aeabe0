"""Where the places of a grid lie in a picture, for grids of any shape."""

from collections.abc import Iterable, Sequence
from itertools import chain
from math import atan2, ceil, dist, sqrt

from masume.core.grid import Grid, cached_per_grid, cached_per_place, frame_edges, inner_edges
from masume.drawing.polylines import Polyline, join_segments
from masume.drawing.scene import Point, Ring

_MIN_TURN = 1e-6  # radians; anything less is straight


@cached_per_place
def cell_middle(grid: Grid, cell: int) -> Point:
    """Return the middle of a cell."""
    points = [grid.point(corner) for corner in grid.corners_of(cell)]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def cell_polygon(grid: Grid, cell: int, inset: float = 0.0) -> Ring:
    """Return the corners of a cell in order, each moved by the fraction `inset` of the way to the middle."""
    (x, y), points = cell_middle(grid, cell), (grid.point(corner) for corner in grid.corners_of(cell))
    return tuple((u + (x - u) * inset, v + (y - v) * inset) for u, v in points)


def square_polygon(row: int, col: int) -> Ring:
    """Return the corners of the cell of a square grid at this position, even if the grid has no such cell."""
    return (col, row), (col + 1, row), (col + 1, row + 1), (col, row + 1)


def edge_middle(grid: Grid, edge: int) -> Point:
    """Return the middle of an edge."""
    (x, y), (u, v) = map(grid.point, grid.ends(edge))
    return (x + u) / 2, (y + v) / 2


def trace_edges(grid: Grid, edges: Iterable[int]) -> list[Polyline]:
    """Return lines along edges, joined where edges meet."""
    return join_segments(map(grid.ends, edges), grid.point)


def trace_across_edges(grid: Grid, edges: Iterable[int]) -> list[Polyline]:
    """Return lines across edges, from the middle of one cell to the middle of its neighbour, joined where they meet."""
    pairs = ((cell, neighbour) for cell, neighbour in map(grid.cells_beside, edges))
    return join_segments(pairs, lambda cell: cell_middle(grid, cell))


def trace_outline(grid: Grid, cells: Iterable[int]) -> tuple[Ring, ...]:
    """Return the rings around cells; adjacent cells form one area."""
    counts: dict[int, int] = {}
    for edge in chain.from_iterable(map(grid.edges_of, cells)):
        counts[edge] = counts.get(edge, 0) + 1
    boundary = (grid.ends(edge) for edge, count in counts.items() if count == 1)
    return tuple(ring.points for ring in join_segments(boundary, grid.point, rings=True))


def trace_inner_outline(grid: Grid, cells: Iterable[int], depth: float) -> list[Ring]:
    """Return the rings that run `depth` inside the outline of cells; cells that touch only in a corner share none."""
    next_corners: dict[int, list[int]] = {}
    for start, end in _boundary_sides(grid, cells):
        next_corners.setdefault(start, []).append(end)
    rings = []
    for start in next_corners:
        while next_corners[start]:
            ring = [start, next_corners[start].pop()]
            while ring[-1] != start:
                before, here = map(grid.point, ring[-2:])
                ahead = max(next_corners[ring[-1]], key=lambda corner: _turn_angle(before, here, grid.point(corner)))
                next_corners[ring[-1]].remove(ahead)
                ring.append(ahead)
            rings.append(_shrink([grid.point(corner) for corner in ring[:-1]], depth))
    return rings


def _boundary_sides(grid: Grid, cells: Iterable[int]) -> dict[tuple[int, int], None]:
    """Return the sides between these cells and all others as (start, end), directed like the corners of their cell."""
    sides: dict[tuple[int, int], None] = {}
    for cell in cells:
        corners = grid.corners_of(cell)
        for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
            if (end, start) in sides:
                del sides[end, start]
            else:
                sides[start, end] = None
    return sides


def _turn_angle(before: Point, here: Point, ahead: Point) -> float:
    """Return the angle in radians between two steps; it is positive for a turn to the right."""
    (x, y), (u, v) = (here[0] - before[0], here[1] - before[1]), (ahead[0] - here[0], ahead[1] - here[1])
    return atan2(x * v - y * u, x * u + y * v)


def _shrink(ring: Sequence[Point], depth: float) -> Ring:
    """Return a clockwise ring with its sides moved inwards by `depth`, without the points on straight lines."""
    corners = []
    for before, here, ahead in zip((ring[-1], *ring), ring, (*ring[1:], ring[0]), strict=False):
        if abs(_turn_angle(before, here, ahead)) > _MIN_TURN:
            (x, y), (u, v) = _inward_normal(before, here), _inward_normal(here, ahead)
            distance = depth / (1 + x * u + y * v)
            corners.append((here[0] + distance * (x + u), here[1] + distance * (y + v)))
    return tuple(corners)


def _inward_normal(start: Point, end: Point) -> Point:
    """Return the unit vector at a right angle to a side, to its right: inwards if the ring runs clockwise."""
    length = dist(start, end)
    return (start[1] - end[1]) / length, (end[0] - start[0]) / length


def trace_hatching(polygon: Ring, gap: float) -> list[tuple[Point, Point]]:
    """Return the diagonal lines, at this distance from each other, that fill a convex polygon."""
    sums = [x + y for x, y in polygon]
    step, low = gap * sqrt(2), min(sums)
    sides = list(zip(polygon, (*polygon[1:], polygon[0]), strict=True))
    number = ceil((max(sums) - low) / step) - 1
    segments = []
    for level in (low + (max(sums) - low) * (index + 1) / (number + 1) for index in range(number)):
        crossings = [_point_at(side, level) for side in sides if (sum(side[0]) < level) != (sum(side[1]) < level)]
        segments.append((min(crossings), max(crossings)))
    return segments


def _point_at(side: tuple[Point, Point], level: float) -> Point:
    """Return the point of a side whose coordinates add up to `level`."""
    (x, y), (u, v) = side
    part = (level - x - y) / (u + v - x - y)
    return x + part * (u - x), y + part * (v - y)


@cached_per_grid
def trace_lattice(grid: Grid) -> list[Polyline]:
    """Return the lines between cells."""
    return trace_edges(grid, inner_edges(grid))


@cached_per_grid
def trace_frame(grid: Grid) -> list[Polyline]:
    """Return the lines around the grid, and around its holes."""
    return trace_edges(grid, frame_edges(grid))


@cached_per_grid
def bounding_box(grid: Grid) -> tuple[float, float, float, float]:
    """Return the left, top, right and bottom of all corners."""
    xs, ys = zip(*map(grid.point, grid.corners), strict=True)
    return min(xs), min(ys), max(xs), max(ys)
