"""The parts of a look as shapes: one function each, chosen by the part's type."""

from collections.abc import Callable, Iterable, Iterator
from functools import singledispatch
from itertools import chain, takewhile
from math import ceil, sqrt

from masume.core import look
from masume.core.grid import Grid, ray
from masume.core.layers import UNKNOWN_CLUE
from masume.core.rooms import walls
from masume.drawing import layout
from masume.drawing.polylines import Trace
from masume.drawing.roles import Role
from masume.drawing.run_clue_cells import black_cells, heads_of_runs
from masume.drawing.scene import Circle, Line, Point, Polygon, Text, Tone
from masume.drawing.scene_builder import GIVEN_WIDTH, LATTICE_WIDTH, MARK_WIDTH, Level, Stage

WALL_WIDTH = 0.1
NOTES, MOST_NOTES_IN_ROW = 0.62, 4  # of a cell's side, where what is left over is noted; more would be too small


@singledispatch
def add(part: look.LookPart, stage: Stage) -> None:
    """Put one part of a look on the stage."""
    raise TypeError(f"no way to draw {part}")


@add.register
def _add_text(part: look.Text, stage: Stage) -> None:
    entries = stage.entries(part.layer)
    if part.filled:
        for role, cells in _by_role((cell, role) for cell, _, role in entries):
            stage.fill(cells, role, Tone.BLACK)
    for cell, value, role in entries:
        if not (part.filled and value == UNKNOWN_CLUE):
            stage.write(cell, str(value), role)
    _note_left_over(part.layer, stage)


def _note_left_over(layer: str, stage: Stage) -> None:
    """Small, each at a spot of its own, what is left where values are ruled out."""
    for cell, left, role in stage.left_over(layer):
        values = stage.board.alphabet(stage.board.genre.mark_layer(layer)).values
        per_row = ceil(sqrt(len(values)))
        if per_row > MOST_NOTES_IN_ROW:
            continue  # too small to read
        (x, y), _ = stage.spot(cell, role)
        for value in left:
            row, column = divmod(values.index(value), per_row)
            at = x + (column + 0.5) * NOTES / per_row - NOTES / 2, y + (row + 0.5) * NOTES / per_row - NOTES / 2
            stage.put(Text(at, str(value), NOTES / per_row * 0.9, stage.role(role)))


@add.register
def _add_fill(part: look.Fill, stage: Stage) -> None:
    for role, cells in _by_role(stage.having(part.layer, part.mark)):
        stage.fill(cells, role, Tone.TINT if part.light and role is not Role.GIVEN else Tone.AREA)


@add.register
def _add_symbol(part: look.Symbol, stage: Stage) -> None:
    """A default is not worth a sign where a clue is written."""
    for cell, role in stage.having(part.layer, part.mark):
        if cell in stage.clue_cells and stage.is_default(part.layer, part.mark) and role is not Role.GIVEN:
            continue
        draw = _SIGNS.get(part.sign)
        if draw is None:
            stage.write(cell, part.sign, role)
            continue
        at, scale = stage.spot(cell, role)
        draw(stage, at, scale, stage.role(role), stage.ink(cell))
        stage.mark_given(cell, role)


@add.register
def _add_stroke(part: look.Stroke, stage: Stage) -> None:
    _draw_edges(part, stage, layout.along)


@add.register
def _add_path(part: look.Path, stage: Stage) -> None:
    _draw_edges(part, stage, layout.between)


@add.register
def _add_outline(part: look.Outline, stage: Stage) -> None:
    grid, sides = stage.grid, stage.board.decided(part.layer)
    beside = ((edge, [sides.get(cell) for cell in grid.cells_beside(edge)]) for edge in grid.edges)
    drawn = (edge for edge, two in beside if two == [part.inside] or set(two) == {part.inside, part.outside})
    stage.line(layout.along(grid, drawn), Role.MARK, MARK_WIDTH)


@add.register
def _add_rays(part: look.Rays, stage: Stage) -> None:
    """All cells that are lit, on a pale ground."""
    grid, stops = stage.grid, stage.board.clues[part.stopped_by]
    lit: set[int] = set()
    for cell, _ in stage.having(part.layer, part.mark):
        rays = (takewhile(lambda other: other not in stops, ray(grid, cell, way)) for way in grid.directions)
        lit.update((cell,), chain.from_iterable(rays))
    stage.fill(sorted(lit), Role.REMARK, Tone.TINT)


