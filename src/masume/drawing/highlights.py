"""Highlights: places that are pointed out.

Hints show the corners of their cells and errors have a dashed frame, both on a pale background.  Three kinds of lines
show what hints are based on: a solid one around the place of a rule, such as a clue; a dotted one around other reasons,
such as known marks; and one of short ties, like a railway, around what separates two parts.

The lines have a rim in the colour of the paper, so that they are visible on black cells.  They run inside their cells,
so that they cannot be mistaken for walls or loops.  All but hints and errors are drawn below everything else on the
board, because there may be many, and at different depths inside their cells, because a place may have several.
"""

from collections.abc import Collection, Iterable, Iterator
from math import dist
from typing import NamedTuple

from masume.core.grid import Grid, runs
from masume.core.phrases import has_run_clue
from masume.core.places import Place, PlaceKind
from masume.drawing import layout
from masume.drawing.board_view import expand_places
from masume.drawing.polylines import Polyline
from masume.drawing.roles import Role
from masume.drawing.run_clue_cells import run_clue_spots
from masume.drawing.scene import Circle, Line, Pattern, Point, Points, Polygon, Ring, Shape, Tone
from masume.drawing.scene_builder import Level, SceneBuilder

LINE_WIDTH, RIM_WIDTH = 0.06, 0.05
EDGE_BACKGROUND_WIDTH = 0.34
FRAME_INSET = 0.16  # how far a frame is from the corners of its cell, as a fraction of the way to the middle
MIDDLE_INSET = 0.4  # the same for the middle of a cell, where its background leaves a pale fill visible
CORNER_ARM = 0.2  # the fraction of a side that is drawn at each end: hints show only the corners of their frame
EDGE_DISTANCE, EDGE_SHORTENING = 0.12, 0.2  # of lines beside an edge: how far away, how much shorter at each end
EDGE_TIE_LENGTH = 0.3  # of ties across an edge
CLUE_RING = 0.62  # the radius of the ring around the clue of a run, in units of the clue's size


class _Outline(NamedTuple):
    """The line around places of one role: how far inside its cells it runs, how wide it is, and its pattern."""

    depth: float
    width: float
    pattern: Pattern
    half_corner_square: float  # half a side of the square around a corner
    has_background: bool = False
    is_shared: bool = True  # by adjacent cells of different places


_OUTLINES = {
    Role.RULE: _Outline(0.11, 0.045, Pattern.SOLID, 0.25, has_background=True, is_shared=False),
    # The vertices of this square around a corner lie outside the ring of a hint.
    Role.REASON: _Outline(0.18, 0.05, Pattern.DOTTED, 0.25, has_background=True),
    Role.BOUNDARY: _Outline(0.17, 0.13, Pattern.TIES, 0.2),
}


def draw_highlights(builder: SceneBuilder, places: Iterable[Place | str], role: Role) -> None:
    """Point out places of any kind as hints or errors."""
    grid = builder.grid
    parts = expand_places(grid, places)
    run_clues = {part for part in parts if has_run_clue(builder.board, part)}
    _draw_background(builder, [part for part in parts if part not in run_clues], role)
    for part in parts:
        match grid.kind_of(part):
            case PlaceKind.EDGE if part in run_clues:
                _draw_clue_ring(builder, part, role)
            case PlaceKind.EDGE:
                _draw_ring(builder, layout.edge_middle(grid, part), 0.2, role)
            case PlaceKind.CORNER:
                _draw_ring(builder, grid.point(part), 0.24, role)
            case _:
                _draw_cell_frame(builder, layout.cell_polygon(grid, part, FRAME_INSET), role)


def _draw_cell_frame(builder: SceneBuilder, frame: Ring, role: Role) -> None:
    """Draw a dashed frame for an error, the corners of one for a hint."""
    if role is Role.ERROR:
        lines = [Line(frame, role, LINE_WIDTH, closed=True, pattern=Pattern.DASHED)]
    else:
        lines = [Line(corner, role, LINE_WIDTH) for corner in _frame_corners(frame)]
    rims = [line._replace(width=LINE_WIDTH + RIM_WIDTH, tone=Tone.PAPER, pattern=Pattern.SOLID) for line in lines]
    builder.put(*rims, *lines)


def draw_outlines(builder: SceneBuilder, places: Iterable[Place | str], role: Role) -> None:
    """Point out places of any kind as what hints are based on.

    Each place of a rule has an outline of its own; adjacent cells of other kinds of places share one.
    """
    grid, outline = builder.grid, _OUTLINES[role]
    places = _with_runs(builder, places, role)
    parts = expand_places(grid, places)
    if outline.has_background:
        _draw_background(builder, parts, role)
    cells = dict.fromkeys(part for part in parts if grid.kind_of(part) is PlaceKind.CELL)
    areas = [cells] if outline.is_shared else dict.fromkeys(tuple(_cells_of(grid, place)) for place in places)
    outlines = [
        Polyline(ring, True) for area in areas for ring in layout.trace_inner_outline(grid, area, outline.depth)
    ]
    for part in parts:
        match grid.kind_of(part):
            case PlaceKind.EDGE if outline.pattern is Pattern.TIES:
                ends = tuple(map(grid.point, grid.ends(part)))
                builder.put(Line(ends, role, EDGE_TIE_LENGTH, pattern=Pattern.TIES), level=Level.LATTICE)
            case PlaceKind.EDGE:
                outlines += _lines_beside(grid, part, cells)
            case PlaceKind.CORNER:
                (x, y), half = grid.point(part), outline.half_corner_square
                square = (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)
                outlines.append(Polyline(square, True))
                if outline.has_background:
                    builder.put(Circle((x, y), half, role, tone=Tone.TINT), level=Level.TINT)
    lines = [Line(points, role, outline.width, closed=closed, pattern=outline.pattern) for points, closed in outlines]
    rim = Pattern.DOTTED if outline.pattern is Pattern.DOTTED else Pattern.SOLID
    rims = (line._replace(width=outline.width + RIM_WIDTH, tone=Tone.PAPER, pattern=rim) for line in lines)
    builder.put(*rims, *lines, level=Level.LATTICE)


