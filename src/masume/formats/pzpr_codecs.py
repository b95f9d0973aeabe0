"""The parts of a pzpr body: how each is read and written, cells row by row from the top left."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from masume.core.board import Entries
from masume.core.errors import FormatError
from masume.core.layers import UNKNOWN_CLUE, Value
from masume.core.notation import BodyPart, Circles, Number4, Number16, RoomsWithNumbers, RunSums
from masume.core.places import Place
from masume.core.rooms import rooms_within, walls
from masume.core.square import SquareGrid, square
from masume.formats.pzpr_common import edge_rows
from masume.formats.pzpr_sums import Pair, Spot, entered, written

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_LONGEST_GAP = 20  # empty cells: g for one to z for twenty
# prefix, digits behind it, what is added to them: from here on numbers take more than one character
_LONG_NUMBERS = (("-", 2, 0), ("+", 3, 0), ("=", 3, 4096), ("@", 3, 8192), ("*", 4, 12240), ("$", 5, 77776))
_LARGEST_NUMBER = 77776 + 0xFFFFF
_SUMS = "0123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ"  # a sum is its position here, up to 45
_NO_SUM, _NO_SUMS = "-", "."
_WHITE = "klmnopqrstuvwxyz"  # a run of one to sixteen white cells


class Found(NamedTuple):
    """What a part says: a layer's entries, the character behind it, and the grid, in which it may have made holes."""

    entries: Entries
    end: int
    grid: SquareGrid


class Codec(NamedTuple):
    """Reads a part from a body at some character on, and writes it; may carry the holes of a grid."""

    read: Callable[[Any, str, int, SquareGrid], Found]
    write: Callable[[Any, Entries, SquareGrid], str]
    holes: bool = False


def codec(part: BodyPart) -> Codec:
    """The codec behind a word of the notation."""
    return _CODECS[type(part)]


class _Item(NamedTuple):
    """What one item of a body says: perhaps a clue, then so many empty cells, some of which may be off the end."""

    clue: Value | None
    gap: int
    spare: bool
    end: int


def _read_number16(_: Number16, body: str, at: int, grid: SquareGrid) -> Found:
    return Found(*_read_items(body, at, grid, (grid.rows * grid.cols, "cells"), _item16), grid)


def _read_number4(_: Number4, body: str, at: int, grid: SquareGrid) -> Found:
    return Found(*_read_items(body, at, grid, (grid.rows * grid.cols, "cells"), _item4), grid)


def _read_items(
    body: str, at: int, grid: SquareGrid, space: tuple[int, str], item: Callable[[str, int], _Item]
) -> tuple[dict[Place, Value], int]:
    """The clues by their position among so many cells, or whatever else there is to be numbered."""
    clues: dict[Place, Value] = {}
    cell, (cells, noun) = 0, space
    while at < len(body) and cell < cells:
        found = item(body, at)
        if found.clue is not None:
            clues[cell] = found.clue
            cell += 1
        cell += found.gap
        if cell > cells and not found.spare:
            raise _too_many(at, grid, found.gap, noun)
        at = found.end
    return clues, at


def _item16(body: str, at: int) -> _Item:
    """One item of number16."""
    sign = "@" if body[at] == "%" else body[at]
    if sign == ".":
        return _Item(UNKNOWN_CLUE, 0, False, at + 1)
    for prefix, width, base in _LONG_NUMBERS:
        if sign == prefix:
            digits = body[at + 1 : at + 1 + width]
            if len(digits) < width or not set(digits) <= set("0123456789abcdef"):
                raise _error(at, f"expected {width} hexadecimal digits after {body[at]!r}")
            return _Item(base + int(digits, 16), 0, False, at + 1 + width)
    if "0" <= sign <= "9" or "a" <= sign <= "f":
        return _Item(int(sign, 16), 0, False, at + 1)
    return _gap(body, at)


def _item4(body: str, at: int) -> _Item:
    """One item of number4: a digit, plain or with one or two empty cells behind it."""
    if body[at] == ".":
        return _Item(UNKNOWN_CLUE, 0, False, at + 1)
    if "0" <= body[at] <= "9" or "a" <= body[at] <= "e":
        empty, number = divmod(int(body[at], 16), 5)
        return _Item(number, empty, True, at + 1)
    return _gap(body, at)


