"""What a board shows where, by the layers its genre's look speaks of; the ways of drawing share it."""

from collections.abc import Iterator

from masume.core.board import Board
from masume.core.layers import Value
from masume.core.look import Look, Text
from masume.drawing.roles import Role


class Shown:
    """A board and its look, asked what is where and in which role."""

    def __init__(self, board: Board, look: Look) -> None:
        self.board = board
        texts = [part.layer for part in look.parts if isinstance(part, Text)]
        self.clue_cells = {cell for layer in texts for cell in board.clues.get(layer, ())}
        self._complete = {layer.name for layer in board.genre.mark_layers if _is_complete(board, layer.name)}

    def entries(self, layer: str) -> Iterator[tuple[int, Value, Role]]:
        """The clues or set marks of a layer, and what each is, in an order that equal boards share."""
        if layer in self.board.clues:
            yield from ((place, clue, Role.CLUE) for place, clue in sorted(self.board.clues[layer].items()))
            return
        given = self.board.given[layer]
        for place, mark in sorted(self.board.decided(layer).items()):
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
        grid = self.board.grid
        return [edge for edge in grid.edges if len(grid.cells_beside(edge)) == 1]


def _is_complete(board: Board, name: str) -> bool:
    decided = board.decided(name)
    return all(place in decided for place in board.genre.mark_layer(name).places(board.grid))
