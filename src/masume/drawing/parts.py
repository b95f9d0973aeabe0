"""The parts of a look as shapes: one function per type of part."""

from collections.abc import Callable, Iterable, Iterator
from functools import singledispatch
from itertools import takewhile
from math import ceil, sqrt

from masume.core import look
from masume.core.grid import Grid, ray
from masume.core.layers import UNKNOWN_CLUE, RuledOut, Value
from masume.core.rooms import walls
from masume.drawing import layout
from masume.drawing.polylines import Polyline
from masume.drawing.roles import Role
from masume.drawing.run_clue_cells import black_cells, run_clue_spots
from masume.drawing.scene import Circle, Label, Line, Point, Polygon, Tone
from masume.drawing.scene_builder import GIVEN_WIDTH, LATTICE_WIDTH, MARK_WIDTH, TENTATIVE, Level, SceneBuilder

WALL_WIDTH = 0.1
PENCIL_SQUARE = 0.76  # the side of the square that holds all pencil marks of a cell
STRIKE_WIDTH = 0.03  # of the line through a value that is crossed out
MAX_PENCIL_COLUMNS = 4  # with more, pencil marks would be illegible: none are drawn
CIRCLE_RADIUS, CIRCLE_WIDTH = 0.37, 0.045  # large enough for two digits, and mostly inside the frame of an error


@singledispatch
def draw_part(part: look.LookPart, builder: SceneBuilder) -> None:
    """Draw one part of a look."""
    raise TypeError(f"cannot draw {part}")


@draw_part.register
def _draw_text(part: look.Text, builder: SceneBuilder) -> None:
    entries = builder.entries(part.layer)
    if part.filled:
        for role, cells in _group_by_role((cell, role) for cell, _, role in entries):
            builder.fill(cells, role, Tone.BLACK)
    for cell, value, role in entries:
        if not (part.filled and value == UNKNOWN_CLUE):
            with builder.drawing_clue(part.layer, cell):
                builder.write(cell, str(value), role)
    _draw_pencil_marks(part.layer, builder)


def _draw_pencil_marks(layer: str, builder: SceneBuilder) -> None:
    """Write the values that remain in a cell, each small and at a fixed spot, and cross out those just ruled out."""
    for cell, remaining, role in builder.pencil_marks(layer):
        for value in remaining:
            write_pencil_mark(layer, cell, value, builder, builder.actual_role(role), Tone.INK)
        cross_out(layer, cell, _just_ruled_out(layer, cell, builder), builder, Role.HINT, Tone.AREA)


def cross_out(
    layer: str, cell: int, values: Iterable[Value], builder: SceneBuilder, role: Role, tone: Tone = Tone.INK
) -> None:
    """Write values into a cell like those that remain, but crossed out."""
    for value in values:
        if spot := write_pencil_mark(layer, cell, value, builder, role, tone):
            (x, y), half = spot
            builder.put(Line(((x - half, y + half), (x + half, y - half)), role, STRIKE_WIDTH, tone))


def write_pencil_mark(
    layer: str, cell: int, value: Value, builder: SceneBuilder, role: Role, tone: Tone
) -> tuple[Point, float] | None:
    """Write a value that remains; return its middle and half the width of its spot, or None if it has no room."""
    values = builder.board.alphabet(builder.board.genre.mark_layer(layer)).values
    columns = ceil(sqrt(len(values)))
    if columns > MAX_PENCIL_COLUMNS:
        return None
    (x, y), _ = builder.spot(cell, role)
    left, top, step = x - PENCIL_SQUARE / 2, y - PENCIL_SQUARE / 2, PENCIL_SQUARE / columns
    row, column = divmod(values.index(value), columns)
    at = left + (column + 0.5) * step, top + (row + 0.5) * step
    builder.put(Label(at, str(value), step * 0.9, role, tone))
    return at, step / 2


