"""What each mark looks like at each place, found by drawing one board for each shape of place.

Cells of the same shape look alike, except where a clue is written or a cell is black.  So a few drawings are enough for
any board, and every genre's marks look as they do in its pictures.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence

from masume.core.board import Board
from masume.core.grid import Grid
from masume.core.layers import Layer, Value
from masume.core.look import Look, Outline, Rays, Text
from masume.core.places import PlaceKind
from masume.drawing import layout
from masume.drawing.ghosts import tentative_frame
from masume.drawing.parts import draw_part, write_pencil_mark
from masume.drawing.roles import Role
from masume.drawing.scene import Point, Shape, Tone
from masume.drawing.scene_builder import Level, SceneBuilder
from masume.playing.coding import Glyphs, GroupKey, LookOfPlaces, compress

DEPENDENT_PARTS = (Rays, Outline)  # what they draw depends on several marks: see `dependent_marks`


def middle_of(grid: Grid, place: int) -> Point:
    """Return the middle of a cell, an edge or a corner."""
    match grid.kind_of(place):
        case PlaceKind.CELL:
            return layout.cell_middle(grid, place)
        case PlaceKind.EDGE:
            return layout.edge_middle(grid, place)
        case _:
            return grid.point(place)


def shape_of(grid: Grid, place: int) -> Hashable:
    """Return a key that is equal for places of the same shape: the points around them, seen from their middle."""
    x, y = middle_of(grid, place)
    match grid.kind_of(place):
        case PlaceKind.CELL:
            points = [grid.point(corner) for corner in grid.corners_of(place)]
        case PlaceKind.EDGE:
            cells = grid.cells_beside(place)
            points = [*map(grid.point, grid.ends(place)), *(layout.cell_middle(grid, cell) for cell in cells)]
        case _:
            points = []
    return tuple((round(u - x, 4), round(v - y, 4)) for u, v in points)


def add_numbered_parts(
    look: Look, builder: SceneBuilder, is_wanted: Callable[[object], bool]
) -> Iterator[tuple[GroupKey, list[Shape]]]:
    """Draw the wanted parts of a look, and yield the shapes of each part and level with the key of their group."""
    for number, part in enumerate(look.parts):
        if is_wanted(part):
            draw_part(part, builder)
            yield from (((level, number), shapes) for level, shapes in builder.take_shapes().items() if shapes)


class MarkLooks:
    """Finds the looks of the marks of one layer."""

    def __init__(self, board: Board, look: Look, layer: Layer, glyphs: Glyphs) -> None:
        # Without given marks, which would forbid some of the marks that are drawn.
        self._board = Board(board.genre, board.grid, board.clues, options=board.options)
        self._look, self._layer, self._glyphs = look, layer, glyphs
        self._places = layer.places(board.grid)
        builder = SceneBuilder(self._board, look, Role.MARK)
        special = (builder.clue_cells, set(builder.room_labels()), set(builder.filled_cells))
        self._classes: dict[Hashable, int] = {}  # a place of each class
        keys = [(shape_of(board.grid, place), *(place in cells for cells in special)) for place in self._places]
        self._representatives = [
            self._classes.setdefault(key, place) for key, place in zip(keys, self._places, strict=True)
        ]

    def of_value(self, value: Value, role: Role = Role.MARK) -> LookOfPlaces:
        """Return the looks of a value at all places."""
        return self._looks_at(lambda place: self.draw_value(place, value, role))

    def of_note(self, value: Value) -> LookOfPlaces | None:
        """Return the looks of a value that is left, written small; None if the look has no room for them."""
        numbers = [number for number, part in enumerate(self._look.parts) if self._is_text(part)]
        if not numbers:
            return None
        looks = self._looks_at(lambda place: self._draw_note(place, value, numbers[0]))
        return None if looks == self._glyphs.add_look({}, (0, 0)) else looks

    def _is_text(self, part: object) -> bool:
        return isinstance(part, Text) and part.layer == self._layer.name

    def _looks_at(self, draw: Callable[[int], Mapping[GroupKey, Sequence[Shape]]]) -> LookOfPlaces:
        grid = self._board.grid
        looks = {place: self._glyphs.add_look(draw(place), middle_of(grid, place)) for place in self._classes.values()}
        return compress([looks[place] for place in self._representatives])

    def draw_value(self, place: int, value: Value, role: Role) -> dict[GroupKey, list[Shape]]:
        marked = self._board.with_marks({self._layer.name: {place: value}})
        builder = SceneBuilder(marked, self._look, role, shows_every_mark=True)
        drawn = dict(add_numbered_parts(self._look, builder, self._is_own_part))
        if role is Role.TRIAL and drawn and self._layer.kind is PlaceKind.CELL:
            last = max(drawn)
            drawn[last] = [*drawn[last], tentative_frame(self._board.grid, place, role)]
        return drawn

    def _is_own_part(self, part: object) -> bool:
        return getattr(part, "layer", None) == self._layer.name and not isinstance(part, DEPENDENT_PARTS)

    def _draw_note(self, place: int, value: Value, part: int) -> dict[GroupKey, list[Shape]]:
        builder = SceneBuilder(self._board, self._look, Role.MARK)
        write_pencil_mark(self._layer.name, place, value, builder, Role.MARK, Tone.INK)
        return {(Level.REST, part): builder.take_shapes()[Level.REST]}
