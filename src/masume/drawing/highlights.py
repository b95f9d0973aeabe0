"""Places that are pointed out: hints by a whole line around a pale ground, errors by a dashed one."""

from collections.abc import Iterable

from masume.core.grid import Grid
from masume.core.places import Place, PlaceKind
from masume.drawing import layout
from masume.drawing.roles import Role
from masume.drawing.scene import Circle, Line, Point, Polygon, Tone
from masume.drawing.stage import Level, Stage

WIDTH = 0.09


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
    rings = layout.outline(grid, cells)
    stage.put(Polygon(rings, role, Tone.TINT), level=Level.TINT)
    for ring in rings:
        stage.put(Line(ring, role, WIDTH, closed=True, dashed=role is Role.ERROR))


def _ring(stage: Stage, at: Point, radius: float, role: Role) -> None:
    """A ring around a hint, two around an error."""
    stage.put(Circle(at, radius, role, width=WIDTH / 2))
    if role is Role.ERROR:
        stage.put(Circle(at, radius / 2, role, width=WIDTH / 2))


def _members(grid: Grid, place: Place) -> Iterable[int]:
    """The cells, edges and corners that a place is made of."""
    if not isinstance(place, int):
        return [member for each in place for member in _members(grid, each)]
    match grid.kind_of(place):
        case PlaceKind.LINE:
            return grid.cells_on(place)
        case PlaceKind.SEAT:
            return grid.view(place)
        case PlaceKind.BOARD:
            return grid.cells
    return (place,)
