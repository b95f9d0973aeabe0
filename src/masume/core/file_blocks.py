"""Blocks of a pzprv3 file: lines of items that are separated by spaces.

A genre's notation lists the blocks of its files in order; each block reads and writes.  Most blocks are `Rows`: a
layer, a `FileItem` that reads and writes one value, and a function that returns the places, row by row:

    Rows("numbers", NUMBERS)                                     clues on cells: 3, - for "?", . for none
    Rows("shade", Signs({"#": "shaded", "+": "white"}))          marks on cells: #, +, . for none
    Rows("loop", Signs({"1": "line"}, empty="0"), edge_rows)     marks on edges (inner_edge_rows: edges between cells)
    Rows("digits", DIGITS)                                       digits that the player has entered
    ClueOrMarkRows("numbers", NUMBERS, "shade", {"#": "shaded"}) one item for clue or mark
    RoomRows("rooms") or WallRows("rooms")                       rooms, by numbers or by walls; all have the clue "?"
    RoomClueRows("rooms")                                        the numbers of the rooms of an earlier block
    RunSumRows("sums")                                           sums of runs, and the black cells as holes of the grid
    Notes(inner_edge_rows)                                       a player's notes, for which masume has no marks

The items are in `file_items`.  If no block fits, subclass `FileBlock` in the genre's own `notation.py`.  For example,
an option on a separate line:

>>> class StarLine(FileBlock):
...     options = ("stars",)
...
...     def read(self, file):
...         file.options["stars"] = file.read_value(NUMBERS, file.next_line().strip())
...
...     def write(self, board, grid):
...         return [str(board.options["stars"])]
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from masume.core.board import Board, Entries
from masume.core.errors import FormatError
from masume.core.file_items import EMPTY, FORMAT, NUMBER, NUMBERS, SUMS, FileItem, Signs
from masume.core.genre import Genre
from masume.core.layers import UNKNOWN_CLUE, Value
from masume.core.messages import quote
from masume.core.place_order import cell_rows, inner_edge_rows
from masume.core.places import Place
from masume.core.rooms import map_cells_to_rooms, rooms_from_walls, walls
from masume.core.run_sums import Spot, SumPair, sums_by_edge, sums_by_spot
from masume.core.square import SquareGrid, square

RowOrder: TypeAlias = Callable[[SquareGrid], Sequence[Sequence[int]]]
T = TypeVar("T")


@dataclass
class FileReader:
    """A file while its blocks are read: its lines, the index `at` of the next one, and what was found so far.

    A block enters what it reads with `put`, or into `options`.
    """

    genre: Genre
    grid: SquareGrid
    lines: Sequence[str]
    at: int
    clues: dict[str, dict[Place, Value]] = field(init=False)
    marks: dict[str, dict[Place, Value]] = field(init=False)
    options: dict[str, Value] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.clues = {layer.name: {} for layer in self.genre.clue_layers}
        self.marks = {layer.name: {} for layer in self.genre.mark_layers}

    @property
    def at_end(self) -> bool:
        """Whether all lines have been read."""
        return self.at >= len(self.lines)

    def put(self, layer: str, place: Place, value: Value) -> None:
        """Enter a clue or a mark."""
        entries = self.clues if layer in self.clues else self.marks
        entries[layer][place] = value

    def next_line(self) -> str:
        """Return the next line and advance `at`; after the last line, return an empty one."""
        self.at += 1
        return self.lines[self.at - 1] if self.at <= len(self.lines) else ""

    def read_rows(self, rows: Sequence[Sequence[T]]) -> Iterator[tuple[T, str]]:
        """Read one line for each row of places; yield each place with its item."""
        for row in rows:
            items = self.next_line().split(maxsplit=len(row))
            if len(items) != len(row):
                found = "more" if len(items) > len(row) else len(items)
                raise self.error(f"expected {len(row)} items, not {found}")
            yield from zip(row, items, strict=True)

    def read_value(self, item: "FileItem", text: str) -> Value | None:
        """Return the value of an item's text; raise FormatError about the line read last if it has none."""
        try:
            return item.read(text)
        except ValueError:
            raise self.unexpected(text, item.expected) from None

    def can_skip(self, block: "FileBlock") -> bool:
        """Return whether the file ends here and the block contains neither clues nor options."""
        return self.at_end and not block.options and self.clues.keys().isdisjoint(block.layers)

    def error(self, expected: str) -> FormatError:
        """Return an error about the line read last; `expected` is the rest of the message."""
        return FormatError(FORMAT, f"line {self.at}", expected)

    def unexpected(self, text: str, expected: str) -> FormatError:
        """Return an error about an item of the line read last."""
        return self.error(f"expected {expected}, not {quote(text)}")


