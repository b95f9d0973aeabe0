"""Parts of the body of a puzz.link URL: which places a body lists, and which pieces write their values.

A genre's notation lists the parts of its body in order; each part reads and writes.  Most genres need only one:

    Items("numbers", NUMBER16)                   the values of a layer on cells
    Items("corners", NUMBER4, all_corners)       the values of a layer on other places (`place_order` lists the orders)
    Items("shade", NUMBER10)                     given marks, if "shade" is a mark layer
    Walls("rooms")                               rooms, all with the clue "?"
    Walls("rooms"), RoomClues("rooms")           rooms and their numbers
    RunSums("sums")                              sums of runs, and the black cells as holes of the grid

The pieces are in `url_items`.  If no part fits, subclass `BodyPart` in the genre's own `notation.py`.  For example, an
option at the start of the body, before a slash:

>>> import re
>>> class Stars(BodyPart):
...     options = ("stars",)
...
...     def read(self, body):
...         number = re.compile("([1-9])/").match(body.text, body.at)
...         if number is None:
...             raise error_at(body.at, "expected the number of stars and a slash")
...         body.options["stars"] = int(number[1])
...         body.at = number.end()
...
...     def write(self, board, grid):
...         return f"{board.options['stars']}/"
>>> body = read_body((Stars(), Walls("rooms")), "2/g", square(1, 2))
>>> body.options, body.entries
({'stars': 2}, {'rooms': {frozenset({0}): '?', frozenset({1}): '?'}})
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from masume.core.board import Board
from masume.core.layers import UNKNOWN_CLUE, Value
from masume.core.place_order import all_cells, inner_edges_by_direction
from masume.core.rooms import WalledRooms, walls
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
    read_values,
    write_items,
)

PlaceOrder: TypeAlias = Callable[[SquareGrid], Sequence[int]]
T = TypeVar("T")


class BodyReader:
    """A body while its parts are read: the text, the index `at` of the next character, and what was found so far.

    A part puts what it reads into `entries` and `options`.
    """

    def __init__(self, text: str, grid: SquareGrid) -> None:
        self.text, self.grid, self.at = text, grid, 0
        self.entries: dict[str, dict[Any, Value]] = {}  # by layer and place: clues or given marks
        self.options: dict[str, Value] = {}

    def read_items(self, piece: Piece, places: Sequence[T]) -> dict[T, Value]:
        """Read the values of these places and advance `at`; empty places have no entry in the result."""
        values, self.at = read_values(piece, self.text, self.at, len(places))
        return {place: value for place, value in zip(places, values, strict=False) if value is not None}

    def set_holes(self, cells: frozenset[int]) -> None:
        """Replace the grid by one of the same size that has these holes."""
        self.grid = square(self.grid.rows, self.grid.columns, cells)


class BodyPart:
    """A part of a body.

    `layers` are the clue layers, and the mark layers with given marks, that it contains; `options` are the options.
    `carries_holes` is True if the part also contains the cells that are missing from the grid.
    """

    layers: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    carries_holes: bool = False

    def read(self, body: BodyReader) -> None:
        """Read this part from `body.at` on into `body.entries` and `body.options`, and set `body.at` to its end.

        Raise `error_at(body.at, …)` if the text is something else.
        """
        raise NotImplementedError

    def write(self, board: Board, grid: SquareGrid) -> str:
        """Return this part of the body for a board; `grid` is the board's grid, with its exact type."""
        raise NotImplementedError


def read_body(parts: Sequence[BodyPart], text: str, grid: SquareGrid) -> BodyReader:
    """Read all parts of a body; raise FormatError if a part cannot be read or text is left over."""
    body = BodyReader(text, grid)
    for part in parts:
        part.read(body)
    if body.at < len(text):
        raise error_at(body.at, f"the {grid.rows} x {grid.columns} board is full: expected the end")
    return body


def write_body(parts: Sequence[BodyPart], board: Board, grid: SquareGrid) -> str:
    """Write all parts of a body."""
    return "".join(part.write(board, grid) for part in parts)


def clues_or_given_marks(board: Board, layer: str) -> Mapping[Any, Any]:
    """Return the clues of a clue layer, or the given marks of a mark layer."""
    return board.clues[layer] if layer in board.clues else board.given[layer]


class Items(BodyPart):
    """The values of a layer, place by place; `places` returns the places of a grid in order (default: all cells).

    Cells with the value `HOLE` are missing from the grid: Items("numbers", OneOf(GAPS, Characters({"x": (HOLE,)}), …)).
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
        places, entries = self._places(grid), clues_or_given_marks(board, self._layer)
        if grid.holes:
            entries = {**dict.fromkeys(grid.holes, HOLE), **entries}
        return write_items(self._piece, list(map(entries.get, places)), lambda at: grid.name(places[at]))


class Walls(BodyPart):
    """Rooms, as walls: one bit for each edge between two cells.  Every room gets the clue "?"."""

    def __init__(self, layer: str) -> None:
        self.layers, self._layer = (layer,), layer

    def read(self, body: BodyReader) -> None:
        wall_edges = [edge for edges in inner_edges_by_direction(body.grid) for edge in body.read_items(BITS, edges)]
        body.entries[self._layer] = WalledRooms(body.grid, wall_edges)

    def write(self, board: Board, grid: SquareGrid) -> str:
        wall_edges = frozenset(walls(grid, board.clues[self._layer]))
        bits = ([edge in wall_edges or None for edge in edges] for edges in inner_edges_by_direction(grid))
        return "".join(write_items(BITS, each, str) for each in bits)


class RoomClues(BodyPart):
    """The clues of the rooms of an earlier `Walls` part, in the order of the rooms' first cells."""

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
    """Sums of runs: first those in black cells, which are holes of the grid, then those above it and to its left."""

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
        above, beside = _white_borders(body.grid)
        sums |= {spot: (total, None) for spot, total in body.read_items(self._SUM, above).items()}
        sums |= {spot: (None, total) for spot, total in body.read_items(self._SUM, beside).items()}
        body.entries[self._layer] = sums_by_edge(body.grid, sums)

    def write(self, board: Board, grid: SquareGrid) -> str:
        sums = sums_by_spot(grid, board.clues[self._layer])
        above, beside = _white_borders(grid)
        cells = [sums[grid.position(cell)] if cell in grid.holes else None for cell in all_cells(grid)]
        return "".join(
            [
                write_items(self._CELL, cells, grid.name),
                write_items(self._SUM, [sums[spot][0] for spot in above], lambda at: describe_spot(above[at])),
                write_items(self._SUM, [sums[spot][1] for spot in beside], lambda at: describe_spot(beside[at])),
            ]
        )


def _white_borders(grid: SquareGrid) -> tuple[list[Spot], list[Spot]]:
    """Return the spots above the white cells of the first row, and those to the left of the first column's."""
    above = [(-1, col) for col in range(grid.columns) if grid.cell(0, col) is not None]
    return above, [(row, -1) for row in range(grid.rows) if grid.cell(row, 0) is not None]
