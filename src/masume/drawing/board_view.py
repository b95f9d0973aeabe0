"""What a board shows where, by the layers its genre's look speaks of; the ways of drawing share it."""

from collections.abc import Iterable

from masume.core.board import Board
from masume.core.grid import Grid
from masume.core.layers import RuledOut, Value
from masume.core.look import Look, Text
from masume.core.places import Place, PlaceKind
from masume.drawing.roles import Role


def members(grid: Grid, places: Iterable[Place]) -> list[int]:
    """The cells, edges and corners that places are made of, each once."""
    return list(dict.fromkeys(member for place in places for member in _members(grid, place)))


def _members(grid: Grid, place: Place) -> Iterable[int]:
    if not isinstance(place, int):
        grid.kind_of(place)  # which refuses what is no place
        return members(grid, place)
    match grid.kind_of(place):
        case PlaceKind.LINE:
            return grid.cells_on(place)
        case PlaceKind.SEAT:
            return grid.view(place)
        case PlaceKind.BOARD:
            return grid.cells
    return (place,)


class Shown:
    """A board and its look, asked what is where and in which role."""

    def __init__(self, board: Board, look: Look) -> None:
        self.board = board
        texts = [part for part in look.parts if isinstance(part, Text)]
        self.clue_cells = {cell for part in texts for cell in board.clues.get(part.layer, ())}
        self._entries: dict[str, list[tuple[int, Value, Role]]] = {}
        self.black_cells = [cell for part in texts if part.filled for cell, _, _ in self.entries(part.layer)]

    def entries(self, layer: str) -> list[tuple[int, Value, Role]]:
        """The clues or set marks of a layer, and what each is, in an order that equal boards share."""
        if layer not in self._entries:
            self._entries[layer] = self._sorted(layer)
        return self._entries[layer]

    def _sorted(self, layer: str) -> list[tuple[int, Value, Role]]:
        if layer in self.board.clues:
            return [(place, clue, Role.CLUE) for place, clue in sorted(self.board.clues[layer].items())]
        given, decided = self.board.given[layer], sorted(self.board.decided(layer).items())
        return [(place, mark, Role.GIVEN if place in given else Role.MARK) for place, mark in decided]

    def left_over(self, layer: str) -> list[tuple[int, list[Value], Role]]:
        """Where values of marks are ruled out and several are left: which, as pencil marks are noted."""
        if layer in self.board.clues:
            return []
        values = self.board.alphabet(self.board.genre.mark_layer(layer)).values
        given = self.board.given[layer]
        ruled_out = {**given, **self.board.marks[layer]}
        return [
            (place, [value for value in values if value not in mark], Role.GIVEN if place in given else Role.MARK)
            for place, mark in sorted(ruled_out.items())
            if isinstance(mark, RuledOut)
        ]

    def having(self, layer: str, value: Value) -> list[tuple[int, Role]]:
        """The places with a clue or mark; in a complete layer the default goes without saying, unless it is given."""
        unsaid = self.is_default(layer, value) and self._is_complete(layer)
        return [
            (place, role)
            for place, found, role in self.entries(layer)
            if found == value and not (unsaid and role is Role.MARK)
        ]

    def is_default(self, layer: str, value: Value) -> bool:
        """Whether undecided marks of the layer count as `value` in the end."""
        return any(each.name == layer and each.default == value for each in self.board.genre.mark_layers)

    def _is_complete(self, layer: str) -> bool:
        """Whether every place of a layer of marks has one."""
        return len(self.entries(layer)) == len(self.board.genre.mark_layer(layer).places(self.board.grid))
