"""The parts of a pzpr body: how each is read and written, cells row by row from the top left."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from masume.core.board import Entries
from masume.core.errors import FormatError
from masume.core.layers import UNKNOWN_CLUE, Value
from masume.core.notation import Number4, Number16, Part
from masume.core.places import Place
from masume.core.square import SquareGrid

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_LONGEST_GAP = 20  # empty cells: g for one to z for twenty
# prefix, digits behind it, what is added to them: from here on numbers take more than one character
_LONG_NUMBERS = (("-", 2, 0), ("+", 3, 0), ("=", 3, 4096), ("@", 3, 8192), ("*", 4, 12240), ("$", 5, 77776))
_LARGEST_NUMBER = 77776 + 0xFFFFF


class Codec(NamedTuple):
    """Reads a part from a body at some character on, and writes it."""

    read: Callable[[str, int, SquareGrid], tuple[Entries, int]]
    write: Callable[[Part, Mapping[str, Entries], SquareGrid], str]


def codec(part: Part) -> Codec:
    """The codec behind a word of the notation."""
    return _CODECS[type(part)]


def _read_number16(body: str, at: int, grid: SquareGrid) -> tuple[Entries, int]:
    return _read_cells(body, at, grid, _item16)


def _read_number4(body: str, at: int, grid: SquareGrid) -> tuple[Entries, int]:
    return _read_cells(body, at, grid, _item4)


class _Item(NamedTuple):
    """What one item of a body says: perhaps a clue, then so many empty cells, some of which may be off the end."""

    clue: Value | None
    gap: int
    spare: bool
    end: int


def _read_cells(body: str, at: int, grid: SquareGrid, item: Callable[[str, int], _Item]) -> tuple[Entries, int]:
    clues: dict[Place, Value] = {}
    cell, cells = 0, grid.rows * grid.cols
    while at < len(body) and cell < cells:
        found = item(body, at)
        if found.clue is not None:
            clues[cell] = found.clue
            cell += 1
        cell += found.gap
        if cell > cells and not found.spare:
            raise _error(at, f"the {grid.rows} x {grid.cols} board has no {found.gap} cells left to skip")
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
    if not "g" <= body[at] <= "z":
        raise _error(at, f"{body[at]!r} stands for nothing")
    return _Item(None, _DIGITS.index(body[at]) - 15, False, at + 1)


def _write_number16(part: Part, clues: Mapping[str, Entries], grid: SquareGrid) -> str:
    written, gap, entries = [], 0, clues[part.layer]
    for cell in grid.cells:
        clue = entries.get(cell)
        if clue is None:
            gap += 1
            continue
        written.append(_gaps(gap) + _number16(clue))
        gap = 0
    return "".join(written) + _gaps(gap)


def _number16(clue: Value) -> str:
    if not isinstance(clue, int):
        return "."
    if clue < 16:
        return f"{clue:x}"
    if clue > _LARGEST_NUMBER:
        raise FormatError("pzpr", "body", f"it cannot carry numbers above {_LARGEST_NUMBER}, not {clue}")
    prefix, width, base = [form for form in _LONG_NUMBERS if form[2] <= clue and (form[0] != "+" or clue > 255)][-1]
    return f"{prefix}{clue - base:0{width}x}"


def _gaps(cells: int) -> str:
    full, rest = divmod(cells, _LONGEST_GAP)
    return "z" * full + (_DIGITS[rest + 15] if rest else "")


def _write_number4(part: Part, clues: Mapping[str, Entries], grid: SquareGrid) -> str:
    entries, cells = clues[part.layer], grid.rows * grid.cols
    written, gap, cell = [], 0, 0
    while cell < cells:
        clue = entries.get(cell)
        if clue is None:
            gap += 1
        else:
            empty = 0
            if isinstance(clue, int):
                empty = next((ahead for ahead in (0, 1) if entries.get(cell + ahead + 1) is not None), 2)
            written.append(_gaps(gap) + ("." if not isinstance(clue, int) else f"{clue + 5 * empty:x}"))
            gap, cell = 0, cell + empty
        cell += 1
    return "".join(written) + _gaps(gap)


def _error(at: int, expected: str) -> FormatError:
    return FormatError("pzpr", f"body, character {at + 1}", expected)


_CODECS: dict[type, Codec] = {
    Number16: Codec(_read_number16, _write_number16),
    Number4: Codec(_read_number4, _write_number4),
}
