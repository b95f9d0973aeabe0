"""Draws on a canvas by places of a board: cells, edges and corners become points of the canvas."""

from masume.core.board import Board
from masume.core.look import Look, SplitCells
from masume.core.places import PlaceKind
from masume.core.square import SquareGrid
from masume.drawing.board_view import BoardView
from masume.drawing.roles import Role
from masume.drawing.terminal.canvas import Canvas, CanvasPoint
from masume.drawing.terminal.glyphs import LineStyle


class CanvasBuilder(BoardView):
    """A board on a square grid, its look, and the canvas for its picture."""

    def __init__(self, board: Board, grid: SquareGrid, look: Look, ascii_only: bool) -> None:
        super().__init__(board, look)
        self.grid, self.ascii_only = grid, ascii_only
        has_split_cells = any(isinstance(part, SplitCells) for part in look.parts)
        self.canvas = Canvas(grid.rows, grid.columns, margin=1 if has_split_cells else 0)

    def cell_middle(self, cell: int) -> CanvasPoint:
        """Return the point in the middle of a cell."""
        row, col = self.grid.position(cell)
        return 2 * row + 1, 2 * col + 1

    def write(self, cell: int, word: str, role: Role) -> None:
        """Write into a cell; given marks are in brackets."""
        self.canvas.write(self.grid.position(cell), f"[{word}]" if role is Role.GIVEN else word, role)

    def put_sign(self, edge: int, sign: str, role: Role) -> None:
        """Put a character on the middle of an edge."""
        self.canvas.put_sign(self._edge_middle(edge), sign, role)

    def highlight(self, place: int, role: Role) -> None:
        """Point out a cell, an edge or a corner."""
        match self.grid.kind_of(place):
            case PlaceKind.EDGE:
                point = self._edge_middle(place)
            case PlaceKind.CORNER:
                row, col = self.grid.corner_position(place)
                point = 2 * row, 2 * col
            case _:
                point = self.cell_middle(place)
        self.canvas.highlight(point, role)

    def _edge_middle(self, edge: int) -> CanvasPoint:
        upright, row, col = self.grid.edge_position(edge)
        return 2 * row + upright, 2 * col + (not upright)

    def draw_edge(self, edge: int, style: LineStyle) -> None:
        """Draw a line along an edge."""
        upright, row, col = self.grid.edge_position(edge)
        self.canvas.draw_line((2 * row, 2 * col), (2 * (row + upright), 2 * (col + (not upright))), style)

    def join_cells(self, cell: int, neighbour: int, style: LineStyle) -> None:
        """Draw a line between the middles of two cells."""
        self.canvas.draw_line(self.cell_middle(cell), self.cell_middle(neighbour), style)