def _with_runs(builder: SceneBuilder, places: Iterable[Place | str], role: Role) -> list[Place | str]:
    """Return the places, with the cells of a run instead of the edge that has its clue; the clue gets a ring."""
    grid, expanded = builder.grid, list[Place | str]()
    for place in places:
        if isinstance(place, int) and place in grid.edges and has_run_clue(builder.board, place):
            expanded.append(runs(grid)[place])
            spot = run_clue_spots(grid)[place]
            builder.put(Circle(spot.middle, CLUE_RING * spot.size, role, RIM_WIDTH, Tone.AREA))
        else:
            expanded.append(place)
    return expanded


def _cells_of(grid: Grid, place: Place | str) -> Iterator[int]:
    return (part for part in expand_places(grid, [place]) if grid.kind_of(part) is PlaceKind.CELL)


def _lines_beside(grid: Grid, edge: int, outlined_cells: Collection[int]) -> Iterator[Polyline]:
    """Yield a line on either side of an edge.

    If exactly one of the cells beside the edge is outlined, that side has no line, because the outline of the cell
    already runs there.
    """
    (x, y), (u, v) = map(grid.point, grid.ends(edge))
    middles = [layout.cell_middle(grid, cell) for cell in grid.cells_beside(edge) if cell in outlined_cells]
    for factor in (-EDGE_DISTANCE / dist((x, y), (u, v)), EDGE_DISTANCE / dist((x, y), (u, v))):
        p, q = factor * (y - v), factor * (u - x)
        if len(middles) == 1 and p * (middles[0][0] - x) + q * (middles[0][1] - y) > 0:
            continue
        ends = ((x + part * (u - x) + p, y + part * (v - y) + q) for part in (EDGE_SHORTENING, 1 - EDGE_SHORTENING))
        yield Polyline(tuple(ends), False)


def _draw_background(builder: SceneBuilder, parts: list[int], role: Role) -> None:
    """Draw a pale background under cells and edges; it leaves the middle of cells free whose mark is a pale fill."""
    grid = builder.grid
    for edge in (part for part in parts if grid.kind_of(part) is PlaceKind.EDGE):
        ends = tuple(map(grid.point, grid.ends(edge)))
        builder.put(Line(ends, role, EDGE_BACKGROUND_WIDTH, Tone.TINT), level=Level.TINT)
    if cells := [part for part in parts if grid.kind_of(part) is PlaceKind.CELL]:
        holes = (layout.cell_polygon(grid, cell, MIDDLE_INSET) for cell in cells if cell in builder.tinted)
        builder.put(Polygon((*layout.trace_outline(grid, cells), *holes), role, Tone.TINT), level=Level.TINT)


def sample(role: Role) -> list[Shape]:
    """Return how a hint or what it is based on looks, in a square with sides of length 1: for legends."""
    square = (0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)
    background = Polygon((square,), role, Tone.TINT)
    if role not in _OUTLINES:
        inner = tuple((0.5 + (x - 0.5) * (1 - FRAME_INSET), 0.5 + (y - 0.5) * (1 - FRAME_INSET)) for x, y in square)
        return [background, *(Line(corner, role, 2 * LINE_WIDTH) for corner in _frame_corners(inner))]
    depth, width, pattern, _, has_background, _ = _OUTLINES[role]
    ring = tuple((0.5 + (x - 0.5) * (1 - 2 * depth), 0.5 + (y - 0.5) * (1 - 2 * depth)) for x, y in square)
    line = Line(ring, role, width if pattern is Pattern.TIES else 2 * width, closed=True, pattern=pattern)
    return [background, line] if has_background else [line]


def _frame_corners(frame: Ring) -> Iterator[Points]:
    """Yield the corners of a frame, each with a piece of the two sides that meet there."""
    for before, here, after in zip((frame[-1], *frame), frame, (*frame[1:], frame[0]), strict=False):
        yield _point_towards(here, before), here, _point_towards(here, after)


def _point_towards(start: Point, end: Point) -> Point:
    return start[0] + CORNER_ARM * (end[0] - start[0]), start[1] + CORNER_ARM * (end[1] - start[1])


def _draw_clue_ring(builder: SceneBuilder, edge: int, role: Role) -> None:
    """Draw one ring around the clue of a run for a hint, two for an error."""
    spot = run_clue_spots(builder.grid)[edge]
    for factor in (1, 1.4) if role is Role.ERROR else (1,):
        builder.put(Circle(spot.middle, factor * CLUE_RING * spot.size, role, LINE_WIDTH))


def _draw_ring(builder: SceneBuilder, middle: Point, radius: float, role: Role) -> None:
    """Draw one ring for a hint, two for an error."""
    for size in (radius, radius / 2) if role is Role.ERROR else (radius,):
        rim = Circle(middle, size, role, LINE_WIDTH + RIM_WIDTH, Tone.PAPER)
        builder.put(rim, Circle(middle, size, role, LINE_WIDTH))
