"""Places that are pointed out, on a pale ground: cells of hints by their corners, those of errors by a dashed frame.

Each line has a rim of the paper's colour, so that it shows on black cells, and lies within its cell, so that it is not
taken for a wall or a loop.
"""

from collections.abc import Iterable, Iterator

from masume.core.grid import Grid
from masume.core.places import Place, PlaceKind
from masume.drawing import layout
from masume.drawing.roles import Role
from masume.drawing.scene import Circle, Line, Point, Polygon, Ring, Tone
from masume.drawing.stage import Level, Stage

WIDTH, RIM = 0.06, 0.05
INSET = 0.16  # of the way from a corner of a cell to its middle
ARM = 0.2  # of a side, of the frame within a cell


def highlight(stage: Stage, places: Iterable[Place], role: Role) -> None:
    """Point out places of any kind."""
    grid = stage.grid
    pointed = dict.fromkeys(member for place in places for member in _members(grid, place))
    cells = [place for place in pointed if grid.kind_of(place) is PlaceKind.CELL]
    for place in pointed:
        match grid.kind_of(place):
            case PlaceKind.EDGE:
                points = tuple(map(grid.point, grid.ends(place)))
                stage.put(Line(points, role, 0.34, Tone.TINT), level=Level.TINT)
                _ring(stage, layout.edge_middle(grid, place), 0.2, role)
            case PlaceKind.CORNER:
                _ring(stage, grid.point(place), 0.24, role)
    if not cells:
        return
    stage.put(Polygon(layout.outline(grid, cells), role, Tone.TINT), level=Level.TINT)
    for cell in cells:
        frame = layout.polygon(grid, cell, INSET)
        whole = Line(frame, role, WIDTH, closed=True, dashed=True)
        lines = [whole] if role is Role.ERROR else [Line(corner, role, WIDTH) for corner in _corners(frame)]
        stage.put(*(line._replace(width=WIDTH + RIM, tone=Tone.PAPER, dashed=False) for line in lines), *lines)


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


def _members(grid: Grid, place: Place) -> Iterable[int]:
    """The cells, edges and corners that a place is made of."""
    if not isinstance(place, int):
        grid.kind_of(place)  # which refuses what is no place
        return [member for each in place for member in _members(grid, each)]
    match grid.kind_of(place):
        case PlaceKind.LINE:
            return grid.cells_on(place)
        case PlaceKind.SEAT:
            return grid.view(place)
        case PlaceKind.BOARD:
            return grid.cells
    return (place,)
