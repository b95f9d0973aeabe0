"""Boards as lines of text: box-drawing characters or plain ASCII, with colour if the terminal has it."""

from typing import Any

from masume import genres
from masume.core.board import Board
from masume.core.errors import InputError
from masume.core.grid import places_of
from masume.core.look import Fill, Lattice, Look, LookPart, Stroke, Symbol, Text
from masume.core.square import SquareGrid
from masume.drawing.canvas import Canvas, Line, Role

_SMALLEST_WIDTH = 3


def draw(board: Board, *, colour: bool = False, ascii_only: bool = False) -> str:
    """Draw a board by its genre's look."""
    if not isinstance(board.grid, SquareGrid):
        raise InputError(f"terminal: expected a square grid, not a {board.grid.kind} one")
    look: Look = genres.part(board.genre, "look", "LOOK")
    picture = _Picture(board, look, ascii_only)
    for part in look.parts:
        picture.add(part)
    picture.canvas.join(("." if ascii_only else "·") if look.lattice is Lattice.DOTS else " ")
    return picture.canvas.text(colour)


class _Picture:
    """A board on its way onto a canvas."""

    def __init__(self, board: Board, look: Look, ascii_only: bool) -> None:
        assert isinstance(board.grid, SquareGrid)
        self.board, self.ascii_only = board, ascii_only
        self.complete = {layer.name: _is_complete(board, layer.name) for layer in board.genre.mark_layers}
        texts = [part.layer for part in look.parts if isinstance(part, Text)]
        width = max((len(word) for layer in texts for word, _ in self._texts(layer).values()), default=0)
        self.canvas = Canvas(board.grid, max(_SMALLEST_WIDTH, width + 1 - width % 2), ascii_only)
        if look.lattice is Lattice.LINES:
            for edge in board.grid.edges:
                self.canvas.draw(edge, Line.LATTICE)

    def add(self, part: LookPart) -> None:
        """Draw one part of the look."""
        match part:
            case Text(layer):
                self._add_text(layer)
            case Fill(layer, mark):
                for cell, given in self._having(layer, mark):
                    sign = ("%" if given else "#") if self.ascii_only else ("▒" if given else "█")
                    self.canvas.fill(cell, sign, Role.GIVEN if given else Role.MARK)
            case Symbol(layer, mark, sign, plain):
                for cell, given in self._having(layer, mark):
                    self.canvas.write(cell, plain if self.ascii_only else sign, Role.GIVEN if given else Role.MARK)
            case Stroke(layer, on, off):
                for edge, given in self._having(layer, on):
                    self.canvas.draw(edge, Line.GIVEN if given else Line.MARK)
                for edge, _ in self._having(layer, off):
                    self.canvas.cross(edge, "x" if self.ascii_only else "×")

    def _add_text(self, layer: str) -> None:
        for cell, (word, role) in self._texts(layer).items():
            self.canvas.write(cell, word, role)

    def _texts(self, layer: str) -> dict[int, tuple[str, Role]]:
        """What is written in cells; given marks stand in brackets."""
        if layer in self.board.clues:
            return {cell: (str(clue), Role.CLUE) for cell, clue in self.board.clues[layer].items()}
        given = self.board.given[layer]
        return {
            cell: (f"[{mark}]", Role.GIVEN) if cell in given else (str(mark), Role.MARK)
            for cell, mark in self.board.decided(layer).items()
        }

    def _having(self, layer: str, mark: Any) -> list[tuple[int, bool]]:
        """The places with a mark, and whether it was given; in a complete layer the default goes without saying."""
        given, declared = self.board.given[layer], self.board.genre.mark_layer(layer)
        if self.complete[layer] and mark == declared.default:
            return []
        decided = self.board.decided(layer)
        return [(place, place in given) for place, found in decided.items() if found == mark and isinstance(place, int)]


def _is_complete(board: Board, layer: str) -> bool:
    decided = board.decided(layer)
    places = places_of(board.grid, board.genre.mark_layer(layer).kind)
    return all(place in decided for place in places)
