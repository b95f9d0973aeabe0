"""Parts of the body of a puzz.link address: which places it lists, and by which pieces it writes their values.

A genre's notation lists the parts of its body in order; each one reads and writes.  Most genres need nothing but

    body=(Items("numbers", NUMBER16),)

A genre whose body has something else subclasses `BodyPart` in its own `notation.py`, and reads and writes what it can
by the pieces of `url_items`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

from masume.core.board import Board
from masume.core.layers import UNKNOWN_CLUE, Value
from masume.core.place_order import all_cells, inner_edges
from masume.core.rooms import rooms_from_walls, walls
from masume.core.run_sums import Spot, describe_spot, sums_by_edge, sums_by_spot
from masume.core.square import SquareGrid, square
from masume.core.url_items import (
    BITS,
    HOLE,
    NUMBER16,
    Characters,
    Gaps,
    OneOf,
    Piece,
    TupleOf,
    error_at,
    read_items,
    write_items,
)

PlaceOrder: TypeAlias = Callable[[SquareGrid], Sequence[int]]
T = TypeVar("T")


@dataclass
class BodyReader:
    """A body while its parts are read: the text, how far it has been read, and what it contains so far."""

    text: str
    grid: SquareGrid
    at: int = 0
    entries: dict[str, dict[Any, Value]] = field(default_factory=dict)  # by layer: clues or given marks
    options: dict[str, Value] = field(default_factory=dict)

    def read_items(self, piece: Piece, places: Sequence[T]) -> dict[T, Value]:
        """Read the values of these places; those that are empty are left out."""
        found, self.at = read_items(piece, self.text, self.at, len(places))
        return {places[position]: value for position, value in found.items()}

    def set_holes(self, cells: frozenset[int]) -> None:
        """Replace the grid by one of the same size that has these holes."""
        self.grid = square(self.grid.rows, self.grid.cols, cells)


class BodyPart:
    """A part of a body.

    `layers` are the clue layers and the mark layers (for given marks) that it writes, `options` the options.
    `carries_holes` says whether it also writes which cells are missing from the grid.
    """

    layers: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    carries_holes: bool = False

    def read(self, body: BodyReader) -> None:
        """Read this part from `body.at` on into `body.entries`; raise FormatError if the text is something else."""
        raise NotImplementedError

    def write(self, board: Board, grid: SquareGrid) -> str:
        """Write this part of a board, whose grid is passed once more because its type is known."""
        raise NotImplementedError


def read_body(parts: Sequence[BodyPart], text: str, grid: SquareGrid) -> BodyReader:
    """Read all parts of a body; raise FormatError unless they are all of it."""
    body = BodyReader(text, grid)
    for part in parts:
        part.read(body)
    if body.at < len(text):
        raise error_at(body.at, f"the {grid.rows} x {grid.cols} board is full: expected the end")
    return body


def write_body(parts: Sequence[BodyPart], board: Board, grid: SquareGrid) -> str:
    """Write all parts of a body."""
    return "".join(part.write(board, grid) for part in parts)


def entries_of(board: Board, layer: str) -> Mapping[Any, Any]:
    """Return the clues of a clue layer, or the given marks of a mark layer."""
    return board.clues[layer] if layer in board.clues else board.given[layer]


class Items(BodyPart):
    """The values of a layer, place by place: all cells (default), or the places that `places` lists for a grid.

    Cells for which the piece has the value `HOLE` are missing from the grid.
    """

    def __init__(self, layer: str, piece: Piece, places: PlaceOrder = all_cells) -> None:
        self.layers = (layer,)
        self.carries_holes = any(HOLE in values for values in piece.table.values())
        self._layer, self._piece, self._places = layer, piece, places

    def read(self, body: BodyReader) -> None:
        entries = body.read_items(self._piece, self._places(body.grid))
        if self.carries_holes:
            body.set_holes(frozenset(cell for cell, value in entries.items() if value == HOLE))
            entries = {place: value for place, value in entries.items() if value != HOLE}
        body.entries[self._layer] = entries

    def write(self, board: Board, grid: SquareGrid) -> str:
        places, entries = self._places(grid), entries_of(board, self._layer)
        if grid.holes:
            entries = {**dict.fromkeys(grid.holes, HOLE), **entries}
        return write_items(self._piece, list(map(entries.get, places)), lambda at: grid.name(places[at]))


class Walls(BodyPart):
    """Rooms, by the walls between them: one bit for each edge between two cells."""

    def __init__(self, layer: str) -> None:
        self.layers, self._layer = (layer,), layer

    def read(self, body: BodyReader) -> None:
        wall_edges = [edge for edges in inner_edges(body.grid) for edge in body.read_items(BITS, edges)]
        body.entries[self._layer] = dict.fromkeys(rooms_from_walls(body.grid, wall_edges), UNKNOWN_CLUE)

    def write(self, board: Board, grid: SquareGrid) -> str:
        wall_edges = frozenset(walls(grid, board.clues[self._layer]))
        bits = ([edge in wall_edges or None for edge in edges] for edges in inner_edges(grid))
        return "".join(write_items(BITS, each, str) for each in bits)


class RoomClues(BodyPart):
    """The clues of the rooms whose walls the body has listed before, in the order of their first cells."""

    def __init__(self, layer: str, piece: Piece = NUMBER16) -> None:
        self.layers, self._layer, self._piece = (layer,), layer, piece

    def read(self, body: BodyReader) -> None:
        rooms = body.entries[self._layer]
        rooms |= body.read_items(self._piece, list(rooms))

    def write(self, board: Board, grid: SquareGrid) -> str:
        rooms = board.clues[self._layer]
        values = [None if clue == UNKNOWN_CLUE else clue for clue in rooms.values()]
        return write_items(self._piece, values, lambda at: f"the room at {grid.name(min(list(rooms)[at]))}")


class RunSums(BodyPart):
    """Sums of runs: those in the black cells before them, which are holes of the grid, then those outside the grid."""

    carries_holes = True
    _SUM = Characters(
        {
            "-": (None,),
            "0": (None,),
            **{sign: (total,) for total, sign in enumerate("123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ", 1)},
        }
    )
    _BLACK = OneOf(Characters({".": ((None, None),)}), TupleOf(_SUM, _SUM))  # the sums down and across
    _CELL = OneOf(Gaps("klmnopqrstuvwxyz"), _BLACK)

    def __init__(self, layer: str) -> None:
        self.layers, self._layer = (layer,), layer

    def read(self, body: BodyReader) -> None:
        pairs = body.read_items(self._CELL, all_cells(body.grid))
        sums: dict[Spot, Any] = {body.grid.position(cell): pair for cell, pair in pairs.items()}
        body.set_holes(frozenset(pairs))
        above, before = _white_borders(body.grid)
        sums |= {spot: (total, None) for spot, total in body.read_items(self._SUM, above).items()}
        sums |= {spot: (None, total) for spot, total in body.read_items(self._SUM, before).items()}
        body.entries[self._layer] = sums_by_edge(body.grid, sums)

    def write(self, board: Board, grid: SquareGrid) -> str:
        sums = sums_by_spot(grid, board.clues[self._layer])
        above, before = _white_borders(grid)
        cells = [sums[grid.position(cell)] if cell in grid.holes else None for cell in all_cells(grid)]
        return "".join(
            [
                write_items(self._CELL, cells, grid.name),
                write_items(self._SUM, [sums[spot][0] for spot in above], lambda at: describe_spot(above[at])),
                write_items(self._SUM, [sums[spot][1] for spot in before], lambda at: describe_spot(before[at])),
            ]
        )


def _white_borders(grid: SquareGrid) -> tuple[list[Spot], list[Spot]]:
    """Return the spots above white cells of the first row, and those before white cells of the first column."""
    above = [(-1, col) for col in range(grid.cols) if grid.cell(0, col) is not None]
    return above, [(row, -1) for row in range(grid.rows) if grid.cell(row, 0) is not None]
