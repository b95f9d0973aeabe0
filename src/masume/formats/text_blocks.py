r"""How the layers of a board are laid out as text: each layout reads lines into places and words, and writes them.

. 3 ?                       cells: a word for each, "." for none, "_" for a hole
a=2 a b                     rooms: a name for each cell's room and, once, its clue
\ 4\ 12\                   runs: black cells, in front of the first row and column too, with the sums of the
\16 . .                     runs down and across that begin behind them
+-+x+                       edges along which lines go, from corner to corner
|   .                       edges which lines cross, from cell to cell: the same, with cells for corners
row3 12                     anything else: a place and a word
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from itertools import count, product
from string import ascii_letters
from typing import NamedTuple, TypeAlias

from masume.core.errors import FormatError, InputError
from masume.core.grid import checked_sides, find_place, place_name
from masume.core.layers import Layer, Where
from masume.core.places import Place, PlaceKind
from masume.core.square import SquareGrid, square

NONE, HOLE = ".", "_"
_BETWEEN = "\\"  # the sum down and the sum across
_ROOM = re.compile(r"([^\W\d_]+)(?:=(.+))?")


class Line(NamedTuple):
    """A line that is not blank, and its number in the text."""

    number: int
    text: str


Words: TypeAlias = Mapping[Place, str]


class Layout(NamedTuple):
    """Reads lines as places with words, NONE among them, and writes what it can read."""

    read: Callable[[list[Line], SquareGrid], Iterator[tuple[Line, Place, str]]]
    write: Callable[[Words, SquareGrid], Iterator[str]]


def error_at(line: Line, expected: str) -> FormatError:
    """What is wrong in a line."""
    return FormatError("text", f"line {line.number}", expected)


def layout(layer: Layer, words: Collection[str] = ()) -> Layout:
    """The layout of a layer; if longer words have to be written, lines are listed rather than drawn."""
    if layer.kind is PlaceKind.CELL:
        return _CELLS
    if layer.where in _LAYOUTS:
        found = _LAYOUTS[layer.where]
        return found if found is not _PATHS or all(len(word) == 1 for word in words) else _LIST
    drawn = layer.kind is PlaceKind.EDGE and all(len(word) == 1 for word in words)
    return _EDGES if drawn else _LIST


def shows_size(layer: Layer) -> bool:
    """Whether a block of the layer has a word for every cell."""
    return layout(layer) in (_CELLS, _ROOMS, _RUNS)


def size_of(layer: Layer, lines: list[Line]) -> SquareGrid:
    """The grid that a block with a word for every cell shows."""
    rows = [line.text.split() for line in lines]
    for line, row in zip(lines, rows, strict=True):
        if len(row) != len(rows[0]):
            raise error_at(line, f"expected {len(rows[0])} cells as in the first row, not {len(row)}")
    if layer.where is Where.RUNS:
        rows = [[HOLE if _BETWEEN in word else word for word in row[1:]] for row in rows[1:]]
    checked_sides("text", len(rows), len(rows[0]) if rows else 0)
    flat = (word for row in rows for word in row)
    return square(len(rows), len(rows[0]), frozenset(cell for cell, word in enumerate(flat) if word == HOLE))


def _words(lines: list[Line], rows: int, cols: int) -> Iterator[tuple[Line, int, int, str]]:
    """The words of a block of so many rows and columns, with their positions."""
    if len(lines) != rows:
        raise FormatError("text", "rows", f"expected {rows} rows in this block, as the size has it, not {len(lines)}")
    for row, line in enumerate(lines):
        words = line.text.split()
        if len(words) != cols:
            raise error_at(line, f"expected {cols} cells, not {len(words)}")
        yield from ((line, row, col, word) for col, word in enumerate(words))


def _aligned(rows: list[list[str]]) -> Iterator[str]:
    width = max(len(word) for row in rows for word in row)
    return (" ".join(word.rjust(width) for word in row) for row in rows)


def _read_cells(lines: list[Line], grid: SquareGrid) -> Iterator[tuple[Line, Place, str]]:
    for line, row, col, word in _words(lines, grid.rows, grid.cols):
        cell = grid.cell(row, col)
        if (word == HOLE) != (cell is None):
            raise error_at(line, f"column {col + 1}: holes must be the same in every block of cells")
        if cell is not None:
            yield line, cell, word


def _write_cells(words: Words, grid: SquareGrid) -> Iterator[str]:
    known: dict[Place, str] = {**words, **dict.fromkeys(grid.holes, HOLE)}
    every = [[known.get(row * grid.cols + col, NONE) for col in range(grid.cols)] for row in range(grid.rows)]
    return _aligned(every)


def _read_rooms(lines: list[Line], grid: SquareGrid) -> Iterator[tuple[Line, Place, str]]:
    rooms: dict[str, set[int]] = {}
    clues: dict[str, tuple[Line, str]] = {}
    for line, cell, word in _read_cells(lines, grid):
        assert isinstance(cell, int)
        if word == NONE:
            continue
        match = _ROOM.fullmatch(word)
        if match is None:
            raise error_at(line, f"expected a room such as a, or a=2 with its clue, not {word!r:.20}")
        name, clue = match[1], match[2]
        rooms.setdefault(name, set()).add(cell)
        if clue is not None:
            if name in clues:
                raise error_at(line, f"the clue of room {name!r:.20} stands twice")
            clues[name] = line, clue
    for name, cells in rooms.items():
        line, clue = clues.get(name, (lines[0], "?"))
        yield line, frozenset(cells), clue


def _write_rooms(words: Words, grid: SquareGrid) -> Iterator[str]:
    at_cell: dict[Place, str] = {}
    for name, (room, clue) in zip(_names(), words.items(), strict=False):
        assert isinstance(room, frozenset)
        at_cell |= dict.fromkeys(room, name)
        if clue != "?":
            at_cell[min(room)] = f"{name}={clue}"
    return _write_cells(at_cell, grid)


def _names() -> Iterator[str]:
    """a, b, … z, A, … Z, aa, ab, …"""
    return ("".join(letters) for length in count(1) for letters in product(ascii_letters, repeat=length))


def _read_runs(lines: list[Line], grid: SquareGrid) -> Iterator[tuple[Line, Place, str]]:
    if lines and _BETWEEN not in lines[0].text:
        yield from _read_list(lines, grid)
        return
    heads = grid.run_heads()
    for line, row, col, word in _words(lines, grid.rows + 1, grid.cols + 1):
        black = row == 0 or col == 0 or grid.cell(row - 1, col - 1) is None
        if black != (_BETWEEN in word) or (not black and word != NONE):
            expected = f'a black cell such as "3{_BETWEEN}4"' if black else 'a white cell, "."'
            raise error_at(line, f"column {col + 1}: expected {expected}, not {word!r:.20}")
        sums = word.split(_BETWEEN, 1) if black else ()
        for way, written, edge in zip(
            ("down", "across"), sums, heads.get((row - 1, col - 1), (None, None)), strict=False
        ):
            if written and edge is None:
                raise error_at(
                    line, f"column {col + 1}: no run {way} begins there that could have the sum {written!r:.20}"
                )
            if written and edge is not None:
                yield line, edge, written


def _write_runs(words: Words, grid: SquareGrid) -> Iterator[str]:
    heads = grid.run_heads()

    def word(row: int, col: int) -> str:
        if row >= 0 and col >= 0 and grid.cell(row, col) is not None:
            return NONE
        return _BETWEEN.join(
            "" if edge is None else words.get(edge, "") for edge in heads.get((row, col), (None, None))
        )

    return _aligned([[word(row, col) for col in range(-1, grid.cols)] for row in range(-1, grid.rows)])


class _Drawing(NamedTuple):
    """A picture of edges: how many nodes there are, and the edge right of and below each, if there is one."""

    rows: int
    cols: int
    right: Callable[[int, int], int]
    below: Callable[[int, int], int]

    @classmethod
    def of(cls, grid: SquareGrid, nodes: PlaceKind) -> "_Drawing":
        if nodes is PlaceKind.CORNER:
            return cls(grid.rows + 1, grid.cols + 1, grid.across, grid.down)
        return cls(grid.rows, grid.cols, lambda r, c: grid.down(r, c + 1), lambda r, c: grid.across(r + 1, c))


def _read_drawing(nodes: PlaceKind, lines: list[Line], grid: SquareGrid) -> Iterator[tuple[Line, Place, str]]:
    if lines and not lines[0].text.startswith("+"):
        yield from _read_list(lines, grid)
        return
    drawing = _Drawing.of(grid, nodes)
    if len(lines) != 2 * drawing.rows - 1:
        raise FormatError("text", "edges", f"expected {2 * drawing.rows - 1} lines of edges, not {len(lines)}")
    for index, line in enumerate(lines):
        row, upright = divmod(index, 2)
        if len(line.text) != 2 * drawing.cols - 1:
            raise error_at(line, f"expected {2 * drawing.cols - 1} characters, not {len(line.text)}")
        between, edges = (line.text[1::2], line.text[::2]) if upright else (line.text[::2], line.text[1::2])
        if not set(between) <= ({" "} if upright else {"+"}):
            raise error_at(line, f"expected {'blanks' if upright else 'plus signs'} between the edges")
        for col, word in enumerate(edges):
            edge = drawing.below(row, col) if upright else drawing.right(row, col)
            if (word == HOLE) != _is_off(nodes, edge, grid):
                raise error_at(line, f'edge {col + 1}: expected "{HOLE}" just where there is no edge')
            if word != HOLE:
                yield line, edge, "-" if upright and word == "|" else word


def _write_drawing(nodes: PlaceKind, words: Words, grid: SquareGrid) -> Iterator[str]:
    drawing = _Drawing.of(grid, nodes)

    def char(edge: int) -> str:
        return HOLE if _is_off(nodes, edge, grid) else words.get(edge, NONE)

    for row in range(drawing.rows):
        yield "+" + "".join(char(drawing.right(row, col)) + "+" for col in range(drawing.cols - 1))
        if row < drawing.rows - 1:
            upright = (char(drawing.below(row, col)) for col in range(drawing.cols))
            yield " ".join("|" if mark == "-" else mark for mark in upright)


def _is_off(nodes: PlaceKind, edge: int, grid: SquareGrid) -> bool:
    """Whether holes leave no edge here, or none to cross."""
    return bool(grid.holes) and len(grid.cells_beside(edge)) < (1 if nodes is PlaceKind.CORNER else 2)


def _read_list(lines: list[Line], grid: SquareGrid) -> Iterator[tuple[Line, Place, str]]:
    for line in lines:
        name, *words = line.text.split()
        if len(words) != 1:
            raise error_at(line, "expected a place and a word")
        try:
            yield line, find_place(grid, name), words[0]
        except InputError as error:
            raise error_at(line, str(error)) from None


def _write_list(words: Words, grid: SquareGrid) -> Iterator[str]:
    return (f"{place_name(grid, place)} {word}" for place, word in words.items())


_CELLS = Layout(_read_cells, _write_cells)
_ROOMS = Layout(_read_rooms, _write_rooms)
_RUNS = Layout(_read_runs, _write_runs)
_EDGES = Layout(partial(_read_drawing, PlaceKind.CORNER), partial(_write_drawing, PlaceKind.CORNER))
_PATHS = Layout(partial(_read_drawing, PlaceKind.CELL), partial(_write_drawing, PlaceKind.CELL))
_LIST = Layout(_read_list, _write_list)
_LAYOUTS = {Where.ROOMS: _ROOMS, Where.RUNS: _RUNS, Where.ACROSS: _PATHS}