def _just_ruled_out(layer: str, cell: int, builder: SceneBuilder) -> list[Value]:
    """Return the values that are ruled out in a cell, but are not on the board before."""
    if builder.before is None:
        return []
    mark, before = builder.board.marks[layer].get(cell), builder.before.marks[layer].get(cell)
    already = before if isinstance(before, RuledOut) else ()
    return sorted((value for value in mark if value not in already), key=str) if isinstance(mark, RuledOut) else []


@draw_part.register
def _draw_fill(part: look.Fill, builder: SceneBuilder) -> None:
    for role, cells in _group_by_role(builder.places_with(part.layer, part.mark)):
        builder.fill(cells, role, Tone.TINT if part.light and role is not Role.GIVEN else Tone.AREA)


@draw_part.register
def _draw_symbol(part: look.Symbol, builder: SceneBuilder) -> None:
    is_default = builder.is_default(part.layer, part.mark)
    for cell, role in builder.places_with(part.layer, part.mark):
        is_left_out = is_default and not builder.shows_every_mark and role is not Role.GIVEN
        if is_left_out and cell in builder.clue_cells:
            continue  # see masume.core.look
        with builder.drawing_clue(part.layer, cell):
            _draw_sign(part.sign, cell, role, builder)


def _draw_sign(sign: str, cell: int, role: Role, builder: SceneBuilder) -> None:
    draw = _SIGNS.get(sign)
    if draw is None:
        builder.write(cell, sign, role)
        return
    at, scale = builder.spot(cell, role)
    draw(builder, at, scale, builder.actual_role(role), builder.ink(cell))
    builder.frame_if_given(cell, role)


@draw_part.register
def _draw_clue_circle(part: look.ClueCircle, builder: SceneBuilder) -> None:
    for cell, role in builder.places_with(part.layer, part.mark):
        middle = layout.cell_middle(builder.grid, cell)
        builder.put(Circle(middle, CIRCLE_RADIUS, builder.actual_role(role), CIRCLE_WIDTH, builder.ink(cell)))
        builder.frame_if_given(cell, role)


@draw_part.register
def _draw_stroke(part: look.Stroke, builder: SceneBuilder) -> None:
    _draw_edges(part, builder, layout.trace_edges)


@draw_part.register
def _draw_path(part: look.Path, builder: SceneBuilder) -> None:
    _draw_edges(part, builder, layout.trace_across_edges)


@draw_part.register
def _draw_outline(part: look.Outline, builder: SceneBuilder) -> None:
    grid, marks = builder.grid, builder.board.decided_marks(part.layer)
    beside = ((edge, [marks.get(cell) for cell in grid.cells_beside(edge)]) for edge in grid.edges)
    edges = (edge for edge, sides in beside if sides == [part.inside] or set(sides) == {part.inside, part.outside})
    builder.draw_lines(layout.trace_edges(grid, edges), Role.MARK, MARK_WIDTH)


@draw_part.register
def _draw_rays(part: look.Rays, builder: SceneBuilder) -> None:
    """Draw a pale background in all cells that are lit."""
    grid, stops = builder.grid, builder.board.clues[part.stopped_by]
    lit: set[int] = set()
    for source, _ in builder.places_with(part.layer, part.mark):
        rays = (ray(grid, source, direction) for direction in grid.directions)
        lit.update((source,), *(takewhile(lambda cell: cell not in stops, cells) for cells in rays))
    builder.fill(sorted(lit), Role.REMARK, Tone.TINT)


@draw_part.register
def _draw_rooms(part: look.Rooms, builder: SceneBuilder) -> None:
    rooms = builder.board.clues[part.layer]
    wall_lines = layout.trace_edges(builder.grid, walls(builder.grid, rooms))
    for points, closed in (*wall_lines, *layout.trace_frame(builder.grid)):
        builder.put(Line(points, Role.WALL, WALL_WIDTH, closed=closed))
    for cell, (clue, room) in builder.room_labels().items():
        with builder.drawing_clue(part.layer, room):
            builder.write(cell, clue, Role.CLUE)


