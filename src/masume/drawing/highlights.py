"""Places that are pointed out, on a pale ground: hints by the corners of their cells, errors by a dashed frame, and
what a hint rests on by a dotted line around all of it.

Lines have a rim of the paper's colour, so that they show on black cells, and lie within their cells, so that they are
not taken for walls or loops.  Reasons lie under all that a board shows, for there may be many, and inside the frames
of hints and errors, for a place may be both.
"""

from collections.abc import Collection, Iterable, Iterator
from math import dist

from masume.core.grid import Grid
from masume.core.places import Place, PlaceKind
from masume.drawing import layout
from masume.drawing.board_view import members
from masume.drawing.polylines import Trace
from masume.drawing.roles import Role
from masume.drawing.scene import Circle, Line, Point, Polygon, Ring, Tone
from masume.drawing.scene_builder import Level, Stage

WIDTH, RIM = 0.06, 0.05
BAND = 0.34  # how wide the ground of an edge is
INSET = 0.16  # of the way from a corner of a cell to its middle
ARM = 0.2  # of a side, of the frame within a cell
DOT, DEPTH = 0.05, 0.18  # of the line around reasons: how wide it is, how far within its cells
ASIDE, SHORT = 0.12, 0.2  # how far from an edge, and where along it that begins
SQUARE = 0.25  # half a side of the square around a corner: outside a ring at its own corners


def highlight(stage: Stage, places: Iterable[Place], role: Role) -> None:
    """Point out hints or errors, places of any kind."""
    grid = stage.grid
    pointed = members(grid, places)
    _lay_ground(stage, pointed, role)
    for place in pointed:
        match grid.kind_of(place):
            case PlaceKind.EDGE:
                _ring(stage, layout.edge_middle(grid, place), 0.2, role)
            case PlaceKind.CORNER:
                _ring(stage, grid.point(place), 0.24, role)
            case _:
                frame = layout.polygon(grid, place, INSET)
                whole = Line(frame, role, WIDTH, closed=True, dashed=True)
                lines = [whole] if role is Role.ERROR else [Line(corner, role, WIDTH) for corner in _corners(frame)]
                stage.put(*(line._replace(width=WIDTH + RIM, tone=Tone.PAPER, dashed=False) for line in lines), *lines)


def explain(stage: Stage, places: Iterable[Place]) -> None:
    """Show what a hint rests on, places of any kind; cells side by side are one area."""
    grid = stage.grid
    pointed = members(grid, places)
    _lay_ground(stage, pointed, Role.REASON)
    cells = dict.fromkeys(place for place in pointed if grid.kind_of(place) is PlaceKind.CELL)
    traces = [Trace(ring, True) for ring in layout.inner_outline(grid, cells, DEPTH)]
    for place in pointed:
        match grid.kind_of(place):
            case PlaceKind.EDGE:
                traces += _beside(grid, place, cells)
            case PlaceKind.CORNER:
                x, y = grid.point(place)
                ways = ((-SQUARE, -SQUARE), (SQUARE, -SQUARE), (SQUARE, SQUARE), (-SQUARE, SQUARE))
                traces.append(Trace(tuple((x + p, y + q) for p, q in ways), True))
                stage.put(Circle((x, y), SQUARE, Role.REASON, tone=Tone.TINT), level=Level.TINT)
    lines = [Line(points, Role.REASON, DOT, closed=closed, dotted=True) for points, closed in traces]
    rims = (line._replace(width=DOT + RIM, tone=Tone.PAPER) for line in lines)
    stage.put(*rims, *lines, level=Level.LATTICE)


def _beside(grid: Grid, edge: int, cells: Collection[int]) -> Iterator[Trace]:
    """A line on either side of an edge; where a cell that is a reason has its line, that is enough on its side."""
    (x, y), (u, v) = map(grid.point, grid.ends(edge))
    there = [layout.middle(grid, cell) for cell in grid.cells_beside(edge) if cell in cells]
    for way in (-ASIDE / dist((x, y), (u, v)), ASIDE / dist((x, y), (u, v))):
        p, q = way * (y - v), way * (u - x)
        if len(there) == 1 and p * (there[0][0] - x) + q * (there[0][1] - y) > 0:
            continue
        ends = ((x + share * (u - x) + p, y + share * (v - y) + q) for share in (SHORT, 1 - SHORT))
        yield Trace(tuple(ends), False)


def _lay_ground(stage: Stage, places: list[int], role: Role) -> None:
    """A pale ground under cells and edges."""
    grid = stage.grid
    for edge in (place for place in places if grid.kind_of(place) is PlaceKind.EDGE):
        stage.put(Line(tuple(map(grid.point, grid.ends(edge))), role, BAND, Tone.TINT), level=Level.TINT)
    if cells := [place for place in places if grid.kind_of(place) is PlaceKind.CELL]:
        stage.put(Polygon(layout.outline(grid, cells), role, Tone.TINT), level=Level.TINT)


def _corners(frame: Ring) -> Iterator[Ring]:
    """The corners of a frame, each with a piece of the two sides that meet there."""
    for before, here, after in zip((frame[-1], *frame), frame, (*frame[1:], frame[0]), strict=False):
        yield _towards(here, before), here, _towards(here, after)


def _towards(here: Point, there: Point) -> Point:
    return here[0] + ARM * (there[0] - here[0]), here[1] + ARM * (there[1] - here[1])


def _ring(stage: Stage, at: Point, radius: float, role: Role) -> None:
    """A ring around a hint, two around an error."""
    for size in (radius, radius / 2) if role is Role.ERROR else (radius,):
        stage.put(Circle(at, size, role, WIDTH + RIM, Tone.PAPER), Circle(at, size, role, WIDTH))
