"""The blocks of a pzprv3 file: how each is read and written, as rows of items that are separated by spaces."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from masume.core.board import Board
from masume.core.errors import FormatError
from masume.core.genre import Genre
from masume.core.layers import UNKNOWN_CLUE, Layer, Value, Where
from masume.core.notation import (
    DigitRows,
    FileBlock,
    LineRows,
    Notes,
    NumberRows,
    NumberSignRows,
    RoomNumberRows,
    RoomRows,
    RunSumRows,
    SignRows,
    WallRows,
)
from masume.core.places import Place
from masume.core.rooms import room_by_cell, rooms_within, walls
from masume.core.square import SquareGrid, square
from masume.formats.pzpr_common import edge_rows
from masume.formats.pzpr_sums import Pair, Spot, entered, written

NAME = "pzprv3"
_NONE, _UNKNOWN = ".", "-"
_NO_SUM = "-1"
_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)
_DIGIT = re.compile(r"([0-9]{1,9}|[-.+=%]|c[^\[]*)?(?:\[[0-9,]*\])?", re.ASCII)  # or a colour, and candidates


@dataclass
class Sheet:
    """A file while it is read: its lines, how far it has been read, and what it has told so far."""

    genre: Genre
    grid: SquareGrid
    lines: Sequence[str]
    at: int
    clues: dict[str, dict[Place, Value]] = field(init=False)
    marks: dict[str, dict[Place, Value]] = field(init=False)

    def __post_init__(self) -> None:
        self.clues = {layer.name: {} for layer in self.genre.clue_layers}
        self.marks = {layer.name: {} for layer in self.genre.mark_layers}

    @property
    def ended(self) -> bool:
        """Whether all lines have been read."""
        return self.at >= len(self.lines)

    def put(self, layer: str, place: Place, value: Value) -> None:
        """Enter a clue or a mark."""
        role = self.clues if layer in self.clues else self.marks
        role[layer][place] = value

    def line(self) -> str:
        """The next line."""
        self.at += 1
        return self.lines[self.at - 1] if self.at <= len(self.lines) else ""

    def items(self, rows: Sequence[Sequence[Any]]) -> Iterator[tuple[Any, str]]:
        """The items of the next lines, each with what it stands for in these rows."""
        for row in rows:
            items = self.line().split(maxsplit=len(row))
            if len(items) != len(row):
                found = "more" if len(items) > len(row) else len(items)
                raise self.error(f"expected {len(row)} items, not {found}")
            yield from zip(row, items, strict=True)

    def may_lack(self, block: FileBlock) -> bool:
        """Whether the puzzle can be told without this block."""
        return not {getattr(block, "layer", None), getattr(block, "clues", None)} & self.clues.keys()

    def error(self, expected: str) -> FormatError:
        """What is wrong in the line that was read last."""
        return FormatError(NAME, f"line {self.at}", expected)

    def wrong(self, item: str, expected: str) -> FormatError:
        """What is wrong with an item of that line."""
        return self.error(f"expected {expected}, not {item!r:.20}")


class Codec(NamedTuple):
    """Reads a block from a sheet and writes it as lines; may carry the holes of a grid."""

    read: Callable[[Any, Sheet], None]
    write: Callable[[Any, Board, SquareGrid], list[str]]
    holes: bool = False


def codec(block: FileBlock) -> Codec:
    """The codec behind a word of the notation."""
    return _CODECS[type(block)]


def _cells(grid: SquareGrid) -> list[range]:
    return [range(row * grid.cols, (row + 1) * grid.cols) for row in range(grid.rows)]


def _inner_edges(grid: SquareGrid) -> list[list[int]]:
    upright, level = edge_rows(grid, inside=True)
    return upright + level


def _edges(block: LineRows, genre: Genre, grid: SquareGrid) -> list[list[int]]:
    layer = _layer(genre, block.layer)
    upright, level = edge_rows(grid, inside=layer.where is Where.ACROSS)
    return upright + level


def _layer(genre: Genre, name: str) -> Layer:
    return next(layer for layer in (*genre.clue_layers, *genre.mark_layers) if layer.name == name)


def _written(rows: Sequence[Sequence[Any]], item: Callable[[Any], str]) -> list[str]:
    """Rows of items, each ended by a space, as pzpr has them."""
    return ["".join(f"{item(place)} " for place in row) for row in rows]


def _number(sheet: Sheet, item: str) -> Value:
    if item == _UNKNOWN:
        return UNKNOWN_CLUE
    if not _NUMBER.fullmatch(item):
        raise sheet.wrong(item, f"a number, {_UNKNOWN} or {_NONE}")
    return int(item)


def _numbered(clue: Value | None) -> str:
    return _NONE if clue is None else _UNKNOWN if clue == UNKNOWN_CLUE else str(clue)


def _read_numbers(block: NumberRows, sheet: Sheet) -> None:
    for cell, item in sheet.items(_cells(sheet.grid)):
        if item != _NONE:
            sheet.put(block.layer, cell, _number(sheet, item))


def _write_numbers(block: NumberRows, board: Board, grid: SquareGrid) -> list[str]:
    clues = board.clues[block.layer]
    return _written(_cells(grid), lambda cell: _numbered(clues.get(cell)))


def _read_signs(block: SignRows, sheet: Sheet) -> None:
    for cell, item in sheet.items(_cells(sheet.grid)):
        if item != _NONE:
            if item not in block.signs:
                raise sheet.wrong(item, f"{', '.join(block.signs)} or {_NONE}")
            sheet.put(block.layer, cell, block.signs[item])


def _write_signs(block: SignRows, board: Board, grid: SquareGrid) -> list[str]:
    entries = board.clues[block.layer] if block.layer in board.clues else board.decided(block.layer)
    return _written(_cells(grid), _sign_at(block.signs, entries))


def _sign_at(signs: Mapping[str, Value], entries: Mapping[Any, Value]) -> Callable[[Any], str]:
    sign: dict[Value | None, str] = {value: sign for sign, value in signs.items()}
    return lambda place: sign.get(entries.get(place), _NONE)


def _read_numbers_and_signs(block: NumberSignRows, sheet: Sheet) -> None:
    for cell, item in sheet.items(_cells(sheet.grid)):
        if item in block.signs:
            sheet.put(block.marks, cell, block.signs[item])
        elif item != _NONE:
            sheet.put(block.clues, cell, _number(sheet, item))


def _write_numbers_and_signs(block: NumberSignRows, board: Board, grid: SquareGrid) -> list[str]:
    clues, marks = board.clues[block.clues], board.decided(block.marks)
    default, sign = _layer(board.genre, block.marks).default, _sign_at(block.signs, marks)
    for cell in clues:
        if marks.get(cell, default) != default:
            expected = f"it cannot carry {marks[cell]} at {grid.name(cell)}, where a clue stands"
            raise FormatError(NAME, "marks", expected)
    return _written(_cells(grid), lambda cell: _numbered(clues[cell]) if cell in clues else sign(cell))


def _read_lines(block: LineRows, sheet: Sheet) -> None:
    values = {"1": block.on, "-1": block.off}
    for edge, item in sheet.items(_edges(block, sheet.genre, sheet.grid)):
        if item in values:
            sheet.put(block.layer, edge, values[item])
        elif item != "0":
            raise sheet.wrong(item, "1, -1 or 0")


def _write_lines(block: LineRows, board: Board, grid: SquareGrid) -> list[str]:
    signs: dict[Value | None, str] = {block.on: "1", block.off: "-1"}
    marks = board.decided(block.layer)
    return _written(_edges(block, board.genre, grid), lambda edge: signs.get(marks.get(edge), "0"))


def _read_walls(block: WallRows, sheet: Sheet) -> None:
    shut = []
    for edge, item in sheet.items(_inner_edges(sheet.grid)):
        if item not in ("0", "1"):
            raise sheet.wrong(item, "1 or 0")
        if item == "1":
            shut.append(edge)
    for room in rooms_within(sheet.grid, shut):
        sheet.put(block.layer, room, UNKNOWN_CLUE)


def _write_walls(block: WallRows, board: Board, grid: SquareGrid) -> list[str]:
    shut = frozenset(walls(grid, board.clues[block.layer]))
    return _written(_inner_edges(grid), lambda edge: "1" if edge in shut else "0")


def _read_rooms(block: RoomRows, sheet: Sheet) -> None:
    count = sheet.line().strip()
    if not _NUMBER.fullmatch(count):
        raise sheet.wrong(count, "the number of rooms")
    rooms: dict[str, list[int]] = {}
    for cell, item in sheet.items(_cells(sheet.grid)):
        rooms.setdefault(item, []).append(cell)
    for cells in rooms.values():
        sheet.put(block.layer, frozenset(cells), UNKNOWN_CLUE)


def _write_rooms(block: RoomRows, board: Board, grid: SquareGrid) -> list[str]:
    number = {cell: str(index) for index, room in enumerate(board.clues[block.layer]) for cell in room}
    return [str(len(board.clues[block.layer])), *_written(_cells(grid), number.__getitem__)]


def _read_room_numbers(block: RoomNumberRows, sheet: Sheet) -> None:
    rooms = sheet.clues[block.layer]
    home = room_by_cell(sheet.grid, rooms)
    for cell, item in sheet.items(_cells(sheet.grid)):
        number = UNKNOWN_CLUE if item == _NONE else _number(sheet, item)
        if number == UNKNOWN_CLUE:
            continue
        if rooms[home[cell]] not in (UNKNOWN_CLUE, number):
            where = f"the room of {sheet.grid.name(cell)}"
            raise sheet.error(f"{where} has two numbers, {rooms[home[cell]]} and {number}")
        rooms[home[cell]] = number


def _write_room_numbers(block: RoomNumberRows, board: Board, grid: SquareGrid) -> list[str]:
    rooms = board.clues[block.layer].items()
    number = {grid.label_cell(room): str(clue) for room, clue in rooms if clue != UNKNOWN_CLUE}
    return _written(_cells(grid), lambda cell: number.get(cell, _NONE))


def _spots(grid: SquareGrid) -> list[list[Spot]]:
    """The cells of a grid with one more row above and one more column on the left."""
    return [[(row, col) for col in range(-1, grid.cols)] for row in range(-1, grid.rows)]


def _read_sums(block: RunSumRows, sheet: Sheet) -> None:
    sums: dict[Spot, Pair] = {}
    for spot, item in sheet.items(_spots(sheet.grid)):
        if spot[0] < 0:
            sums[spot] = _sum(sheet, item), None
        elif spot[1] < 0:
            sums[spot] = None, _sum(sheet, item)
        elif item != _NONE:
            across, comma, down = item.partition(",")
            if not comma:
                raise sheet.wrong(item, f"{_NONE}, or the sums across and down with a comma between them")
            sums[spot] = _sum(sheet, down), _sum(sheet, across)
    cols = sheet.grid.cols
    sheet.grid = square(sheet.grid.rows, cols, frozenset(row * cols + col for row, col in sums if min(row, col) >= 0))
    for edge, total in entered(sheet.grid, sums).items():
        sheet.put(block.layer, edge, total)


def _sum(sheet: Sheet, item: str) -> Value | None:
    if item in (_NO_SUM, _NONE):
        return None
    if not _NUMBER.fullmatch(item):
        raise sheet.wrong(item, f"a sum, 0 or {_NO_SUM}")
    return int(item) or None


def _write_sums(block: RunSumRows, board: Board, grid: SquareGrid) -> list[str]:
    sums = written(grid, board.clues[block.layer])

    def item(spot: Spot) -> str:
        down, across = (_NO_SUM if total is None else str(total) for total in sums.get(spot, (None, None)))
        if spot == (-1, -1):
            return "0"
        if min(spot) < 0:
            return down if spot[0] < 0 else across
        return f"{across},{down}" if spot in sums else _NONE

    return _written(_spots(grid), item)


def _read_digits(block: DigitRows, sheet: Sheet) -> None:
    for cell, item in sheet.items(_cells(sheet.grid)):
        match = _DIGIT.fullmatch(item)
        if match is None:
            raise sheet.wrong(item, f"a digit or {_NONE}")
        if match[1] and match[1].isdigit():
            if cell in sheet.grid.holes:
                raise sheet.error(f"{sheet.grid.name(cell)} is black: expected {_NONE}, not {item!r:.20}")
            sheet.put(block.layer, cell, int(match[1]))


def _write_digits(block: DigitRows, board: Board, grid: SquareGrid) -> list[str]:
    marks = board.decided(block.layer)
    return _written(_cells(grid), lambda cell: str(marks.get(cell, _NONE)))


def _read_notes(block: Notes, sheet: Sheet) -> None:
    for _ in sheet.items(_notes(block, sheet.grid)):
        pass


def _write_notes(block: Notes, board: Board, grid: SquareGrid) -> list[str]:
    return [] if block.optional else _written(_notes(block, grid), lambda place: "0")


def _notes(block: Notes, grid: SquareGrid) -> Sequence[Sequence[int]]:
    return _inner_edges(grid) if block.on_edges else _cells(grid)


_CODECS: dict[type, Codec] = {
    NumberRows: Codec(_read_numbers, _write_numbers),
    SignRows: Codec(_read_signs, _write_signs),
    NumberSignRows: Codec(_read_numbers_and_signs, _write_numbers_and_signs),
    LineRows: Codec(_read_lines, _write_lines),
    WallRows: Codec(_read_walls, _write_walls),
    RoomRows: Codec(_read_rooms, _write_rooms),
    RoomNumberRows: Codec(_read_room_numbers, _write_room_numbers),
    RunSumRows: Codec(_read_sums, _write_sums, holes=True),
    DigitRows: Codec(_read_digits, _write_digits),
    Notes: Codec(_read_notes, _write_notes),
}
