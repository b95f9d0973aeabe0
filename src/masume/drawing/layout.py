"""Where the places of any grid lie in a picture."""

from collections.abc import Iterable, Sequence
from itertools import chain
from math import atan2, dist

from masume.core.grid import Grid, frame_edges, inner_edges, once_per_grid, once_per_place
from masume.drawing.polylines import Trace, traced
from masume.drawing.scene import Point, Ring

_STRAIGHT = 1e-6


@once_per_place
def middle(grid: Grid, cell: int) -> Point:
    """The middle of a cell."""
    points = [grid.point(corner) for corner in grid.corners_of(cell)]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def polygon(grid: Grid, cell: int, inset: float = 0.0) -> Ring:
    """The corners of a cell in order, each moved so large a part of its way towards the middle."""
    (x, y), points = middle(grid, cell), (grid.point(corner) for corner in grid.corners_of(cell))
    return tuple((u + (x - u) * inset, v + (y - v) * inset) for u, v in points)


def square(row: int, col: int) -> Ring:
    """The corners of a cell of a square grid, whether the grid has it or not."""
    return (col, row), (col + 1, row), (col + 1, row + 1), (col, row + 1)


def edge_middle(grid: Grid, edge: int) -> Point:
    """The middle of an edge."""
    (x, y), (u, v) = map(grid.point, grid.ends(edge))
    return (x + u) / 2, (y + v) / 2


def along(grid: Grid, edges: Iterable[int]) -> list[Trace]:
    """Lines along edges."""
    return traced(map(grid.ends, edges), grid.point)


def between(grid: Grid, edges: Iterable[int]) -> list[Trace]:
    """Lines across edges, from the middles of cells to those of their neighbours."""
    pairs = ((one, other) for one, other in map(grid.cells_beside, edges))
    return traced(pairs, lambda cell: middle(grid, cell))


def outline(grid: Grid, cells: Iterable[int]) -> tuple[Ring, ...]:
    """The rings around cells, of which neighbours make one area."""
    times: dict[int, int] = {}
    for edge in chain.from_iterable(map(grid.edges_of, cells)):
        times[edge] = times.get(edge, 0) + 1
    rings = traced((grid.ends(edge) for edge, number in times.items() if number == 1), grid.point, rings=True)
    return tuple(ring.points for ring in rings)


def inner_outline(grid: Grid, cells: Iterable[int], depth: float) -> list[Ring]:
    """The rings so deep within the outline of cells; those that only touch in a corner have rings of their own."""
    ahead: dict[int, list[int]] = {}
    for one, other in _sides(grid, cells):
        ahead.setdefault(one, []).append(other)
    rings = []
    for start in ahead:
        while ahead[start]:
            ring = [start, ahead[start].pop()]
            while ring[-1] != start:
                before, here = map(grid.point, ring[-2:])
                onward = max(ahead[ring[-1]], key=lambda way: _turn(before, here, grid.point(way)))
                ahead[ring[-1]].remove(onward)
                ring.append(onward)
            rings.append(_shrunk([grid.point(corner) for corner in ring[:-1]], depth))
    return rings


def _sides(grid: Grid, cells: Iterable[int]) -> dict[tuple[int, int], None]:
    """The sides between these cells and all else, each from end to end in the order of its cell's corners."""
    sides: dict[tuple[int, int], None] = {}
    for cell in cells:
        corners = grid.corners_of(cell)
        for one, other in zip(corners, (*corners[1:], corners[0]), strict=True):
            if (other, one) in sides:
                del sides[other, one]
            else:
                sides[one, other] = None
    return sides


def _turn(before: Point, here: Point, ahead: Point) -> float:
    """By which angle one turns to the right."""
    (x, y), (u, v) = (here[0] - before[0], here[1] - before[1]), (ahead[0] - here[0], ahead[1] - here[1])
    return atan2(x * v - y * u, x * u + y * v)


def _shrunk(ring: Sequence[Point], depth: float) -> Ring:
    """A ring that turns to the right, with its sides moved inwards."""
    found = []
    for before, here, ahead in zip((ring[-1], *ring), ring, (*ring[1:], ring[0]), strict=False):
        if abs(_turn(before, here, ahead)) > _STRAIGHT:
            (x, y), (u, v) = _inwards(before, here), _inwards(here, ahead)
            far = depth / (1 + x * u + y * v)
            found.append((here[0] + far * (x + u), here[1] + far * (y + v)))
    return tuple(found)


def _inwards(one: Point, other: Point) -> Point:
    """The step of length one to the right of a side."""
    length = dist(one, other)
    return (one[1] - other[1]) / length, (other[0] - one[0]) / length


@once_per_grid
def lattice(grid: Grid) -> list[Trace]:
    """The lines between all cells."""
    return along(grid, inner_edges(grid))


@once_per_grid
def frame(grid: Grid) -> list[Trace]:
    """The lines around all cells, around holes too."""
    return along(grid, frame_edges(grid))


@once_per_grid
def box(grid: Grid) -> tuple[float, float, float, float]:
    """The least and the greatest x and y of all corners."""
    xs, ys = zip(*map(grid.point, grid.corners), strict=True)
    return min(xs), min(ys), max(xs), max(ys)
