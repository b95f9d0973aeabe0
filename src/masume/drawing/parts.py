"""The parts of a look as shapes: one function each, chosen by the part's type."""

from collections.abc import Callable
from functools import singledispatch
from itertools import chain, product, takewhile

from masume.core import look
from masume.core.grid import ray, runs
from masume.core.layers import UNKNOWN_CLUE, Value
from masume.core.rooms import walls
from masume.core.square import SquareGrid
from masume.drawing import layout
from masume.drawing.roles import Role
from masume.drawing.scene import Circle, Line, Point, Polygon, Ring, Text, Tone
from masume.drawing.stage import GIVEN_WIDTH, MARK_WIDTH, Level, Stage

SUM_SIZE = 0.36
WALL_WIDTH = 0.1


@singledispatch
def add(part: look.LookPart, stage: Stage) -> None:
    """Put one part of a look on the stage."""
    raise TypeError(f"no way to draw {part}")


@add.register
def _add_text(part: look.Text, stage: Stage) -> None:
    entries = list(stage.entries(part.layer))
    if part.filled:
        for role in {role for _, _, role in entries}:
            stage.fill((cell for cell, _, other in entries if other is role), role, Tone.BLACK)
    for cell, value, role in entries:
        if not (part.filled and value == UNKNOWN_CLUE):
            stage.write(cell, str(value), role, Tone.WHITE if part.filled else Tone.INK)


@add.register
def _add_fill(part: look.Fill, stage: Stage) -> None:
    cells = stage.having(part.layer, part.mark)
    for role in (Role.CLUE, Role.GIVEN, Role.MARK):
        tone = Tone.TINT if part.light and role is not Role.GIVEN else Tone.AREA
        stage.fill((cell for cell, other in cells if other is role), role, tone)


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
        draw(stage, at, scale, stage.role(role))
        stage.mark_given(cell, role)


@add.register
def _add_stroke(part: look.Stroke, stage: Stage) -> None:
    edges = stage.having(part.layer, part.on)
    for role, width in ((Role.MARK, MARK_WIDTH), (Role.GIVEN, GIVEN_WIDTH)):
        stage.line(layout.along(stage.grid, (edge for edge, other in edges if other is role)), role, width)
    _cross_out(part.layer, part.off, stage)


@add.register
def _add_path(part: look.Path, stage: Stage) -> None:
    edges = stage.having(part.layer, part.on)
    for role, width in ((Role.MARK, MARK_WIDTH), (Role.GIVEN, GIVEN_WIDTH)):
        stage.line(layout.between(stage.grid, (edge for edge, other in edges if other is role)), role, width)
    _cross_out(part.layer, part.off, stage)


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
    """The black cells before runs; each sum is near the edge into its run, and away from the other sums."""
    grid, sums = stage.grid, stage.board.clues[part.layer]
    heads: dict[Point, Ring] = _surroundings(grid) if isinstance(grid, SquareGrid) else {}
    before: dict[int, tuple[Point, Point]] = {}  # of a run: the middle of its head, and from there to the edge
    for edge, run in runs(grid).items():
        (x, y), (u, v) = layout.middle(grid, run[0]), layout.edge_middle(grid, edge)
        head = tuple((2 * u - p, 2 * v - q) for p, q in layout.polygon(grid, run[0]))
        at = round(2 * u - x, 6), round(2 * v - y, 6)
        heads.setdefault(at, head)
        before[edge] = at, (round(x - u, 6), round(y - v, 6))
    ways = {way for _, way in before.values()}
    for ring in heads.values():
        stage.put(Polygon((ring,), Role.CLUE, Tone.BLACK), level=Level.AREA)
        stage.put(Line(ring, Role.LATTICE, 0.025, Tone.AREA, closed=True), level=Level.LATTICE)
    slant = tuple(map(sum, zip(*ways, strict=True)))
    for x, y in dict.fromkeys(before[edge][0] for edge in sums if len(ways) == 2):
        points = ((x - slant[0], y - slant[1]), (x + slant[0], y + slant[1]))
        stage.put(Line(points, Role.LATTICE, 0.025, Tone.AREA))
    for edge, number in sums.items():
        (x, y), (u, v) = before[edge]
        p, q = slant[0] - u, slant[1] - v  # towards the other sums
        at = x + 0.4 * u - 0.4 * p, y + 0.4 * v - 0.4 * q
        stage.put(Text(at, str(number), SUM_SIZE, Role.CLUE, Tone.WHITE, bold=True))


def _surroundings(grid: SquareGrid) -> dict[Point, Ring]:
    """The holes, and the cells just before all rows and columns."""
    found: dict[Point, Ring] = {}
    for row, col in product(range(-1, grid.rows), range(-1, grid.cols)):
        if grid.cell(row, col) is None:
            ring = ((col, row), (col + 1, row), (col + 1, row + 1), (col, row + 1))
            found[col + 0.5, row + 0.5] = ring
    return found


def _cross_out(layer: str, off: Value, stage: Stage) -> None:
    for edge, role in stage.having(layer, off):
        at = layout.edge_middle(stage.grid, edge)
        if role is Role.GIVEN:
            stage.cross(at, role, 0.13, 0.07)
        else:
            stage.cross(at, Role.REMARK, 0.09, 0.04)


def _dot(stage: Stage, at: Point, scale: float, role: Role) -> None:
    stage.put(Circle(at, 0.07 * scale, role))


def _small_ring(stage: Stage, at: Point, scale: float, role: Role) -> None:
    stage.put(Circle(at, 0.13 * scale, role, width=0.04))


def _cross(stage: Stage, at: Point, scale: float, role: Role) -> None:
    stage.cross(at, role, 0.13 * scale, 0.045)


def _white_disc(stage: Stage, at: Point, scale: float, role: Role) -> None:
    stage.disc(at, 0.35 * scale, Tone.WHITE, role)


def _black_disc(stage: Stage, at: Point, scale: float, role: Role) -> None:
    stage.disc(at, 0.35 * scale, Tone.BLACK, role)


def _lamp(stage: Stage, at: Point, scale: float, role: Role) -> None:
    stage.disc(at, 0.32 * scale, Tone.WHITE, role)
    stage.put(Circle(at, 0.19 * scale, role))


_SIGNS: dict[str, Callable[[Stage, Point, float, Role], None]] = {
    "·": _dot,
    "◦": _small_ring,
    "×": _cross,
    "○": _white_disc,
    "●": _black_disc,
    "◉": _lamp,
}
