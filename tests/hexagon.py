"""The hexagon grid: a rhombus of hexagons, a second grid to prove that masume does not depend on squares.

Each row is shifted by half a hexagon, so that a column runs to the south-east.  Places are numbered in this order:
cells, edges, corners, lines (rows, columns, diagonals), seats, the board.  Names: h2.3, its edge h2.3-e, its corner
h2.3*n, row2, diagonal1.northeast.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from itertools import chain, pairwise
from typing import Any, TypeVar

from masume.core.errors import FormatError, InputError
from masume.core.grid import distances, kind_of_composite, places_of, ray, validate_size
from masume.core.grids import register_grid
from masume.core.messages import pluralize
from masume.core.places import Chain, Place, PlaceKind
from masume.core.symmetry import IDENTITY, Symmetry

T = TypeVar("T")


class HexDirection(Enum):
    """The six directions of a hexagon grid, clockwise, as (row, column) steps."""

    EAST = (0, 1)
    SOUTHEAST = (1, 0)
    SOUTHWEST = (1, -1)
    WEST = (0, -1)
    NORTHWEST = (-1, 0)
    NORTHEAST = (-1, 1)


_DIRECTIONS = tuple(HexDirection)
_SIDES = ("e", "se", "sw", "w", "nw", "ne")  # the direction that each side faces
_CORNERS = ("se", "s", "sw", "nw", "n", "ne")  # each corner lies between a direction and the next
_ROW_HEIGHT = 3**0.5 / 2  # between the centres of two rows
_LINE_KINDS = {"row": HexDirection.EAST, "column": HexDirection.SOUTHEAST, "diagonal": HexDirection.SOUTHWEST}
# Whether a symmetry of the rhombus reverses rows and columns, and whether it then exchanges them.
_SYMMETRIES = {
    IDENTITY: (False, False),
    "rot180": (True, False),
    "diagonal": (False, True),
    "antidiagonal": (True, True),
}


class HexagonGrid:
    """A grid of rows x cols hexagons; create one with `hexagons`, which caches them."""

    kind = "hexagon"
    abilities = frozenset({"edges", "corners", "rays", "planar"})
    sides = 6
    directions: Sequence[HexDirection] = _DIRECTIONS
    symmetries: Sequence[str] = tuple(_SYMMETRIES)

    def __init__(self, rows: int, cols: int) -> None:
        self.rows, self.columns = rows, cols
        self.cells = range(rows * cols)
        positions = [self._corner_positions(cell) for cell in self.cells]
        sides = [[tuple(sorted(pair)) for pair in pairwise((around[-1], *around))] for around in positions]
        edge_of = _number(self.cells.stop, chain.from_iterable(sides))
        self.edges = range(self.cells.stop, self.cells.stop + len(edge_of))
        self._corner_at = corner_of = _number(self.edges.stop, chain.from_iterable(positions))
        self.corners = range(self.edges.stop, self.edges.stop + len(corner_of))
        self._edges_of = {cell: tuple(edge_of[side] for side in sides[cell]) for cell in self.cells}
        self._corners_of = {cell: tuple(corner_of[position] for position in positions[cell]) for cell in self.cells}
        self._edge_at = edge_of
        self._ends = {edge: (corner_of[first], corner_of[second]) for (first, second), edge in edge_of.items()}
        self._points = {
            corner: ((col + row / 2) / 3, row / 3 * _ROW_HEIGHT) for (row, col), corner in corner_of.items()
        }
        self._cells_beside = _invert(self._edges_of)
        self._cells_at = _invert(self._corners_of)
        self._edges_at = _invert(self._ends)
        runs = self._runs()
        self._cells_on = {self.corners.stop + index: run for index, run in enumerate(runs.values())}
        self.lines = range(self.corners.stop, self.corners.stop + len(runs))
        self.seats = range(self.lines.stop, self.lines.stop + 2 * len(runs))
        self.board = self.seats.stop
        self._line_at = {
            (name.rstrip("0123456789"), cell): line
            for line, (name, run) in zip(self.lines, runs.items(), strict=True)
            for cell in run
        }
        self._places = self._name_places(list(runs))
        self._names = {
            place: name for name, place in reversed(self._places.items())
        }  # the first name of a place is its main one

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HexagonGrid) and (self.rows, self.columns) == (other.rows, other.columns)

    def __hash__(self) -> int:
        return hash((self.rows, self.columns))

    def __repr__(self) -> str:
        return f"hexagons({self.rows}, {self.columns})"

    def _corner_positions(self, cell: int) -> list[tuple[int, int]]:
        """Return the corners of a hexagon as (row, column), times three: the mean of the three hexagons around each."""
        (row, col), following = divmod(cell, self.columns), (*_DIRECTIONS[1:], _DIRECTIONS[0])
        steps = ((one.value, next_one.value) for one, next_one in zip(_DIRECTIONS, following, strict=True))
        return [(3 * row + first[0] + second[0], 3 * col + first[1] + second[1]) for first, second in steps]

    def _runs(self) -> dict[str, tuple[int, ...]]:
        """Return the cells of all lines by the name of the line, starting at its first cell."""
        runs: dict[str, tuple[int, ...]] = {}
        for kind, direction in _LINE_KINDS.items():
            runs |= {f"{kind}{number}": run for number, run in enumerate(self.straight_runs(direction), 1)}
        return runs

    def _name_places(self, lines: list[str]) -> dict[str, int]:
        """Return every name of every place; edges and corners have a name from each cell around them."""
        names: dict[str, int] = {}
        for cell in self.cells:
            name = "h{}.{}".format(*(side + 1 for side in divmod(cell, self.columns)))
            names[name] = cell
            names |= {f"{name}-{side}": edge for side, edge in zip(_SIDES, self.edges_of(cell), strict=True)}
            names |= {
                f"{name}*{corner_name}": corner
                for corner_name, corner in zip(_CORNERS, self.corners_of(cell), strict=True)
            }
        for index, name in enumerate(lines):
            direction = _LINE_KINDS[name.rstrip("0123456789")]
            names[name] = self.lines[index]
            names[f"{name}.{_opposite(direction).name.lower()}"] = self.seats[2 * index]
            names[f"{name}.{direction.name.lower()}"] = self.seats[2 * index + 1]
        return names | {"board": self.board}

    def cell(self, row: int, col: int) -> int | None:
        raise InputError("a hexagon grid has no rows")

    def neighbours(self, cell: int) -> Sequence[int]:
        around = (self.step(cell, direction) for direction in _DIRECTIONS)
        return tuple(other for other in around if other is not None)

    def touching(self, cell: int) -> Sequence[int]:
        return self.neighbours(cell)  # hexagons that share a corner share an edge

    def within(self, cell: int, steps: int) -> Sequence[int]:
        return sorted(distances([cell], self.neighbours, steps))

    def edges_of(self, cell: int) -> Sequence[int]:
        return self._edges_of[cell]

    def corners_of(self, cell: int) -> Sequence[int]:
        return self._corners_of[cell]

    def cells_beside(self, edge: int) -> Sequence[int]:
        return self._cells_beside[edge]

    def ends(self, edge: int) -> tuple[int, int]:
        return self._ends[edge]

    def point(self, corner: int) -> tuple[float, float]:
        return self._points[corner]

    def edges_at(self, corner: int) -> Sequence[int]:
        return self._edges_at[corner]

    def cells_at(self, corner: int) -> Sequence[int]:
        return self._cells_at[corner]

    def step(self, cell: int, direction: HexDirection) -> int | None:
        row, col = (side + move for side, move in zip(divmod(cell, self.columns), direction.value, strict=True))
        return row * self.columns + col if 0 <= row < self.rows and 0 <= col < self.columns else None

    def straight_runs(self, direction: HexDirection) -> Iterable[Chain]:
        firsts = (cell for cell in self.cells if self.step(cell, _opposite(direction)) is None)
        return ((cell, *ray(self, cell, direction)) for cell in firsts)

    def cells_on(self, line: int) -> Sequence[int]:
        return self._cells_on[line]

    def view(self, seat: int) -> Sequence[int]:
        line, far = divmod(seat - self.seats.start, 2)
        cells = self.cells_on(self.lines[line])
        return cells[::-1] if far else cells

    def blocks(self, rows: int, cols: int) -> Sequence[Chain]:
        raise InputError("a hexagon grid has no blocks")

    def kind_of(self, place: Place) -> PlaceKind:
        if not isinstance(place, int):
            return kind_of_composite(self, place)
        for kind in PlaceKind:
            if place in places_of(self, kind):
                return kind
        raise InputError(f"the grid of {self.rows} rows and {self.columns} columns has no place {place}")

    def name(self, place: int) -> str:
        return self._names[place]

    def find(self, name: str) -> int:
        if name not in self._places:
            raise InputError(f"expected a place such as h1.1, not {name!r:.30}")
        return self._places[name]

    def symmetry(self, name: str) -> Symmetry:
        is_reversed, is_exchanged = _SYMMETRIES[name]
        image = hexagons(self.columns, self.rows) if is_exchanged else self

        def move(position: tuple[int, int], scale: int) -> tuple[int, int]:
            """Return the image of a (row, column), times `scale`; with 0, of a step."""
            row, col = position
            if is_reversed:
                row, col = scale * (self.rows - 1) - row, scale * (self.columns - 1) - col
            return (col, row) if is_exchanged else (row, col)

        numbers = {cell: image._cell_at(move(divmod(cell, self.columns), 1)) for cell in self.cells}
        for (first, second), edge in self._edge_at.items():
            numbers[edge] = image._edge_at[tuple(sorted((move(first, 3), move(second, 3))))]
        numbers |= {corner: image._corner_at[move(position, 3)] for position, corner in self._corner_at.items()}
        kinds = {direction: kind for kind, direction in _LINE_KINDS.items()}
        for (kind, cell), line in self._line_at.items():
            towards = HexDirection(move(_LINE_KINDS[kind].value, 0))
            image_line = numbers[line] = image._line_at[kinds.get(towards) or kinds[_opposite(towards)], numbers[cell]]
            for end in (0, 1):
                image_end = end if towards in kinds else 1 - end
                numbers[self.seats[2 * (line - self.lines.start) + end]] = image.seats[
                    2 * (image_line - image.lines.start) + image_end
                ]
        numbers[self.board] = image.board
        return Symmetry(name, self, image, [number for _, number in sorted(numbers.items())])

    def _cell_at(self, position: tuple[int, int]) -> int:
        row, col = position
        return row * self.columns + col

    @property
    def order_key(self) -> tuple[int, int]:
        return self.rows, self.columns

    @property
    def size(self) -> str:
        return f"{pluralize(self.rows, 'row')} and {pluralize(self.columns, 'column')} of hexagons"

    def to_dict(self) -> dict[str, Any]:
        return {"kind": self.kind, "rows": self.rows, "cols": self.columns}


def _number(first: int, items: Iterable[T]) -> dict[T, int]:
    """Number items from `first` on; equal items get the same number."""
    return {item: number for number, item in enumerate(dict.fromkeys(items), first)}


def _invert(members: Mapping[int, Iterable[int]]) -> dict[int, tuple[int, ...]]:
    """Return for each place the keys whose values contain it."""
    owners_of: dict[int, list[int]] = {}
    for owner, places in members.items():
        for place in places:
            owners_of.setdefault(place, []).append(owner)
    return {place: tuple(owners) for place, owners in owners_of.items()}


def _opposite(direction: HexDirection) -> HexDirection:
    return _DIRECTIONS[(_DIRECTIONS.index(direction) + 3) % 6]


@lru_cache(maxsize=256)
def hexagons(rows: int, cols: int) -> HexagonGrid:
    """Return the hexagon grid of this size."""
    return HexagonGrid(*validate_size("grid", rows, cols))


def _from_json(data: Mapping[str, Any]) -> HexagonGrid:
    if unknown := set(data) - {"kind", "rows", "cols"}:
        raise FormatError("json", "grid", f"unknown key {min(unknown)!r:.30}")
    return hexagons(*validate_size("json", data.get("rows"), data.get("cols")))


register_grid(HexagonGrid.kind, _from_json)