@add.register
def _add_rooms(part: look.Rooms, stage: Stage) -> None:
    rooms = stage.board.clues[part.layer]
    for trace in (*layout.along(stage.grid, walls(stage.grid, rooms)), *layout.frame(stage.grid)):
        stage.put(Line(trace.points, Role.WALL, WALL_WIDTH, closed=trace.closed))
    for cell, number in stage.room_labels().items():
        stage.write(cell, number, Role.CLUE)


@add.register
def _add_split_cells(part: look.SplitCells, stage: Stage) -> None:
    """Black cells before runs, split where two sums may stand in one."""
    sums = stage.board.clues[part.layer]
    rings, heads = black_cells(stage.grid), heads_of_runs(stage.grid)
    for ring in rings:
        stage.put(Polygon((ring,), Role.CLUE, Tone.BLACK), level=Level.AREA)
        stage.put(Line(ring, Role.LATTICE, LATTICE_WIDTH, Tone.AREA, closed=True), level=Level.LATTICE)
    for slit in dict.fromkeys(heads[edge].slit for edge in sorted(sums) if heads[edge].slit):
        stage.put(Line(slit, Role.LATTICE, LATTICE_WIDTH, Tone.AREA))
    for edge, number in sorted(sums.items()):
        stage.put(Text(heads[edge].at, str(number), heads[edge].size, Role.CLUE, Tone.WHITE, bold=True))


def _by_role(places: Iterable[tuple[int, Role]]) -> Iterator[tuple[Role, list[int]]]:
    """The places of each role, given marks over others."""
    pairs = list(places)
    for role in (Role.CLUE, Role.MARK, Role.GIVEN):
        yield role, [place for place, other in pairs if other is role]


def _draw_edges(
    part: look.Stroke | look.Path, stage: Stage, trace: Callable[[Grid, Iterable[int]], list[Trace]]
) -> None:
    """Lines for the edges that are on, crosses on those that are off."""
    for role, edges in _by_role(stage.having(part.layer, part.on)):
        stage.line(trace(stage.grid, edges), role, GIVEN_WIDTH if role is Role.GIVEN else MARK_WIDTH)
    for edge, role in stage.having(part.layer, part.off):
        at = layout.edge_middle(stage.grid, edge)
        if role is Role.GIVEN:
            stage.cross(at, role, 0.13, 0.07)
        else:
            stage.cross(at, Role.REMARK, 0.09, 0.04)


def _dot(stage: Stage, at: Point, scale: float, role: Role, tone: Tone) -> None:
    stage.put(Circle(at, 0.07 * scale, role, tone=tone))


def _small_ring(stage: Stage, at: Point, scale: float, role: Role, tone: Tone) -> None:
    stage.put(Circle(at, 0.13 * scale, role, 0.04, tone))


def _cross(stage: Stage, at: Point, scale: float, role: Role, tone: Tone) -> None:
    stage.cross(at, role, 0.13 * scale, 0.045, tone)


def _white_disc(stage: Stage, at: Point, scale: float, role: Role, tone: Tone) -> None:
    stage.disc(at, 0.35 * scale, Tone.WHITE, role, tone)


def _black_disc(stage: Stage, at: Point, scale: float, role: Role, tone: Tone) -> None:
    stage.disc(at, 0.35 * scale, Tone.BLACK, role, tone)


def _lamp(stage: Stage, at: Point, scale: float, role: Role, tone: Tone) -> None:
    stage.disc(at, 0.32 * scale, Tone.BLACK if tone is Tone.WHITE else Tone.PAPER, role, tone)
    stage.put(Circle(at, 0.19 * scale, role, tone=tone))


_SIGNS: dict[str, Callable[[Stage, Point, float, Role, Tone], None]] = {
    "·": _dot,
    "◦": _small_ring,
    "×": _cross,
    "○": _white_disc,
    "●": _black_disc,
    "◉": _lamp,
}