def _gap(body: str, at: int) -> _Item:
    return _Item(None, _digit(body, at, "ghijklmnopqrstuvwxyz") + 1, False, at + 1)


def _digit(body: str, at: int, digits: str) -> int:
    value = digits.find(body[at])
    if value < 0:
        raise _error(at, f"{body[at]!r} stands for nothing")
    return value


def _write_number16(part: Number16, entries: Entries, grid: SquareGrid) -> str:
    return _written16(entries.get(cell) for cell in grid.cells)


def _written16(clues: Iterable[Value | None]) -> str:
    items, gap = [], 0
    for clue in clues:
        if clue is None:
            gap += 1
            continue
        items.append(_gaps(gap) + _number16(clue))
        gap = 0
    return "".join(items) + _gaps(gap)


def _number16(clue: Value) -> str:
    if not isinstance(clue, int):
        return "."
    if clue < 16:
        return f"{clue:x}"
    if clue > _LARGEST_NUMBER:
        raise _no_room("numbers", _LARGEST_NUMBER, clue)
    prefix, width, base = [form for form in _LONG_NUMBERS if form[2] <= clue and (form[0] != "+" or clue > 255)][-1]
    return f"{prefix}{clue - base:0{width}x}"


def _gaps(cells: int) -> str:
    full, rest = divmod(cells, _LONGEST_GAP)
    return "z" * full + (_DIGITS[rest + 15] if rest else "")


def _write_number4(part: Number4, entries: Entries, grid: SquareGrid) -> str:
    items, gap, cell = [], 0, 0
    while cell < grid.rows * grid.cols:
        clue = entries.get(cell)
        if clue is None:
            gap += 1
        else:
            empty = 0
            if isinstance(clue, int):
                empty = next((ahead for ahead in (0, 1) if entries.get(cell + ahead + 1) is not None), 2)
            items.append(_gaps(gap) + ("." if not isinstance(clue, int) else f"{clue + 5 * empty:x}"))
            gap, cell = 0, cell + empty
        cell += 1
    return "".join(items) + _gaps(gap)


