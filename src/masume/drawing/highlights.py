"""Highlights: places that are pointed out, each on a pale background.

Hints show the corners of their cells, errors have a dashed frame, and reasons, which hints are based on, have a dotted
line around all of their cells.

The lines have a rim in the colour of the paper, so that they are visible on black cells.  They run inside their cells,
so that they cannot be mistaken for walls or loops.  Reasons are drawn below everything else on the board, because there
may be many, and inside the frames of hints and errors, because a place may be both.
"""

from collections.abc import Collection, Iterable, Iterator
from math import dist

from masume.core.grid import Grid
from masume.core.places import Place, PlaceKind
from masume.drawing import layout
from masume.drawing.board_view import expand_places
from masume.drawing.polylines import Polyline
from masume.drawing.roles import Role
from masume.drawing.scene import Circle, Line, Point, Points, Polygon, Ring, Tone
from masume.drawing.scene_builder import Level, SceneBuilder

LINE_WIDTH, RIM_WIDTH = 0.06, 0.05
EDGE_BACKGROUND_WIDTH = 0.34
FRAME_INSET = 0.16  # how far a frame is from the corners of its cell, as a fraction of the way to the middle
CORNER_ARM = 0.2  # the fraction of a side that is drawn at each end: hints show only the corners of their frame
DOT_WIDTH, REASON_DEPTH = 0.05, 0.18  # of the dotted line around reasons: its width, how far inside the cells it runs
EDGE_DISTANCE, EDGE_SHORTENING = 0.12, 0.2  # of dotted lines beside an edge: how far away, how much shorter at each end
HALF_CORNER_SQUARE = 0.25  # half a side of the square around a corner; its vertices lie outside the ring of a hint


def draw_highlights(builder: SceneBuilder, places: Iterable[Place | str], role: Role) -> None:
    """Point out places of any kind as hints or errors."""
    grid = builder.grid
    parts = expand_places(grid, places)
    _draw_background(builder, parts, role)
    for part in parts:
        match grid.kind_of(part):
            case PlaceKind.EDGE:
                _draw_ring(builder, layout.edge_middle(grid, part), 0.2, role)
            case PlaceKind.CORNER:
                _draw_ring(builder, grid.point(part), 0.24, role)
            case _:
                _draw_cell_frame(builder, layout.cell_polygon(grid, part, FRAME_INSET), role)


def _draw_cell_frame(builder: SceneBuilder, frame: Ring, role: Role) -> None:
    """Draw a dashed frame for an error, the corners of one for a hint."""
    if role is Role.ERROR:
        lines = [Line(frame, role, LINE_WIDTH, closed=True, dashed=True)]
    else:
        lines = [Line(corner, role, LINE_WIDTH) for corner in _frame_corners(frame)]
    rims = [line._replace(width=LINE_WIDTH + RIM_WIDTH, tone=Tone.PAPER, dashed=False) for line in lines]
    builder.put(*rims, *lines)


def draw_reasons(builder: SceneBuilder, places: Iterable[Place | str]) -> None:
    """Point out places of any kind as reasons; adjacent cells share one outline."""
    grid = builder.grid
    parts = expand_places(grid, places)
    _draw_background(builder, parts, Role.REASON)
    cells = dict.fromkeys(part for part in parts if grid.kind_of(part) is PlaceKind.CELL)
    outlines = [Polyline(ring, True) for ring in layout.trace_inner_outline(grid, cells, REASON_DEPTH)]
    for part in parts:
        match grid.kind_of(part):
            case PlaceKind.EDGE:
                outlines += _lines_beside(grid, part, cells)
            case PlaceKind.CORNER:
                (x, y), half = grid.point(part), HALF_CORNER_SQUARE
                square = (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)
                outlines.append(Polyline(square, True))
                builder.put(Circle((x, y), half, Role.REASON, tone=Tone.TINT), level=Level.TINT)
    lines = [Line(points, Role.REASON, DOT_WIDTH, closed=closed, dotted=True) for points, closed in outlines]
    rims = (line._replace(width=DOT_WIDTH + RIM_WIDTH, tone=Tone.PAPER) for line in lines)
    builder.put(*rims, *lines, level=Level.LATTICE)


def _lines_beside(grid: Grid, edge: int, reason_cells: Collection[int]) -> Iterator[Polyline]:
    """Yield a line on either side of an edge.

    If exactly one of the cells beside the edge is a reason, that side has no line, because the outline of the cell
    already runs there.
    """
    (x, y), (u, v) = map(grid.point, grid.ends(edge))
    middles = [layout.cell_middle(grid, cell) for cell in grid.cells_beside(edge) if cell in reason_cells]
    for factor in (-EDGE_DISTANCE / dist((x, y), (u, v)), EDGE_DISTANCE / dist((x, y), (u, v))):
        p, q = factor * (y - v), factor * (u - x)
        if len(middles) == 1 and p * (middles[0][0] - x) + q * (middles[0][1] - y) > 0:
            continue
        ends = ((x + part * (u - x) + p, y + part * (v - y) + q) for part in (EDGE_SHORTENING, 1 - EDGE_SHORTENING))
        yield Polyline(tuple(ends), False)


def _draw_background(builder: SceneBuilder, parts: list[int], role: Role) -> None:
    """Draw a pale background under cells and edges."""
    grid = builder.grid
    for edge in (part for part in parts if grid.kind_of(part) is PlaceKind.EDGE):
        ends = tuple(map(grid.point, grid.ends(edge)))
        builder.put(Line(ends, role, EDGE_BACKGROUND_WIDTH, Tone.TINT), level=Level.TINT)
    if cells := [part for part in parts if grid.kind_of(part) is PlaceKind.CELL]:
        builder.put(Polygon(layout.trace_outline(grid, cells), role, Tone.TINT), level=Level.TINT)


def _frame_corners(frame: Ring) -> Iterator[Points]:
    """Yield the corners of a frame, each with a piece of the two sides that meet there."""
    for before, here, after in zip((frame[-1], *frame), frame, (*frame[1:], frame[0]), strict=False):
        yield _point_towards(here, before), here, _point_towards(here, after)


def _point_towards(start: Point, end: Point) -> Point:
    return start[0] + CORNER_ARM * (end[0] - start[0]), start[1] + CORNER_ARM * (end[1] - start[1])


def _draw_ring(builder: SceneBuilder, middle: Point, radius: float, role: Role) -> None:
    """Draw one ring for a hint, two for an error."""
    for size in (radius, radius / 2) if role is Role.ERROR else (radius,):
        rim = Circle(middle, size, role, LINE_WIDTH + RIM_WIDTH, Tone.PAPER)
        builder.put(rim, Circle(middle, size, role, LINE_WIDTH))
