"""A picture on its way from a board onto a canvas: how places become points."""

from masume.core.board import Board
from masume.core.look import Look, SplitCells
from masume.core.places import PlaceKind
from masume.core.square import SquareGrid
from masume.drawing.board_view import Shown
from masume.drawing.roles import Role
from masume.drawing.terminal.canvas import Canvas, Point
from masume.drawing.terminal.glyphs import Line


class Picture(Shown):
    """A board on a square grid, its look, and the canvas that becomes its picture."""

    def __init__(self, board: Board, grid: SquareGrid, look: Look, ascii_only: bool) -> None:
        super().__init__(board, look)
        self.grid, self.ascii_only = grid, ascii_only
        self.canvas = Canvas(grid.rows, grid.cols, margin=int(any(isinstance(p, SplitCells) for p in look.parts)))

    def middle(self, cell: int) -> Point:
        """The point in the middle of a cell."""
        row, col = self.grid.at(cell)
        return 2 * row + 1, 2 * col + 1

    def write(self, cell: int, word: str, role: Role) -> None:
        """Write into a cell; given marks stand in brackets."""
        self.canvas.write(self.grid.at(cell), f"[{word}]" if role is Role.GIVEN else word, role)

    def sign(self, edge: int, sign: str, role: Role) -> None:
        """Put a character on the middle of an edge."""
        self.canvas.sign(self._edge_middle(edge), sign, role)

    def point_out(self, place: int, role: Role) -> None:
        """Point out a cell, an edge or a corner."""
        match self.grid.kind_of(place):
            case PlaceKind.EDGE:
                point = self._edge_middle(place)
            case PlaceKind.CORNER:
                row, col = self.grid.corner_at(place)
                point = 2 * row, 2 * col
            case _:
                point = self.middle(place)
        self.canvas.point_out(point, role)

    def _edge_middle(self, edge: int) -> Point:
        upright, row, col = self.grid.edge_at(edge)
        return 2 * row + upright, 2 * col + (not upright)

    def draw_edge(self, edge: int, line: Line) -> None:
        """Draw a line along an edge."""
        upright, row, col = self.grid.edge_at(edge)
        self.canvas.line((2 * row, 2 * col), (2 * (row + upright), 2 * (col + (not upright))), line)

    def join(self, one: int, other: int, line: Line) -> None:
        """Draw a line between the middles of two cells."""
        self.canvas.line(self.middle(one), self.middle(other), line)