def _read_packed(body: str, at: int, count: int, base: int, size: int) -> tuple[list[int], int]:
    """So many digits of a base, packed into characters of `size` each; those that are missing are 0."""
    end = min(len(body), at + -(-count // size))
    digits: list[int] = []
    for character in range(at, end):
        packed = _digit(body, character, _DIGITS[: base**size])
        digits += [packed // base**place % base for place in reversed(range(size))]
    if any(digits[count:]):
        raise _error(end - 1, f"{body[end - 1]!r} says something about what lies beyond the board")
    return digits[:count] + [0] * (count - len(digits)), end


def _packed(digits: Sequence[int], base: int, size: int) -> str:
    padded = [*digits, *[0] * (-len(digits) % size)]
    groups = (padded[start : start + size] for start in range(0, len(padded), size))
    return "".join(_DIGITS[sum(digit * base**place for place, digit in enumerate(reversed(group)))] for group in groups)


def _read_circles(part: Circles, body: str, at: int, grid: SquareGrid) -> Found:
    digits, end = _read_packed(body, at, grid.rows * grid.cols, base=3, size=3)
    return Found({cell: part.values[digit - 1] for cell, digit in enumerate(digits) if digit}, end, grid)


def _write_circles(part: Circles, entries: Entries, grid: SquareGrid) -> str:
    return _packed([part.values.index(entries[cell]) + 1 if cell in entries else 0 for cell in grid.cells], 3, 3)


def _read_rooms(_: RoomsWithNumbers, body: str, at: int, grid: SquareGrid) -> Found:
    shut: list[int] = []
    for edges in _inner_edges(grid):
        bits, at = _read_packed(body, at, len(edges), base=2, size=5)
        shut += [edge for edge, bit in zip(edges, bits, strict=True) if bit]
    rooms = rooms_within(grid, shut)
    numbers, at = _read_items(body, at, grid, (len(rooms), "rooms"), _item16)
    return Found({room: numbers.get(index, UNKNOWN_CLUE) for index, room in enumerate(rooms)}, at, grid)


def _write_rooms(part: RoomsWithNumbers, entries: Entries, grid: SquareGrid) -> str:
    shut = frozenset(walls(grid, entries))
    drawn = (_packed([edge in shut for edge in edges], base=2, size=5) for edges in _inner_edges(grid))
    return "".join(drawn) + _written16(None if clue == UNKNOWN_CLUE else clue for clue in entries.values())


def _inner_edges(grid: SquareGrid) -> list[list[int]]:
    return [[edge for row in rows for edge in row] for rows in edge_rows(grid, inside=True)]


def _read_sums(_: RunSums, body: str, at: int, grid: SquareGrid) -> Found:
    sums: dict[Spot, Pair] = {}
    cell, cells = 0, grid.rows * grid.cols
    while at < len(body) and cell < cells:
        if body[at] in _WHITE:
            cell += _WHITE.index(body[at]) + 1
            if cell > cells:
                raise _too_many(at, grid, _WHITE.index(body[at]) + 1, "cells")
        elif body[at] == _NO_SUMS:
            sums[grid.at(cell)] = None, None
            cell += 1
        else:
            down = _sum(body, at)
            if at + 1 == len(body):
                raise _error(at, "expected the sum across behind the sum down")
            sums[grid.at(cell)] = down, _sum(body, at + 1)
            cell, at = cell + 1, at + 1
        at += 1
    holed = square(grid.rows, grid.cols, frozenset(row * grid.cols + col for row, col in sums))
    for spot in _outside(holed):
        if at < len(body):
            total = _sum(body, at)
            sums[spot] = (total, None) if spot[0] < 0 else (None, total)
            at += 1
    return Found(entered(holed, sums), at, holed)


def _outside(grid: SquareGrid) -> list[Spot]:
    """The places outside that have a white cell behind them."""
    above = [(-1, col) for col in range(grid.cols) if grid.cell(0, col) is not None]
    return above + [(row, -1) for row in range(grid.rows) if grid.cell(row, 0) is not None]


def _sum(body: str, at: int) -> int | None:
    return None if body[at] == _NO_SUM else _digit(body, at, _SUMS) or None


def _write_sums(part: RunSums, entries: Entries, grid: SquareGrid) -> str:
    sums, items, white = written(grid, entries), [], 0
    for cell in range(grid.rows * grid.cols):
        if cell in grid.holes:
            pair = sums[grid.at(cell)]
            items.append(_whites(white) + (_NO_SUMS if pair == (None, None) else "".join(map(_written_sum, pair))))
            white = 0
        else:
            white += 1
    outer = (_written_sum(sums[spot][0 if spot[0] < 0 else 1]) for spot in _outside(grid))
    return "".join([*items, _whites(white), *outer])


def _whites(cells: int) -> str:
    full, rest = divmod(cells, len(_WHITE))
    return _WHITE[-1] * full + (_WHITE[rest - 1] if rest else "")


def _written_sum(total: Value | None) -> str:
    if not isinstance(total, int):
        return _NO_SUM
    if total >= len(_SUMS):
        raise _no_room("sums", len(_SUMS) - 1, total)
    return _SUMS[total]


def _too_many(at: int, grid: SquareGrid, gap: int, noun: str) -> FormatError:
    return _error(at, f"the {grid.rows} x {grid.cols} board has no {gap} {noun} left to skip")


def _no_room(noun: str, largest: int, number: int) -> FormatError:
    return FormatError("pzpr", "body", f"it cannot carry {noun} above {largest}, not {number}")


def _error(at: int, expected: str) -> FormatError:
    return FormatError("pzpr", f"body, character {at + 1}", expected)


_CODECS: dict[type, Codec] = {
    Number16: Codec(_read_number16, _write_number16),
    Number4: Codec(_read_number4, _write_number4),
    Circles: Codec(_read_circles, _write_circles),
    RoomsWithNumbers: Codec(_read_rooms, _write_rooms),
    RunSums: Codec(_read_sums, _write_sums, holes=True),
}