class FileBlock:
    """A block of a file.

    `layers` are the layers that it holds, `options` the options.  At the end of a file, blocks with neither clues nor
    options may be missing.  `carries_holes` is True if the block also lists the cells that are missing from the grid.
    """

    layers: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    carries_holes: bool = False

    def read(self, file: FileReader) -> None:
        """Read this block from the next lines; raise FormatError if they are something else."""
        raise NotImplementedError

    def write(self, board: Board, grid: SquareGrid) -> list[str]:
        """Return the lines of this block for a board; `grid` is the board's grid, with its exact type."""
        raise NotImplementedError


def write_rows(rows: Sequence[Sequence[T]], write_item: Callable[[T], str]) -> list[str]:
    """Return lines of items, each of which ends with a space, as pzpr writes them."""
    return ["".join(f"{write_item(place)} " for place in row) for row in rows]


def clues_or_marks(board: Board, layer: str) -> Entries:
    """Return the clues of a clue layer, or the decided marks of a mark layer."""
    return board.clues[layer] if layer in board.clues else board.decided_marks(layer)


class Rows(FileBlock):
    """The values of a layer, one item for each place; `rows` returns the rows of a grid (default: rows of cells)."""

    def __init__(self, layer: str, item: FileItem, rows: RowOrder = cell_rows) -> None:
        self.layers, self._layer, self.item, self._rows = (layer,), layer, item, rows

    def read(self, file: FileReader) -> None:
        for place, text in file.read_rows(self._rows(file.grid)):
            value = file.read_value(self.item, text)
            if value is None:
                continue
            if place in file.grid.holes:
                raise file.error(f"{file.grid.name(place)} is black: expected no value, not {quote(text)}")
            file.put(self._layer, place, value)

    def write(self, board: Board, grid: SquareGrid) -> list[str]:
        entries = clues_or_marks(board, self._layer)
        return write_rows(self._rows(grid), lambda place: self.item.write(entries.get(place)))


class ClueOrMarkRows(FileBlock):
    """Rows of cells with clues and marks in one block: where there is a clue, its item, elsewhere the sign of the mark.

    It cannot carry a mark on a clue: the default mark is left out there, any other is refused.
    """

    def __init__(self, clues: str, item: FileItem, marks: str, signs: Mapping[str, Value]) -> None:
        self.layers, self.clues, self.marks = (clues, marks), clues, marks
        self._item, self.mark_item = item, Signs(signs)

    def read(self, file: FileReader) -> None:
        signs = self.mark_item.signs
        for cell, text in file.read_rows(cell_rows(file.grid)):
            if text in signs:
                file.put(self.marks, cell, signs[text])
            elif (clue := file.read_value(self._item, text)) is not None:
                file.put(self.clues, cell, clue)

    def write(self, board: Board, grid: SquareGrid) -> list[str]:
        clues, marks = board.clues[self.clues], board.decided_marks(self.marks)
        default = next(layer.default for layer in board.genre.mark_layers if layer.name == self.marks)
        for cell in clues:
            if marks.get(cell, default) != default:
                raise FormatError(
                    FORMAT, "marks", f"it cannot carry {marks[cell]} at {grid.name(cell)}, which has a clue"
                )

        def write_item(cell: int) -> str:
            return self._item.write(clues[cell]) if cell in clues else self.mark_item.write(marks.get(cell))

        return write_rows(cell_rows(grid), write_item)


class WallRows(FileBlock):
    """Rooms, as walls: rows of the vertical, then of the horizontal edges between cells, 1 for a wall and 0 for none.

    Every room gets the clue "?".
    """

    _WALL = Signs({"1": True}, empty="0")

    def __init__(self, layer: str) -> None:
        self.layers, self._layer = (layer,), layer

    def read(self, file: FileReader) -> None:
        items = file.read_rows(inner_edge_rows(file.grid))
        wall_edges = [edge for edge, text in items if file.read_value(self._WALL, text)]
        for room in rooms_from_walls(file.grid, wall_edges):
            file.put(self._layer, room, UNKNOWN_CLUE)

    def write(self, board: Board, grid: SquareGrid) -> list[str]:
        wall_edges = frozenset(walls(grid, board.clues[self._layer]))
        return write_rows(inner_edge_rows(grid), lambda edge: "1" if edge in wall_edges else "0")