@draw_part.register
def _draw_split_cells(part: look.SplitCells, builder: SceneBuilder) -> None:
    sums = builder.board.clues[part.layer]
    rings, spots = black_cells(builder.grid), run_clue_spots(builder.grid)
    for ring in rings:
        builder.put(Polygon((ring,), Role.CLUE, Tone.BLACK), level=Level.AREA)
        builder.put(Line(ring, Role.LATTICE, LATTICE_WIDTH, Tone.AREA, closed=True), level=Level.LATTICE)
    for divider in dict.fromkeys(spots[edge].divider for edge in sorted(sums) if spots[edge].divider):
        builder.put(Line(divider, Role.LATTICE, LATTICE_WIDTH, Tone.AREA))
    for edge, number in sorted(sums.items()):
        with builder.drawing_clue(part.layer, edge):
            builder.put(Label(spots[edge].middle, str(number), spots[edge].size, Role.CLUE, Tone.WHITE, bold=True))


def _group_by_role(places: Iterable[tuple[int, Role]]) -> Iterator[tuple[Role, list[int]]]:
    """Group places by role: yield each role with its places, given marks last, so that they are drawn on top."""
    pairs = list(places)
    for wanted in (Role.CLUE, Role.FOLDED, Role.MARK, Role.GIVEN):
        yield wanted, [place for place, role in pairs if role is wanted]


def _draw_edges(
    part: look.Stroke | look.Path, builder: SceneBuilder, trace: Callable[[Grid, Iterable[int]], list[Polyline]]
) -> None:
    """Draw lines for the edges that are on, crosses for those that are off."""
    for role, edges in _group_by_role(builder.places_with(part.layer, part.on)):
        width = GIVEN_WIDTH if role is Role.GIVEN else MARK_WIDTH
        builder.draw_lines(trace(builder.grid, edges), role, width)
    for edge, role in builder.places_with(part.layer, part.off):
        at = layout.edge_middle(builder.grid, edge)
        if role is Role.GIVEN:
            builder.draw_cross(at, role, 0.13, 0.07)
        elif builder.mark_role in TENTATIVE:
            builder.draw_cross(at, builder.mark_role, 0.09, 0.04)
        else:
            builder.draw_cross(at, Role.REMARK, 0.09, 0.04, Tone.AREA if role is Role.FOLDED else Tone.INK)


def _draw_dot(builder: SceneBuilder, at: Point, scale: float, role: Role, tone: Tone) -> None:
    builder.put(Circle(at, 0.07 * scale, role, tone=tone))


def _draw_small_ring(builder: SceneBuilder, at: Point, scale: float, role: Role, tone: Tone) -> None:
    builder.put(Circle(at, 0.13 * scale, role, 0.04, tone))


def _draw_cross(builder: SceneBuilder, at: Point, scale: float, role: Role, tone: Tone) -> None:
    builder.draw_cross(at, role, 0.13 * scale, 0.045, tone)


def _draw_white_disc(builder: SceneBuilder, at: Point, scale: float, role: Role, tone: Tone) -> None:
    builder.draw_disc(at, 0.35 * scale, Tone.WHITE, role, tone)


def _draw_black_disc(builder: SceneBuilder, at: Point, scale: float, role: Role, tone: Tone) -> None:
    builder.draw_disc(at, 0.35 * scale, Tone.BLACK, role, tone)


def _draw_lamp(builder: SceneBuilder, at: Point, scale: float, role: Role, tone: Tone) -> None:
    builder.draw_disc(at, 0.32 * scale, Tone.BLACK if tone is Tone.WHITE else Tone.PAPER, role, tone)
    builder.put(Circle(at, 0.19 * scale, role, tone=tone))


# Signs that are drawn as shapes; any other sign is written as text.
_SIGNS: dict[str, Callable[[SceneBuilder, Point, float, Role, Tone], None]] = {
    "·": _draw_dot,
    "◦": _draw_small_ring,
    "×": _draw_cross,
    "○": _draw_white_disc,
    "●": _draw_black_disc,
    "◉": _draw_lamp,
}
