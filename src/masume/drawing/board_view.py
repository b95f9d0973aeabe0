"""What has to be drawn at which place of a board: shared by scenes and the terminal picture."""

from collections.abc import Collection, Iterable

from masume.core.board import Board
from masume.core.grid import Grid, find_place
from masume.core.layers import RuledOut, Value
from masume.core.look import Look, Text
from masume.core.places import Place, PlaceKind
from masume.drawing.roles import Role


def expand_places(grid: Grid, places: Iterable[Place | str]) -> list[int]:
    """Return the cells, edges and corners of places, each once: a line, for example, becomes its cells.

    Places can also be given by name.
    """
    return list(dict.fromkeys(part for place in places for part in _expand(grid, place)))


def _expand(grid: Grid, place: Place | str) -> Iterable[int]:
    if isinstance(place, str):
        place = find_place(grid, place)
    if not isinstance(place, int):
        grid.kind_of(place)  # raises if it is not a place
        return expand_places(grid, place)
    match grid.kind_of(place):
        case PlaceKind.LINE:
            return grid.cells_on(place)
        case PlaceKind.SEAT:
            return grid.view(place)
        case PlaceKind.BOARD:
            return grid.cells
    return (place,)


class BoardView:
    """The clues and marks of a board that its look draws, each with its place and its role.

    `clue_cells` are the cells in which a clue is written, `filled_cells` those that are black (see `look.Text`).
    The marks at the `folded` places follow at once from others, and are drawn lighter.  Marks with the default value
    are left out when a layer is complete, unless the picture `shows_progress`, such as that of a step.
    """

    def __init__(self, board: Board, look: Look, folded: Collection[int] = (), *, shows_progress: bool = False) -> None:
        self.board = board
        self._shows_progress = shows_progress
        self._folded = frozenset(folded)
        texts = [part for part in look.parts if isinstance(part, Text)]
        self.clue_cells = {cell for part in texts for cell in board.clues.get(part.layer, ())}
        self._entries: dict[str, list[tuple[int, Value, Role]]] = {}
        self.filled_cells = [cell for part in texts if part.filled for cell, _, _ in self.entries(part.layer)]

    def entries(self, layer: str) -> list[tuple[int, Value, Role]]:
        """Return the place, value and role of every clue or decided mark of a layer.

        They are sorted by place, so that equal boards have equal pictures.
        """
        if layer not in self._entries:
            self._entries[layer] = self._collect_entries(layer)
        return self._entries[layer]

    def _collect_entries(self, layer: str) -> list[tuple[int, Value, Role]]:
        if layer in self.board.clues:
            return [(place, clue, Role.CLUE) for place, clue in sorted(self.board.clues[layer].items())]
        given, decided = self.board.given[layer], sorted(self.board.decided_marks(layer).items())
        return [(place, mark, self._mark_role(place, given)) for place, mark in decided]

    def _mark_role(self, place: int, given: Collection[int]) -> Role:
        return Role.GIVEN if place in given else Role.FOLDED if place in self._folded else Role.MARK

    def pencil_marks(self, layer: str) -> list[tuple[int, list[Value], Role]]:
        """Return each place where some values are ruled out, with the values that remain and the role."""
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

    def places_with(self, layer: str, value: Value) -> list[tuple[int, Role]]:
        """Return the places with this clue or mark, and their roles, as far as they have to be drawn.

        In a complete layer a player's marks with the default value are left out, because they are obvious.
        """
        omit_marks = not self._shows_progress and self.is_default(layer, value) and self._is_complete(layer)
        return [
            (place, role)
            for place, entry, role in self.entries(layer)
            if entry == value and not (omit_marks and role is Role.MARK)
        ]

    def is_default(self, layer: str, value: Value) -> bool:
        """Return whether undecided places of the layer count as `value` on a finished board."""
        return any(marks.name == layer and marks.default == value for marks in self.board.genre.mark_layers)

    def _is_complete(self, layer: str) -> bool:
        """Return whether every place of a layer of marks is decided."""
        return len(self.entries(layer)) == len(self.board.genre.mark_layer(layer).places(self.board.grid))
