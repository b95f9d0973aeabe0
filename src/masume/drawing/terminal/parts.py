"""The parts of a look, put onto a canvas: one function each, chosen by the part's type."""

from functools import singledispatch
from itertools import pairwise, product, takewhile

from masume.core import look
from masume.core.grid import frame_edges, ray
from masume.core.layers import UNKNOWN_CLUE, Value
from masume.core.rooms import walls
from masume.drawing.roles import Role
from masume.drawing.terminal.glyphs import Fill, Line
from masume.drawing.terminal.picture import Picture


@singledispatch
def add(part: look.LookPart, picture: Picture) -> None:
    """Draw one part of a look."""
    raise TypeError(f"no way to draw {part}")


@add.register
def _add_text(part: look.Text, picture: Picture) -> None:
    for cell, value, role in picture.entries(part.layer):
        if part.filled:
            picture.canvas.fill(picture.grid.at(cell), Fill.SOLID, role)
        if not (part.filled and value == UNKNOWN_CLUE):
            picture.write(cell, str(value), role)


@add.register
def _add_fill(part: look.Fill, picture: Picture) -> None:
    for cell, role in picture.having(part.layer, part.mark):
        fill = Fill.GIVEN if role is Role.GIVEN else Fill.LIGHT if part.light else Fill.SOLID
        picture.canvas.fill(picture.grid.at(cell), fill, role)


@add.register
def _add_symbol(part: look.Symbol, picture: Picture) -> None:
    """A default is not worth a sign where a clue is written."""
    for cell, role in picture.having(part.layer, part.mark):
        if not (cell in picture.clue_cells and picture.is_default(part.layer, part.mark)):
            picture.write(cell, part.plain if picture.ascii_only else part.sign, role)


@add.register
def _add_stroke(part: look.Stroke, picture: Picture) -> None:
    for edge, role in picture.having(part.layer, part.on):
        picture.draw_edge(edge, _line(role))
    _cross_out(part.layer, part.off, picture)


@add.register
def _add_path(part: look.Path, picture: Picture) -> None:
    for edge, role in picture.having(part.layer, part.on):
        one, other = picture.grid.cells_beside(edge)
        picture.join(one, other, _line(role))
    _cross_out(part.layer, part.off, picture)


@add.register
def _add_outline(part: look.Outline, picture: Picture) -> None:
    sides = picture.board.decided(part.layer)
    for edge in picture.grid.edges:
        beside = [sides.get(cell) for cell in picture.grid.cells_beside(edge)]
        if beside == [part.inside] or set(beside) == {part.inside, part.outside}:
            picture.draw_edge(edge, Line.MARK)


@add.register
def _add_rays(part: look.Rays, picture: Picture) -> None:
    grid, stops = picture.grid, picture.board.clues[part.stopped_by]
    for cell, _ in picture.having(part.layer, part.mark):
        for way, direction in enumerate(grid.directions):
            lit = list(takewhile(lambda other: other not in stops, ray(grid, cell, direction)))
            for one, other in pairwise([cell, *lit]):
                picture.join(one, other, Line.RAY)
            if lit:
                picture.canvas.stub(picture.middle(lit[-1]), way, Line.RAY)


@add.register
def _add_rooms(part: look.Rooms, picture: Picture) -> None:
    rooms = picture.board.clues[part.layer]
    for edge in (*walls(picture.grid, rooms), *frame_edges(picture.grid)):
        picture.draw_edge(edge, Line.WALL)
    for room, clue in rooms.items():
        if clue != UNKNOWN_CLUE:
            picture.write(picture.grid.label_cell(room), str(clue), Role.CLUE)


@add.register
def _add_split_cells(part: look.SplitCells, picture: Picture) -> None:
    grid, sums = picture.grid, picture.board.clues[part.layer]
    heads = grid.run_heads()
    half = max((len(str(number)) for number in sums.values()), default=0)
    for at in product(range(-1, grid.rows), range(-1, grid.cols)):
        if grid.cell(*at) is None:
            picture.canvas.box(at, Line.LATTICE)
            picture.canvas.fill(at, Fill.BLACK, Role.CLUE)
            down, across = (str(sums.get(edge, "")) for edge in heads.get(at, (None, None)))
            if down or across:
                picture.canvas.write(at, f"{down:>{half}}\\{across:<{half}}", Role.CLUE)


def _line(role: Role) -> Line:
    return Line.GIVEN if role is Role.GIVEN else Line.MARK


def _cross_out(layer: str, off: Value, picture: Picture) -> None:
    for edge, role in picture.having(layer, off):
        if role is Role.GIVEN:
            picture.sign(edge, "X" if picture.ascii_only else "╳", role)
        else:
            picture.sign(edge, "x" if picture.ascii_only else "×", Role.REMARK)
