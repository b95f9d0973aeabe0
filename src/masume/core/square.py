"""The square grid: rows and columns of cells, with holes where cells are missing.

Frame edges and frame corners are places like any other.  Numbering: cells, then horizontal edges (north
sides), then vertical edges (west sides), corners, lines (rows, columns), seats, the board; a hole leaves
its numbers unused.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from functools import cached_property
from typing import Any

from masume.core.caching import cached
from masume.core.errors import FormatError, InputError
from masume.core.grid import checked_sides, kind_of_composite, reach, runs
from masume.core.messages import counted
from masume.core.places import Chain, Place, PlaceKind


class Compass(Enum):
    """The four directions of a square grid, as (row, column) steps."""

    NORTH = (-1, 0)
    EAST = (0, 1)
    SOUTH = (1, 0)
    WEST = (0, -1)


_NAME = re.compile(r"r([1-9]\d{0,3})c([1-9]\d{0,3})(nw|ne|sw|se|n|e|s|w)?")
_LINE_NAME = re.compile(r"(row|column)([1-9]\d{0,3})(\.(?:north|east|south|west))?")
_ABILITIES = frozenset({"edges", "corners", "blocks", "rays", "planar", "rows"})


class SquareGrid:
    """A grid of rows x cols squares without its holes; made by `square`, which shares equal grids."""

    kind = "square"
    abilities = _ABILITIES
    sides = 4
    directions: Sequence[Compass] = tuple(Compass)

    def __init__(self, rows: int, cols: int, holes: frozenset[int]) -> None:
        self.rows, self.cols, self.holes = rows, cols, holes
        self._across = rows * cols  # the first horizontal edge
        self._down = self._across + (rows + 1) * cols  # the first vertical edge
        self._corner = self._down + rows * (cols + 1)
        self._line = self._corner + (rows + 1) * (cols + 1)
        self._seat = self._line + rows + cols
        self.board = self._seat + 2 * (rows + cols)
        self._hash = hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SquareGrid) and self._key == other._key

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"square({self.rows}, {self.cols}{', holes=' + str(sorted(self.holes)) if self.holes else ''})"

    def __reduce__(self) -> tuple[Any, ...]:
        return square, (self.rows, self.cols, self.holes)

    @property
    def _key(self) -> tuple[int, int, frozenset[int]]:
        return self.rows, self.cols, self.holes

    @cached_property
    def cells(self) -> Sequence[int]:
        everywhere = range(self.rows * self.cols)
        return everywhere if not self.holes else tuple(c for c in everywhere if c not in self.holes)

    @cached_property
    def edges(self) -> Sequence[int]:
        everywhere = range(self._across, self._corner)
        return everywhere if not self.holes else tuple(e for e in everywhere if self.cells_beside(e))

    @cached_property
    def corners(self) -> Sequence[int]:
        everywhere = range(self._corner, self._line)
        return everywhere if not self.holes else tuple(c for c in everywhere if self.cells_at(c))

    @property
    def lines(self) -> Sequence[int]:
        return range(self._line, self._seat)

    @property
    def seats(self) -> Sequence[int]:
        return range(self._seat, self.board)

    def cell(self, row: int, col: int) -> int | None:
        """The cell at a row and column counted from 0, or None outside the frame and in holes."""
        if not (0 <= row < self.rows and 0 <= col < self.cols):
            return None
        cell = row * self.cols + col
        return None if cell in self.holes else cell

    def at(self, cell: int) -> tuple[int, int]:
        """Row and column of a cell, counted from 0."""
        return divmod(cell, self.cols)

    def across(self, row: int, col: int) -> int:
        """The horizontal edge on top of (row, col)."""
        return self._across + row * self.cols + col

    def down(self, row: int, col: int) -> int:
        """The vertical edge left of (row, col)."""
        return self._down + row * (self.cols + 1) + col

    def corner(self, row: int, col: int) -> int:
        """The corner at the top left of (row, col)."""
        return self._corner + row * (self.cols + 1) + col

    def edge_at(self, edge: int) -> tuple[bool, int, int]:
        """Whether an edge is vertical, and its row and column."""
        if edge < self._down:
            return (False, *divmod(edge - self._across, self.cols))
        return (True, *divmod(edge - self._down, self.cols + 1))

    def corner_at(self, corner: int) -> tuple[int, int]:
        """Row and column of a corner, from 0 to rows and cols."""
        return divmod(corner - self._corner, self.cols + 1)

    def neighbours(self, cell: int) -> Sequence[int]:
        return self._neighbours[cell]

    @cached_property
    def _neighbours(self) -> Mapping[int, Sequence[int]]:
        return {cell: self._present(cell, (d.value for d in Compass)) for cell in self.cells}

    def touching(self, cell: int) -> Sequence[int]:
        return self._present(cell, ((r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c))

    def _present(self, cell: int, steps: Iterable[tuple[int, int]]) -> Sequence[int]:
        row, col = self.at(cell)
        around = (self.cell(row + down, col + right) for down, right in steps)
        return tuple(other for other in around if other is not None)

    def within(self, cell: int, steps: int) -> Sequence[int]:
        if self.holes:
            return sorted(reach([cell], self.neighbours, steps))
        row, col = divmod(cell, self.cols)
        found: list[int] = []
        for there in range(max(0, row - steps), min(self.rows, row + steps + 1)):
            aside = steps - abs(there - row)
            start = there * self.cols
            found += range(start + max(0, col - aside), start + min(self.cols, col + aside + 1))
        return found

    def edges_of(self, cell: int) -> Sequence[int]:
        row = cell // self.cols
        north, west = self._across + cell, self._down + cell + row
        return north, west + 1, north + self.cols, west

    def corners_of(self, cell: int) -> Sequence[int]:
        row, col = self.at(cell)
        return tuple(self.corner(row + down, col + right) for down, right in ((0, 0), (0, 1), (1, 1), (1, 0)))

    def cells_beside(self, edge: int) -> Sequence[int]:
        vertical, row, col = self.edge_at(edge)
        sides = (self.cell(row, col - 1) if vertical else self.cell(row - 1, col), self.cell(row, col))
        return tuple(cell for cell in sides if cell is not None)

    def ends(self, edge: int) -> tuple[int, int]:
        vertical, row, col = self.edge_at(edge)
        return self.corner(row, col), self.corner(row + vertical, col + (not vertical))

    def point(self, corner: int) -> tuple[float, float]:
        down, right = divmod(corner - self._corner, self.cols + 1)
        return right, down

    def edges_at(self, corner: int) -> Sequence[int]:
        row, col = self.corner_at(corner)
        found = []
        if row > 0:
            found.append(self.down(row - 1, col))
        if col < self.cols:
            found.append(self.across(row, col))
        if row < self.rows:
            found.append(self.down(row, col))
        if col > 0:
            found.append(self.across(row, col - 1))
        return found if not self.holes else [edge for edge in found if self.cells_beside(edge)]

    def cells_at(self, corner: int) -> Sequence[int]:
        row, col = self.corner_at(corner)
        around = (self.cell(row - up, col - left) for up in (1, 0) for left in (1, 0))
        return tuple(cell for cell in around if cell is not None)

    def step(self, cell: int, direction: Compass) -> int | None:
        (row, col), (down, right) = divmod(cell, self.cols), direction.value
        return self.cell(row + down, col + right)

    def cells_on(self, line: int) -> Sequence[int]:
        index = line - self._line
        if index < self.rows:
            run = (self.cell(index, col) for col in range(self.cols))
        else:
            run = (self.cell(row, index - self.rows) for row in range(self.rows))
        return tuple(cell for cell in run if cell is not None)

    def view(self, seat: int) -> Sequence[int]:
        line, far = divmod(seat - self._seat, 2)
        cells = self.cells_on(self._line + line)
        return cells[::-1] if far else cells

    def blocks(self, rows: int, cols: int) -> Sequence[Chain]:
        found = []
        for top in range(self.rows - rows + 1):
            for left in range(self.cols - cols + 1):
                block = tuple((top + r) * self.cols + left + c for r in range(rows) for c in range(cols))
                if not self.holes or self.holes.isdisjoint(block):
                    found.append(block)
        return found

    def label_cell(self, area: Iterable[int]) -> int:
        """Where the number of an area is written: the topmost of its leftmost cells."""
        return min(area, key=lambda cell: self.at(cell)[::-1])

    def run_heads(self) -> dict[tuple[int, int], tuple[int | None, int | None]]:
        """The places before runs, holes or just outside (row or column -1): the edges into the runs down and across."""
        heads: dict[tuple[int, int], tuple[int | None, int | None]] = {
            self.at(hole): (None, None) for hole in self.holes
        }
        for edge in runs(self):
            upright, row, col = self.edge_at(edge)
            at = (row, col - 1) if upright else (row - 1, col)
            down, across = heads.get(at, (None, None))
            heads[at] = (down, edge) if upright else (edge, across)
        return heads

    def kind_of(self, place: Place) -> PlaceKind:
        if not isinstance(place, int):
            return kind_of_composite(self, place)
        if 0 <= place < self._across and place not in self.holes:
            return PlaceKind.CELL
        if self._across <= place < self._corner and self.cells_beside(place):
            return PlaceKind.EDGE
        if self._corner <= place < self._line and self.cells_at(place):
            return PlaceKind.CORNER
        if self._line <= place < self._seat:
            return PlaceKind.LINE
        if self._seat <= place < self.board:
            return PlaceKind.SEAT
        if place == self.board:
            return PlaceKind.BOARD
        raise InputError(f"the grid of {self.rows} rows and {self.cols} columns has no place {place}")

    def name(self, place: int) -> str:
        if place < self._across:
            row, col = self.at(place)
            return f"r{row + 1}c{col + 1}"
        if place < self._corner:
            vertical, row, col = self.edge_at(place)
            return self._beside(row, col, south=not vertical, east=vertical, short="w" if vertical else "n")
        if place < self._line:
            row, col = self.corner_at(place)
            return self._beside(row, col, south=True, east=True, short="nw")
        if place < self._seat:
            return self._line_name(place - self._line)
        if place < self.board:
            line, far = divmod(place - self._seat, 2)
            ends = ("west", "east") if line < self.rows else ("north", "south")
            return f"{self._line_name(line)}.{ends[far]}"
        return "board"

    def _beside(self, row: int, col: int, *, south: bool, east: bool, short: str) -> str:
        """Name an edge or corner by a cell: of its south-east cell where there is one inside the frame."""
        if south and row == self.rows:
            row, short = row - 1, short.replace("n", "s")
        if east and col == self.cols:
            col, short = col - 1, short.replace("w", "e")
        return f"r{row + 1}c{col + 1}{short}"

    def _line_name(self, index: int) -> str:
        return f"row{index + 1}" if index < self.rows else f"column{index - self.rows + 1}"

    def find(self, name: str) -> int:
        place = self._find(name)
        if place is None:
            raise InputError(
                f"expected a place such as r1c1 on {self.rows} rows and {self.cols} columns, not {name!r:.30}"
            )
        return place

    def _find(self, name: str) -> int | None:
        if name == "board":
            return self.board
        if line := _LINE_NAME.fullmatch(name):
            return self._find_line(line[1], int(line[2]) - 1, line[3])
        match = _NAME.fullmatch(name)
        cell = (int(match[1]) - 1, int(match[2]) - 1) if match else None
        if match is None or cell is None or not (cell[0] < self.rows and cell[1] < self.cols):
            return None
        row, col, side = *cell, match[3]
        if side is None:
            return self.cell(row, col)
        if len(side) == 2:
            corner = self.corner(row + (side[0] == "s"), col + (side[1] == "e"))
            return corner if self.cells_at(corner) else None
        edge = self.across(row + (side == "s"), col) if side in "ns" else self.down(row, col + (side == "e"))
        return edge if self.cells_beside(edge) else None

    def _find_line(self, word: str, index: int, end: str | None) -> int | None:
        if index >= (self.rows if word == "row" else self.cols):
            return None
        line = index if word == "row" else index + self.rows
        if end is None:
            return self._line + line
        ends = (".west", ".east") if word == "row" else (".north", ".south")
        return self._seat + 2 * line + ends.index(end) if end in ends else None

    @property
    def size(self) -> str:
        return counted(self.rows, "row") + " and " + counted(self.cols, "column")

    def to_json(self) -> dict[str, Any]:
        size: dict[str, Any] = {"kind": self.kind, "rows": self.rows, "cols": self.cols}
        return size if not self.holes else {**size, "holes": [self.name(hole) for hole in sorted(self.holes)]}


@cached(256)
def square(rows: int, cols: int, holes: frozenset[int] = frozenset()) -> SquareGrid:
    """The square grid of that size; `holes` are cell numbers (row * cols + column)."""
    checked_sides("grid", rows, cols)
    if not all(0 <= hole < rows * cols for hole in holes) or len(holes) == rows * cols:
        raise InputError("holes must lie on the grid and leave at least one cell")
    return SquareGrid(rows, cols, holes)


def from_json(data: Mapping[str, Any]) -> SquareGrid:
    """Read what `SquareGrid.to_json` writes."""
    rows, cols = checked_sides("json", data.get("rows"), data.get("cols"))
    names, whole = data.get("holes", []), square(rows, cols)
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise FormatError("json", "grid", "expected holes to be a list of cells such as r1c1")
    if unknown := set(data) - {"kind", "rows", "cols", "holes"}:
        raise FormatError("json", "grid", f"unknown key {min(unknown)!r:.30}")
    return square(rows, cols, frozenset(whole.find(name) for name in names))
