"""The hexagon grid: a rhombus of hexagons, the second grid, so that no rectangle is baked in anywhere.

A hexagon lies at a row and a column; the rows are shifted by half a hexagon each, so that a column runs
to the south-east.  Numbering: cells, edges, corners, lines (rows, columns, diagonals), seats, the board.
Names: h2.3, its edge h2.3-e, its corner h2.3*n, row2, diagonal1.northeast.
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

T = TypeVar("T")


class Way(Enum):
    """The six directions of a hexagon grid in turning order, as (row, column) steps."""

    EAST = (0, 1)
    SOUTHEAST = (1, 0)
    SOUTHWEST = (1, -1)
    WEST = (0, -1)
    NORTHWEST = (-1, 0)
    NORTHEAST = (-1, 1)


_WAYS = tuple(Way)
_SIDES = ("e", "se", "sw", "w", "nw", "ne")  # by the way each side faces
_TIPS = ("se", "s", "sw", "nw", "n", "ne")  # each corner lies between two ways, this one and the next
_HIGH = 3**0.5 / 2  # from one row's middle to the next one's
_FAMILIES = {"row": Way.EAST, "column": Way.SOUTHEAST, "diagonal": Way.SOUTHWEST}


class HexagonGrid:
    """A grid of rows x cols hexagons; made by `hexagons`, which shares equal grids."""

    kind = "hexagon"
    abilities = frozenset({"edges", "corners", "rays", "planar"})
    sides = 6
    directions: Sequence[Way] = _WAYS

    def __init__(self, rows: int, cols: int) -> None:
        self.rows, self.cols = rows, cols
        self.cells = range(rows * cols)
        tips = [self._tips(cell) for cell in self.cells]
        sides = [[tuple(sorted(pair)) for pair in pairwise((around[-1], *around))] for around in tips]
        edge_of = _numbered(self.cells.stop, chain.from_iterable(sides))
        self.edges = range(self.cells.stop, self.cells.stop + len(edge_of))
        corner_of = _numbered(self.edges.stop, chain.from_iterable(tips))
        self.corners = range(self.edges.stop, self.edges.stop + len(corner_of))
        self._edges_of = {cell: tuple(edge_of[side] for side in sides[cell]) for cell in self.cells}
        self._corners_of = {cell: tuple(corner_of[tip] for tip in tips[cell]) for cell in self.cells}
        self._ends = {edge: (corner_of[one], corner_of[other]) for (one, other), edge in edge_of.items()}
        self._points = {corner: ((col + row / 2) / 3, row / 3 * _HIGH) for (row, col), corner in corner_of.items()}
        self._cells_beside = _inverse(self._edges_of)
        self._cells_at = _inverse(self._corners_of)
        self._edges_at = _inverse(self._ends)
        runs = self._runs()
        self._cells_on = {self.corners.stop + index: run for index, run in enumerate(runs.values())}
        self.lines = range(self.corners.stop, self.corners.stop + len(runs))
        self.seats = range(self.lines.stop, self.lines.stop + 2 * len(runs))
        self.board = self.seats.stop
        self._places = self._named(list(runs))
        self._names = {place: name for name, place in reversed(self._places.items())}  # the first one counts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HexagonGrid) and (self.rows, self.cols) == (other.rows, other.cols)

    def __hash__(self) -> int:
        return hash((self.rows, self.cols))

    def __repr__(self) -> str:
        return f"hexagons({self.rows}, {self.cols})"

    def _tips(self, cell: int) -> list[tuple[int, int]]:
        """The corners of a hexagon: each the middle, times three, of the hexagons that meet there."""
        (row, col), turned = divmod(cell, self.cols), (*_WAYS[1:], _WAYS[0])
        steps = ((one.value, other.value) for one, other in zip(_WAYS, turned, strict=True))
        return [(3 * row + one[0] + other[0], 3 * col + one[1] + other[1]) for one, other in steps]

    def _runs(self) -> dict[str, tuple[int, ...]]:
        """All lines by name, each from the first cell that has none before it."""
        runs: dict[str, tuple[int, ...]] = {}
        for family, way in _FAMILIES.items():
            firsts = (cell for cell in self.cells if self.step(cell, _opposite(way)) is None)
            runs |= {f"{family}{number}": (cell, *ray(self, cell, way)) for number, cell in enumerate(firsts, 1)}
        return runs

    def _named(self, lines: list[str]) -> dict[str, int]:
        """Every name of every place: edges and corners have one from each cell around them."""
        names: dict[str, int] = {}
        for cell in self.cells:
            name = "h{}.{}".format(*(side + 1 for side in divmod(cell, self.cols)))
            names[name] = cell
            names |= {f"{name}-{side}": edge for side, edge in zip(_SIDES, self.edges_of(cell), strict=True)}
            names |= {f"{name}*{tip}": corner for tip, corner in zip(_TIPS, self.corners_of(cell), strict=True)}
        for index, name in enumerate(lines):
            way = _FAMILIES[name.rstrip("0123456789")]
            names[name] = self.lines[index]
            names[f"{name}.{_opposite(way).name.lower()}"] = self.seats[2 * index]
            names[f"{name}.{way.name.lower()}"] = self.seats[2 * index + 1]
        return names | {"board": self.board}

    def neighbours(self, cell: int) -> Sequence[int]:
        around = (self.step(cell, way) for way in _WAYS)
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

    def step(self, cell: int, direction: Way) -> int | None:
        row, col = (side + move for side, move in zip(divmod(cell, self.cols), direction.value, strict=True))
        return row * self.cols + col if 0 <= row < self.rows and 0 <= col < self.cols else None

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
        raise InputError(f"the grid of {self.rows} rows and {self.cols} columns has no place {place}")

    def name(self, place: int) -> str:
        return self._names[place]

    def find(self, name: str) -> int:
        if name not in self._places:
            raise InputError(f"expected a place such as h1.1, not {name!r:.30}")
        return self._places[name]

    @property
    def size(self) -> str:
        return f"{pluralize(self.rows, 'row')} and {pluralize(self.cols, 'column')} of hexagons"

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "rows": self.rows, "cols": self.cols}


def _numbered(first: int, things: Iterable[T]) -> dict[T, int]:
    """Numbers from `first` on; equal things have equal numbers."""
    return {thing: number for number, thing in enumerate(dict.fromkeys(things), first)}


def _inverse(around: Mapping[int, Iterable[int]]) -> dict[int, tuple[int, ...]]:
    """Which ones each place is around."""
    having: dict[int, list[int]] = {}
    for owner, places in around.items():
        for place in places:
            having.setdefault(place, []).append(owner)
    return {place: tuple(owners) for place, owners in having.items()}


def _opposite(way: Way) -> Way:
    return _WAYS[(_WAYS.index(way) + 3) % 6]


@lru_cache(maxsize=256)
def hexagons(rows: int, cols: int) -> HexagonGrid:
    """The hexagon grid of that size."""
    return HexagonGrid(*validate_size("grid", rows, cols))


def _from_json(data: Mapping[str, Any]) -> HexagonGrid:
    if unknown := set(data) - {"kind", "rows", "cols"}:
        raise FormatError("json", "grid", f"unknown key {min(unknown)!r:.30}")
    return hexagons(*validate_size("json", data.get("rows"), data.get("cols")))


register_grid(HexagonGrid.kind, _from_json)
