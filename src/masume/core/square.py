"""The square grid: rows and columns of cells, with holes where cells are missing.

Edges and corners on the frame are places like any other.  Places are numbered in this order: cells, horizontal edges
(north sides), vertical edges (west sides), corners, lines (rows, then columns), seats, the board.  The numbers of
places that fall into a hole stay unused.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from functools import cached_property
from itertools import compress, filterfalse, groupby
from typing import Any

from masume.core import rectangle
from masume.core.caching import cached
from masume.core.errors import FormatError, InputError, WrongTypeError
from masume.core.grid import distances, kind_of_composite, require_size, runs, validate_size
from masume.core.messages import pluralize, quote, suggest_names
from masume.core.place_keys import resolve_key
from masume.core.places import Chain, Place, PlaceKey, PlaceKind
from masume.core.symmetry import Symmetry


class Compass(Enum):
    """The four directions of a square grid, as (row, column) steps."""

    NORTH = (-1, 0)
    EAST = (0, 1)
    SOUTH = (1, 0)
    WEST = (0, -1)


_NAME = re.compile(r"r([1-9]\d{0,3})c([1-9]\d{0,3})(nw|ne|sw|se|n|e|s|w)?")
_LINE_NAME = re.compile(r"(row|column)([1-9]\d{0,3})(\.(?:north|east|south|west))?")
_KEYS = ("kind", "rows", "cols", "holes")  # of the JSON form
_ABILITIES = frozenset({"edges", "corners", "blocks", "rays", "planar", "rows"})


class SquareGrid:
    """A grid of squares in rows and columns.

    `holes` are the cells that are missing, as names ("r1c1"), as (row, column) counted from 0, or as place numbers.
    Inside masume, `square` makes grids and caches them.
    """

    kind = "square"
    abilities = _ABILITIES
    sides = 4
    directions: Sequence[Compass] = tuple(Compass)
    symmetries: Sequence[str] = tuple(rectangle.SYMMETRIES)

    def __init__(self, rows: int, columns: int, holes: Iterable[PlaceKey] = ()) -> None:
        self.rows, self.columns = rows, columns = require_size(rows, columns)
        self.holes: frozenset[int] = frozenset()
        self._first_horizontal = rows * columns
        self._first_vertical = self._first_horizontal + (rows + 1) * columns
        self._first_corner = self._first_vertical + rows * (columns + 1)
        self._first_line = self._first_corner + (rows + 1) * (columns + 1)
        self._first_seat = self._first_line + rows + columns
        self.board = self._first_seat + 2 * (rows + columns)
        self.holes = self._find_holes(holes)
        self._hash = hash(self._key)

    def _find_holes(self, holes: Iterable[PlaceKey]) -> frozenset[int]:
        if isinstance(holes, str) or not isinstance(holes, Iterable):
            raise WrongTypeError(f'expected holes to be a list of cells such as ["r1c1"], not {quote(holes)}')
        found: frozenset[Any]
        if isinstance(holes, frozenset) and {int}.issuperset(map(type, holes)):  # as inside masume
            found = holes
        else:
            found = frozenset(resolve_key(self, hole) for hole in holes)
        if found and not (min(found) >= 0 and max(found) < self.rows * self.columns > len(found)):
            raise InputError("holes must lie on the grid and leave at least one cell")
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SquareGrid) and self._key == other._key

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        holes = f", holes={[self.name(hole) for hole in sorted(self.holes)]}" if self.holes else ""
        return f"SquareGrid({self.rows}, {self.columns}{holes})"

    def __reduce__(self) -> tuple[Any, ...]:
        return square, (self.rows, self.columns, self.holes)

    @property
    def _key(self) -> tuple[int, int, frozenset[int]]:
        return self.rows, self.columns, self.holes

    @cached_property
    def cells(self) -> Sequence[int]:
        everywhere = range(self.rows * self.columns)
        return everywhere if not self.holes else tuple(filterfalse(self.holes.__contains__, everywhere))

    @cached_property
    def edges(self) -> Sequence[int]:
        everywhere = range(self._first_horizontal, self._first_corner)
        return everywhere if not self.holes else tuple(compress(everywhere, self._cells_beside))

    @cached_property
    def corners(self) -> Sequence[int]:
        everywhere = range(self._first_corner, self._first_line)
        return everywhere if not self.holes else tuple(compress(everywhere, self._cells_at))

    @property
    def lines(self) -> Sequence[int]:
        return range(self._first_line, self._first_seat)

    @property
    def seats(self) -> Sequence[int]:
        return range(self._first_seat, self.board)

    def cell(self, row: int, col: int) -> int | None:
        """Return the cell at a row and column counted from 0, or None outside the frame and in holes."""
        if not (0 <= row < self.rows and 0 <= col < self.columns):
            return None
        cell = row * self.columns + col
        return None if cell in self.holes else cell

    def position(self, cell: int) -> tuple[int, int]:
        """Return the row and column of a cell, counted from 0."""
        return divmod(cell, self.columns)

    def horizontal_edge(self, row: int, col: int) -> int:
        """Return the horizontal edge on top of (row, col)."""
        return self._first_horizontal + row * self.columns + col

    def vertical_edge(self, row: int, col: int) -> int:
        """Return the vertical edge to the left of (row, col)."""
        return self._first_vertical + row * (self.columns + 1) + col

    def corner(self, row: int, col: int) -> int:
        """Return the corner at the top left of (row, col)."""
        return self._first_corner + row * (self.columns + 1) + col

    def edge_position(self, edge: int) -> tuple[bool, int, int]:
        """Return whether an edge is vertical, and its row and column."""
        if edge < self._first_vertical:
            return (False, *divmod(edge - self._first_horizontal, self.columns))
        return (True, *divmod(edge - self._first_vertical, self.columns + 1))

    def corner_position(self, corner: int) -> tuple[int, int]:
        """Return the row and column of a corner, from 0 to `rows` and `columns`."""
        return divmod(corner - self._first_corner, self.columns + 1)

    def neighbours(self, cell: int) -> Sequence[int]:
        return self._neighbours[cell]

    @cached_property
    def _neighbours(self) -> rectangle.Table:
        return self._leave_out_holes(rectangle.neighbours(self.rows, self.columns))

    def _leave_out_holes(self, table: rectangle.Table) -> rectangle.Table:
        is_hole = self.holes.__contains__
        return tuple(tuple(filterfalse(is_hole, cells)) for cells in table) if self.holes else table

    def touching(self, cell: int) -> Sequence[int]:
        row, col = self.position(cell)
        steps = ((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right)
        around = (self.cell(row + down, col + right) for down, right in steps)
        return tuple(other for other in around if other is not None)

    def within(self, cell: int, steps: int) -> Sequence[int]:
        if self.holes:
            return sorted(distances([cell], self.neighbours, steps))
        row, col = divmod(cell, self.columns)
        found: list[int] = []
        for other_row in range(max(0, row - steps), min(self.rows, row + steps + 1)):
            steps_left = steps - abs(other_row - row)
            start = other_row * self.columns
            found += range(start + max(0, col - steps_left), start + min(self.columns, col + steps_left + 1))
        return found

    def edges_of(self, cell: int) -> Sequence[int]:
        row = cell // self.columns
        north, west = self._first_horizontal + cell, self._first_vertical + cell + row
        return north, west + 1, north + self.columns, west

    def corners_of(self, cell: int) -> Sequence[int]:
        north_west = self._first_corner + cell + cell // self.columns
        south_west = north_west + self.columns + 1
        return north_west, north_west + 1, south_west + 1, south_west

    def cells_beside(self, edge: int) -> Sequence[int]:
        return self._cells_beside[edge - self._first_horizontal]

    @cached_property
    def _cells_beside(self) -> rectangle.Table:
        return self._leave_out_holes(rectangle.cells_beside_edges(self.rows, self.columns))

    def ends(self, edge: int) -> tuple[int, int]:
        if edge >= self._first_vertical:
            north = edge - self._first_vertical + self._first_corner
            return north, north + self.columns + 1
        index = edge - self._first_horizontal
        west = self._first_corner + index + index // self.columns
        return west, west + 1

    def point(self, corner: int) -> tuple[float, float]:
        down, right = divmod(corner - self._first_corner, self.columns + 1)
        return right, down

    def edges_at(self, corner: int) -> Sequence[int]:
        return self._edges_at[corner - self._first_corner]

    @cached_property
    def _edges_at(self) -> rectangle.Table:
        table = rectangle.edges_at_corners(self.rows, self.columns)
        return tuple(tuple(filter(self.cells_beside, edges)) for edges in table) if self.holes else table

    def cells_at(self, corner: int) -> Sequence[int]:
        return self._cells_at[corner - self._first_corner]

    @cached_property
    def _cells_at(self) -> rectangle.Table:
        return self._leave_out_holes(rectangle.cells_at_corners(self.rows, self.columns))

    def step(self, cell: int, direction: Compass) -> int | None:
        (row, col), (down, right) = divmod(cell, self.columns), direction.value
        return self.cell(row + down, col + right)

    def straight_runs(self, direction: Compass) -> Iterable[Chain]:
        down, right = direction.value
        lines = range(self.rows, self.rows + self.columns) if down else range(self.rows)
        return (run[:: down + right] for line in lines for run in self._split_at_holes(self._line(line)))

    def _line(self, index: int) -> range:
        """Return the cells of a row, or of a column if the index is that of a line after the rows, holes included."""
        if index < self.rows:
            return range(index * self.columns, (index + 1) * self.columns)
        return range(index - self.rows, self._first_horizontal, self.columns)

    def _split_at_holes(self, line: Iterable[int]) -> Iterable[Chain]:
        if not self.holes:
            return (tuple(line),)
        return (tuple(cells) for is_hole, cells in groupby(line, self.holes.__contains__) if not is_hole)

    def cells_on(self, line: int) -> Sequence[int]:
        return tuple(filterfalse(self.holes.__contains__, self._line(line - self._first_line)))

    def view(self, seat: int) -> Sequence[int]:
        line, far = divmod(seat - self._first_seat, 2)
        cells = self.cells_on(self._first_line + line)
        return cells[::-1] if far else cells

    def blocks(self, rows: int, cols: int) -> Sequence[Chain]:
        found: list[Chain] = []
        places_in_row = self.columns - cols + 1
        for top in range(self.rows - rows + 1):
            firsts = ((top + down) * self.columns + right for down in range(rows) for right in range(cols))
            found += zip(*(range(first, first + places_in_row) for first in firsts), strict=True)
        return found if not self.holes else list(filter(self.holes.isdisjoint, found))

    def find_label_cell(self, area: Iterable[int]) -> int:
        """Return the cell in which an area's number is written: the topmost of its leftmost cells."""
        return min(area, key=lambda cell: self.position(cell)[::-1])

    def run_clue_positions(self) -> dict[tuple[int, int], tuple[int | None, int | None]]:
        """Return the positions of the black cells before runs, with the edges through which those runs are entered.

        A position is a hole, or lies just outside the frame (row or column -1).  It is mapped to the edge of the run
        down and the edge of the run across; None where no run starts.
        """
        cols, nothing = self.columns, (None, None)
        entries: dict[tuple[int, int], tuple[int | None, int | None]] = {divmod(h, cols): nothing for h in self.holes}
        for edge in runs(self):  # the runs down come first
            if edge < self._first_vertical:
                entries[divmod(edge - self._first_horizontal - cols, cols)] = (edge, None)
            else:
                row, col = divmod(edge - self._first_vertical, cols + 1)
                down, _ = entries.get((row, col - 1), nothing)
                entries[row, col - 1] = (down, edge)
        return entries

    def kind_of(self, place: Place) -> PlaceKind:
        if not isinstance(place, int):
            return kind_of_composite(self, place)
        if 0 <= place < self._first_horizontal and place not in self.holes:
            return PlaceKind.CELL
        if self._first_horizontal <= place < self._first_corner and self.cells_beside(place):
            return PlaceKind.EDGE
        if self._first_corner <= place < self._first_line and self.cells_at(place):
            return PlaceKind.CORNER
        if self._first_line <= place < self._first_seat:
            return PlaceKind.LINE
        if self._first_seat <= place < self.board:
            return PlaceKind.SEAT
        if place == self.board:
            return PlaceKind.BOARD
        raise InputError(f"the grid of {self.size} has no place {quote(place)}")

    def name(self, place: int) -> str:
        if place < self._first_horizontal:
            row, col = self.position(place)
            return f"r{row + 1}c{col + 1}"
        if place < self._first_corner:
            vertical, row, col = self.edge_position(place)
            return self._name_at_cell(row, col, south=not vertical, east=vertical, side="w" if vertical else "n")
        if place < self._first_line:
            row, col = self.corner_position(place)
            return self._name_at_cell(row, col, south=True, east=True, side="nw")
        if place < self._first_seat:
            return self._line_name(place - self._first_line)
        if place < self.board:
            line, far = divmod(place - self._first_seat, 2)
            ends = ("west", "east") if line < self.rows else ("north", "south")
            return f"{self._line_name(line)}.{ends[far]}"
        return "board"

    def _name_at_cell(self, row: int, col: int, *, south: bool, east: bool, side: str) -> str:
        """Return the name of an edge or corner as a side of a cell: the one to its south-east if inside the frame."""
        if south and row == self.rows:
            row, side = row - 1, side.replace("n", "s")
        if east and col == self.columns:
            col, side = col - 1, side.replace("w", "e")
        return f"r{row + 1}c{col + 1}{side}"

    def _line_name(self, index: int) -> str:
        return f"row{index + 1}" if index < self.rows else f"column{index - self.rows + 1}"

    def find(self, name: str) -> int:
        place = self._find(name)
        if place is None:
            raise InputError(f"expected a place such as r1c1 on {self.size}, not {quote(name)}")
        return place

    def _find(self, name: str) -> int | None:
        if name == "board":
            return self.board
        if line := _LINE_NAME.fullmatch(name):
            return self._find_line(line[1], int(line[2]) - 1, line[3])
        match = _NAME.fullmatch(name)
        cell = (int(match[1]) - 1, int(match[2]) - 1) if match else None
        if match is None or cell is None or not (cell[0] < self.rows and cell[1] < self.columns):
            return None
        row, col, side = *cell, match[3]
        if side is None:
            return self.cell(row, col)
        if len(side) == 2:
            corner = self.corner(row + (side[0] == "s"), col + (side[1] == "e"))
            return corner if self.cells_at(corner) else None
        edge = (
            self.horizontal_edge(row + (side == "s"), col)
            if side in "ns"
            else self.vertical_edge(row, col + (side == "e"))
        )
        return edge if self.cells_beside(edge) else None

    def _find_line(self, kind: str, index: int, end: str | None) -> int | None:
        if index >= (self.rows if kind == "row" else self.columns):
            return None
        line = index if kind == "row" else index + self.rows
        if end is None:
            return self._first_line + line
        ends = (".west", ".east") if kind == "row" else (".north", ".south")
        return self._first_seat + 2 * line + ends.index(end) if end in ends else None

    @property
    def size(self) -> str:
        return pluralize(self.rows, "row") + " and " + pluralize(self.columns, "column")

    @property
    def order_key(self) -> tuple[Any, ...]:
        return self.rows, self.columns, tuple(sorted(self.holes))

    def symmetry(self, name: str) -> Symmetry:
        numbers = rectangle.images(self.rows, self.columns, name)
        exchange = rectangle.SYMMETRIES[name].exchange
        rows, columns = (self.columns, self.rows) if exchange else (self.rows, self.columns)
        return Symmetry(name, self, square(rows, columns, frozenset(map(numbers.__getitem__, self.holes))), numbers)

    def to_dict(self) -> dict[str, Any]:
        size: dict[str, Any] = {"kind": self.kind, "rows": self.rows, "cols": self.columns}
        return size if not self.holes else {**size, "holes": [self.name(hole) for hole in sorted(self.holes)]}


@cached(256)
def square(rows: int, cols: int, holes: frozenset[int] = frozenset()) -> SquareGrid:
    """Return the square grid of this size; `holes` are cell numbers (row * cols + column)."""
    return SquareGrid(rows, cols, holes)


def from_json(data: Mapping[str, Any]) -> SquareGrid:
    """Return the grid that `SquareGrid.to_dict` returned; raise FormatError if it is invalid."""
    rows, cols = validate_size("json", data.get("rows"), data.get("cols"))
    names, without_holes = data.get("holes", []), square(rows, cols)
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise FormatError("json", "grid", "expected holes to be a list of cells such as r1c1")
    if unknown := set(data).difference(_KEYS):
        key = min(unknown)
        raise FormatError("json", "grid", f"unknown key {quote(key)}: {suggest_names(key, _KEYS)}")
    return square(rows, cols, frozenset(without_holes.find(name) for name in names))
