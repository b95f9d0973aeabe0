"""The parts of a look on a canvas: one function per type of part."""

from functools import singledispatch
from itertools import pairwise, product, takewhile

from masume.core import look
from masume.core.grid import frame_edges, ray
from masume.core.layers import UNKNOWN_CLUE, Value
from masume.core.rooms import walls
from masume.drawing.roles import Role
from masume.drawing.terminal.canvas_builder import CanvasBuilder
from masume.drawing.terminal.glyphs import FillStyle, LineStyle


@singledispatch
def draw_part(part: look.LookPart, builder: CanvasBuilder) -> None:
    """Draw one part of a look."""
    raise TypeError(f"cannot draw {part}")


@draw_part.register
def _draw_text(part: look.Text, builder: CanvasBuilder) -> None:
    for cell, value, role in builder.entries(part.layer):
        if part.filled:
            builder.canvas.fill(builder.grid.position(cell), FillStyle.SOLID, role)
        if not (part.filled and value == UNKNOWN_CLUE):
            builder.write(cell, str(value), role)


@draw_part.register
def _draw_fill(part: look.Fill, builder: CanvasBuilder) -> None:
    for cell, role in builder.places_with(part.layer, part.mark):
        style = FillStyle.GIVEN if role is Role.GIVEN else FillStyle.LIGHT if part.light else FillStyle.SOLID
        builder.canvas.fill(builder.grid.position(cell), style, role)


@draw_part.register
def _draw_symbol(part: look.Symbol, builder: CanvasBuilder) -> None:
    is_default = builder.is_default(part.layer, part.mark)
    for cell, role in builder.places_with(part.layer, part.mark):
        if is_default and cell in builder.clue_cells and role is not Role.GIVEN:
            continue  # left out beside a clue: see masume.core.look
        builder.write(cell, part.plain if builder.ascii_only else part.sign, role)


@draw_part.register
def _draw_clue_circle(part: look.ClueCircle, builder: CanvasBuilder) -> None:
    for cell, role in builder.places_with(part.layer, part.mark):
        builder.write(cell, part.plain if builder.ascii_only else part.sign, role)


@draw_part.register
def _draw_stroke(part: look.Stroke, builder: CanvasBuilder) -> None:
    for edge, role in builder.places_with(part.layer, part.on):
        builder.draw_edge(edge, _line_style(role))
    _draw_crosses(part.layer, part.off, builder)


@draw_part.register
def _draw_path(part: look.Path, builder: CanvasBuilder) -> None:
    for edge, role in builder.places_with(part.layer, part.on):
        cell, neighbour = builder.grid.cells_beside(edge)
        builder.join_cells(cell, neighbour, _line_style(role))
    _draw_crosses(part.layer, part.off, builder)


@draw_part.register
def _draw_outline(part: look.Outline, builder: CanvasBuilder) -> None:
    marks = builder.board.decided_marks(part.layer)
    for edge in builder.grid.edges:
        sides = [marks.get(cell) for cell in builder.grid.cells_beside(edge)]
        if sides == [part.inside] or set(sides) == {part.inside, part.outside}:
            builder.draw_edge(edge, LineStyle.MARK)


@draw_part.register
def _draw_rays(part: look.Rays, builder: CanvasBuilder) -> None:
    grid, stops = builder.grid, builder.board.clues[part.stopped_by]
    for source, _ in builder.places_with(part.layer, part.mark):
        for number, direction in enumerate(grid.directions):
            lit = list(takewhile(lambda cell: cell not in stops, ray(grid, source, direction)))
            for cell, neighbour in pairwise([source, *lit]):
                builder.join_cells(cell, neighbour, LineStyle.RAY)
            if lit:
                builder.canvas.draw_stub(builder.cell_middle(lit[-1]), number, LineStyle.RAY)


@draw_part.register
def _draw_rooms(part: look.Rooms, builder: CanvasBuilder) -> None:
    rooms = builder.board.clues[part.layer]
    for edge in (*walls(builder.grid, rooms), *frame_edges(builder.grid)):
        builder.draw_edge(edge, LineStyle.WALL)
    for room, clue in rooms.items():
        if clue != UNKNOWN_CLUE:
            builder.write(builder.grid.find_label_cell(room), str(clue), Role.CLUE)


@draw_part.register
def _draw_split_cells(part: look.SplitCells, builder: CanvasBuilder) -> None:
    grid, sums = builder.grid, builder.board.clues[part.layer]
    clue_positions = grid.run_clue_positions()
    width = max((len(str(number)) for number in sums.values()), default=0)
    for at in product(range(-1, grid.rows), range(-1, grid.columns)):
        if grid.cell(*at) is None:
            builder.canvas.draw_box(at, LineStyle.LATTICE)
            builder.canvas.fill(at, FillStyle.BLACK, Role.CLUE)
            down, across = (str(sums.get(edge, "")) for edge in clue_positions.get(at, (None, None)))
            if down or across:
                builder.canvas.write(at, f"{down:>{width}}\\{across:<{width}}", Role.CLUE)


def _line_style(role: Role) -> LineStyle:
    return LineStyle.GIVEN if role is Role.GIVEN else LineStyle.MARK


def _draw_crosses(layer: str, off: Value, builder: CanvasBuilder) -> None:
    """Draw a cross on every edge that is off."""
    for edge, role in builder.places_with(layer, off):
        if role is Role.GIVEN:
            builder.put_sign(edge, "X" if builder.ascii_only else "╳", role)
        else:
            builder.put_sign(edge, "x" if builder.ascii_only else "×", Role.REMARK)
