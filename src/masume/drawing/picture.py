"""A picture on its way from a board onto a canvas: what a board shows where, and how places become points."""

from collections.abc import Iterator

from masume.core.board import Board
from masume.core.layers import Value
from masume.core.look import Look, SplitCells, Text
from masume.core.square import SquareGrid
from masume.drawing.canvas import Canvas, Point
from masume.drawing.ink import Line, Role


class Picture:
    """A board on a square grid, its look, and the canvas that becomes its picture."""

    def __init__(self, board: Board, grid: SquareGrid, look: Look, ascii_only: bool) -> None:
        self.board, self.grid, self.ascii_only = board, grid, ascii_only
        self.canvas = Canvas(grid.rows, grid.cols, margin=int(any(isinstance(p, SplitCells) for p in look.parts)))
        texts = [part.layer for part in look.parts if isinstance(part, Text)]
        self.clue_cells = {cell for layer in texts for cell in board.clues.get(layer, ())}
        self._complete = {layer.name for layer in board.genre.mark_layers if _is_complete(board, layer.name)}

    def entries(self, layer: str) -> Iterator[tuple[int, Value, Role]]:
        """The clues or set marks of a layer, and what each is."""
        if layer in self.board.clues:
            yield from ((place, clue, Role.CLUE) for place, clue in self.board.clues[layer].items())
            return
        given = self.board.given[layer]
        for place, mark in self.board.decided(layer).items():
            yield place, mark, Role.GIVEN if place in given else Role.MARK

    def having(self, layer: str, value: Value) -> list[tuple[int, Role]]:
        """The places with a clue or mark; in a complete layer the default goes without saying, unless it is given."""
        unsaid = layer in self._complete and self.is_default(layer, value)
        return [
            (place, role)
            for place, found, role in self.entries(layer)
            if found == value and not (unsaid and role is Role.MARK)
        ]

    def is_default(self, layer: str, value: Value) -> bool:
        """Whether undecided marks of the layer count as `value` in the end."""
        return any(each.name == layer and each.default == value for each in self.board.genre.mark_layers)

    def frame(self) -> list[int]:
        """The edges with a cell on one side only."""
        return [edge for edge in self.grid.edges if len(self.grid.cells_beside(edge)) == 1]

    def middle(self, cell: int) -> Point:
        """The point in the middle of a cell."""
        row, col = self.grid.at(cell)
        return 2 * row + 1, 2 * col + 1

    def write(self, cell: int, word: str, role: Role) -> None:
        """Write into a cell; given marks stand in brackets."""
        self.canvas.write(self.grid.at(cell), f"[{word}]" if role is Role.GIVEN else word, role)

    def sign(self, edge: int, sign: str, role: Role) -> None:
        """Put a character on the middle of an edge."""
        upright, row, col = self.grid.edge_at(edge)
        self.canvas.sign((2 * row + upright, 2 * col + (not upright)), sign, role)

    def draw_edge(self, edge: int, line: Line) -> None:
        """Draw a line along an edge."""
        upright, row, col = self.grid.edge_at(edge)
        self.canvas.line((2 * row, 2 * col), (2 * (row + upright), 2 * (col + (not upright))), line)

    def join(self, one: int, other: int, line: Line) -> None:
        """Draw a line between the middles of two cells."""
        self.canvas.line(self.middle(one), self.middle(other), line)


def _is_complete(board: Board, name: str) -> bool:
    decided = board.decided(name)
    return all(place in decided for place in board.genre.mark_layer(name).places(board.grid))
