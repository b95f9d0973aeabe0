"""Boards as lines of text: box-drawing characters or plain ASCII, with colour if the terminal has it."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from masume import genres
from masume.core.board import Board
from masume.core.errors import InputError
from masume.core.grid import frame_edges
from masume.core.look import Lattice, Look
from masume.core.places import Place
from masume.core.square import SquareGrid
from masume.drawing.board_view import members
from masume.drawing.roles import Role
from masume.drawing.terminal.glyphs import BRACKETS, Fill, Line
from masume.drawing.terminal.parts import add
from masume.drawing.terminal.picture import Picture
from masume.drawing.terminal.text_layout import printed


def draw(
    board: Board,
    *,
    colour: bool = False,
    ascii_only: bool = False,
    coordinates: bool = False,
    pointed: Mapping[Role, Iterable[Place]] = MappingProxyType({}),
) -> str:
    """Draw a board by its genre's look, with places pointed out as hints, reasons or errors."""
    if not isinstance(board.grid, SquareGrid):
        raise InputError(f"terminal: expected a square grid, not a {board.grid.kind} one")
    look: Look = genres.part(board.genre, "look", "LOOK")
    picture = Picture(board, board.grid, look, ascii_only)
    for part in look.parts:
        add(part, picture)
    _add_lattice(look.lattice, picture)
    _fill_holes(picture)
    for role in BRACKETS:
        for place in members(board.grid, pointed.get(role, ())):
            picture.point_out(place, role)
    return printed(picture.canvas, ascii_only, coordinates).text(colour)


def _add_lattice(lattice: Lattice, picture: Picture) -> None:
    """Draw what of the grid the look asks for, under everything else: what is there already stays."""
    if lattice is not Lattice.DOTS:
        for edge in frame_edges(picture.grid):
            picture.draw_edge(edge, Line.LATTICE)
    if lattice in (Lattice.LINES, Lattice.HAIRLINES):
        for edge in picture.grid.edges:
            picture.draw_edge(edge, Line.LATTICE if lattice is Lattice.LINES else Line.HAIR)
    else:
        _add_dots(picture)


def _fill_holes(picture: Picture) -> None:
    """Cross out what is no cell, where no part has filled it."""
    for at in map(picture.grid.at, sorted(picture.grid.holes)):
        if at not in picture.canvas.fills:
            picture.canvas.fill(at, Fill.HOLE, Role.LATTICE)


def _add_dots(picture: Picture) -> None:
    for row, col in map(picture.grid.corner_at, picture.grid.corners):
        point = 2 * row, 2 * col
        if not any(picture.canvas.arms(point)):
            picture.canvas.sign(point, "." if picture.ascii_only else "·", Role.LATTICE)
