"""Where the places of any grid lie in a picture."""

from collections.abc import Iterable
from itertools import chain

from masume.core.grid import Grid, frame_edges, inner_edges, once_per_grid, once_per_place
from masume.drawing.scene import Point, Ring
from masume.drawing.tracing import Trace, traced


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
