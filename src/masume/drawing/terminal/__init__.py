"""Boards as lines of text, in box-drawing characters or ASCII, with or without colours.

The picture is not made from a scene.  A box-drawing character depends on the lines that meet at a point and on their
weights, which are hard to find in a scene: it consists of long lines and areas at arbitrary coordinates.  Scenes and
terminal pictures share the look, the `BoardView` and the roles.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from masume import genres
from masume.core.board import Board
from masume.core.errors import InputError
from masume.core.grid import frame_edges
from masume.core.look import Lattice, Look
from masume.core.places import Place
from masume.core.square import SquareGrid
from masume.drawing.board_view import expand_places
from masume.drawing.roles import Role
from masume.drawing.terminal.canvas_builder import CanvasBuilder
from masume.drawing.terminal.glyphs import BRACKETS, FillStyle, LineStyle
from masume.drawing.terminal.parts import draw_part
from masume.drawing.terminal.text_layout import lay_out


def draw(
    board: Board,
    *,
    colour: bool = False,
    ascii_only: bool = False,
    coordinates: bool = False,
    highlights: Mapping[Role, Iterable[Place | str]] = MappingProxyType({}),
) -> str:
    """Draw a board, following its genre's look; `highlights` are places to point out as hints, reasons or errors."""
    if not isinstance(board.grid, SquareGrid):
        raise InputError(f"terminal: expected a square grid, not a {board.grid.kind} one")
    look: Look = genres.load_part(board.genre, "look", "LOOK")
    builder = CanvasBuilder(board, board.grid, look, ascii_only)
    for part in look.parts:
        draw_part(part, builder)
    _draw_lattice(look.lattice, builder)
    _fill_holes(builder)
    for role in BRACKETS:
        for place in expand_places(board.grid, highlights.get(role, ())):
            builder.highlight(place, role)
    return lay_out(builder.canvas, ascii_only, coordinates).to_text(colour)


def _draw_lattice(lattice: Lattice, builder: CanvasBuilder) -> None:
    """Draw the grid itself, after all parts: it does not replace their lines, which are at least as heavy."""
    if lattice is not Lattice.DOTS:
        for edge in frame_edges(builder.grid):
            builder.draw_edge(edge, LineStyle.LATTICE)
    if lattice in (Lattice.LINES, Lattice.HAIRLINES):
        for edge in builder.grid.edges:
            builder.draw_edge(edge, LineStyle.LATTICE if lattice is Lattice.LINES else LineStyle.HAIRLINE)
    else:
        _draw_dots(builder)


def _fill_holes(builder: CanvasBuilder) -> None:
    """Cross out the holes of the grid, except those that a part has filled."""
    for at in map(builder.grid.position, sorted(builder.grid.holes)):
        if at not in builder.canvas.fills:
            builder.canvas.fill(at, FillStyle.HOLE, Role.LATTICE)


def _draw_dots(builder: CanvasBuilder) -> None:
    """Draw a dot on every corner that no line meets."""
    for row, col in map(builder.grid.corner_position, builder.grid.corners):
        point = 2 * row, 2 * col
        if not any(builder.canvas.arms(point)):
            builder.canvas.put_sign(point, "." if builder.ascii_only else "·", Role.LATTICE)