class RoomRows(FileBlock):
    """A line with the number of rooms, then rows of cells, each with the number of its room, counted from 0.

    Every room gets the clue "?".
    """

    def __init__(self, layer: str) -> None:
        self.layers, self._layer = (layer,), layer

    def read(self, file: FileReader) -> None:
        count = file.next_line().strip()
        if not NUMBER.fullmatch(count):
            raise file.unexpected(count, "the number of rooms")
        rooms: dict[str, list[int]] = {}
        for cell, text in file.read_rows(cell_rows(file.grid)):
            rooms.setdefault(text, []).append(cell)
        for cells in rooms.values():
            file.put(self._layer, frozenset(cells), UNKNOWN_CLUE)

    def write(self, board: Board, grid: SquareGrid) -> list[str]:
        rooms = board.clues[self._layer]
        number = {cell: str(index) for index, room in enumerate(rooms) for cell in room}
        return [str(len(rooms)), *write_rows(cell_rows(grid), number.__getitem__)]


class RoomClueRows(FileBlock):
    """Rows of cells with the clues of the rooms of an earlier block.

    A room's clue is written in the topmost of its leftmost cells, but read from any of its cells.
    """

    def __init__(self, layer: str) -> None:
        self.layers, self._layer = (layer,), layer

    def read(self, file: FileReader) -> None:
        rooms = file.clues[self._layer]
        room_of = map_cells_to_rooms(file.grid, rooms)
        for cell, text in file.read_rows(cell_rows(file.grid)):
            clue = file.read_value(NUMBERS, text)
            if clue in (None, UNKNOWN_CLUE):
                continue
            known = rooms[room_of[cell]]
            if known not in (UNKNOWN_CLUE, clue):
                raise file.error(f"the room of {file.grid.name(cell)} has two numbers, {known} and {clue}")
            file.put(self._layer, room_of[cell], clue)

    def write(self, board: Board, grid: SquareGrid) -> list[str]:
        rooms = board.clues[self._layer].items()
        clues = {grid.find_label_cell(room): clue for room, clue in rooms if clue != UNKNOWN_CLUE}
        return write_rows(cell_rows(grid), lambda cell: NUMBERS.write(clues.get(cell)))


class RunSumRows(FileBlock):
    """Rows of cells with one more row above them and one more column to their left.

    A white cell is ".", a black cell has its sums across and down with a comma between them.  The extra cells have a
    single sum each: down in the row above, across in the column.
    """

    carries_holes = True

    def __init__(self, layer: str) -> None:
        self.layers, self._layer = (layer,), layer

    def read(self, file: FileReader) -> None:
        sums: dict[Spot, SumPair] = {}
        for spot, text in file.read_rows(_spot_rows(file.grid)):
            if spot[0] < 0:
                sums[spot] = file.read_value(SUMS, text), None
            elif spot[1] < 0:
                sums[spot] = None, file.read_value(SUMS, text)
            elif text != EMPTY:
                across, comma, down = text.partition(",")
                if not comma:
                    raise file.unexpected(text, f"{EMPTY}, or the sums across and down with a comma between them")
                sums[spot] = file.read_value(SUMS, down), file.read_value(SUMS, across)
        rows, cols = file.grid.rows, file.grid.columns
        file.grid = square(rows, cols, frozenset(row * cols + col for row, col in sums if min(row, col) >= 0))
        for edge, total in sums_by_edge(file.grid, sums).items():
            file.put(self._layer, edge, total)

    def write(self, board: Board, grid: SquareGrid) -> list[str]:
        sums = sums_by_spot(grid, board.clues[self._layer])

        def write_item(spot: Spot) -> str:
            down, across = map(SUMS.write, sums.get(spot, (None, None)))
            if spot == (-1, -1):
                return "0"
            if min(spot) < 0:
                return down if spot[0] < 0 else across
            return f"{across},{down}" if spot in sums else EMPTY

        return write_rows(_spot_rows(grid), write_item)


def _spot_rows(grid: SquareGrid) -> list[list[Spot]]:
    """Return the cells of a grid with one more row above and one more column on the left."""
    return [[(row, col) for col in range(-1, grid.columns)] for row in range(-1, grid.rows)]


class Notes(FileBlock):
    """A player's notes, for which masume has no marks: they are skipped when read.

    An optional block is not written.  Otherwise it is written as zeros.
    """

    def __init__(self, rows: RowOrder = cell_rows, *, optional: bool = True) -> None:
        self._rows, self._optional = rows, optional

    def read(self, file: FileReader) -> None:
        for _ in file.read_rows(self._rows(file.grid)):
            pass

    def write(self, board: Board, grid: SquareGrid) -> list[str]:
        return [] if self._optional else write_rows(self._rows(grid), lambda place: "0")
