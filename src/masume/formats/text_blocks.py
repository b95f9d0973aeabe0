r"""Layouts of a board's layers as text: each one turns lines into places and words, and back.

. 3 ?                       cells: a word for each, "." for none, "_" for a hole
a=2 a b                     rooms: a name for each cell's room and, once per room, its clue
\   4\ 12\                  runs: the sums down and across, in the black cells above the runs and to their left;
\16  .   .                  there is one more row above the board and one more column to its left
+-+x+                       edges: a picture with "+" at each corner or, if the lines of the layer cross the edges,
| . .                       at each cell
row3 12                     anything else: a place and a word
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from itertools import count, product
from string import ascii_letters
from typing import NamedTuple, TypeAlias

from masume.core.errors import FormatError, InputError
from masume.core.grid import find_place, place_name, validate_size
from masume.core.layers import Layer, Where
from masume.core.messages import pluralize, quote
from masume.core.places import Place, PlaceKind
from masume.core.square import SquareGrid, square

NONE, HOLE = ".", "_"
_BETWEEN = "\\"  # between the sum down and the sum across
_ROOM = re.compile(r"([^\W\d_]+)(?:=(.+))?")


class NumberedLine(NamedTuple):
    """A line that is not blank, with its number in the text."""

    number: int
    text: str


Words: TypeAlias = Mapping[Place, str]


class Layout(NamedTuple):
    """How to turn lines into places with words (`NONE` for an empty place), and places with words into lines."""

    read: Callable[[list[NumberedLine], SquareGrid], Iterator[tuple[NumberedLine, Place, str]]]
    write: Callable[[Words, SquareGrid], Iterator[str]]


def error_at(line: NumberedLine, expected: str) -> FormatError:
    """Return an error about a line."""
    return FormatError("text", f"line {line.number}", expected)


def choose_layout(layer: Layer, words: Collection[str] = ()) -> Layout:
    """Return the layout of a layer with these words; edges are a list, not a picture, if a word has several letters."""
    if layer.kind is PlaceKind.CELL:
        return _CELLS
    if layer.where in _LAYOUTS:
        found = _LAYOUTS[layer.where]
        return found if found is not _PATHS or all(len(word) == 1 for word in words) else _LIST
    is_picture = layer.kind is PlaceKind.EDGE and all(len(word) == 1 for word in words)
    return _EDGES if is_picture else _LIST


def shows_size(layer: Layer) -> bool:
    """Return whether a block of the layer has a word for every cell."""
    return choose_layout(layer) in (_CELLS, _ROOMS, _RUNS)


def infer_grid(layer: Layer, lines: list[NumberedLine]) -> SquareGrid:
    """Return the grid that a block with a word for every cell shows."""
    rows = [line.text.split() for line in lines]
    for line, row in zip(lines, rows, strict=True):
        if len(row) != len(rows[0]):
            raise error_at(line, f"expected {pluralize(len(rows[0]), 'cell')} as in the first row, not {len(row)}")
    if layer.where is Where.RUNS:
        rows = [[HOLE if _BETWEEN in word else word for word in row[1:]] for row in rows[1:]]
    validate_size("text", len(rows), len(rows[0]) if rows else 0)
    flat = (word for row in rows for word in row)
    return square(len(rows), len(rows[0]), frozenset(cell for cell, word in enumerate(flat) if word == HOLE))


def _words(lines: list[NumberedLine], rows: int, cols: int) -> Iterator[tuple[NumberedLine, int, int, str]]:
    """Yield the words of a block with this many rows and columns, with their lines and positions."""
    if len(lines) != rows:
        raise FormatError("text", "rows", f"expected {rows} rows in this block, not {len(lines)}")
    for row, line in enumerate(lines):
        words = line.text.split()
        if len(words) != cols:
            raise error_at(line, f"expected {cols} cells, not {len(words)}")
        yield from ((line, row, col, word) for col, word in enumerate(words))


def _align(rows: list[list[str]]) -> Iterator[str]:
    width = max(len(word) for row in rows for word in row)
    return (" ".join(word.rjust(width) for word in row) for row in rows)


def _read_cells(lines: list[NumberedLine], grid: SquareGrid) -> Iterator[tuple[NumberedLine, Place, str]]:
    for line, row, col, word in _words(lines, grid.rows, grid.columns):
        cell = grid.cell(row, col)
        if (word == HOLE) != (cell is None):
            raise error_at(line, f"column {col + 1}: holes must be the same in every block of cells")
        if cell is not None:
            yield line, cell, word


def _write_cells(words: Words, grid: SquareGrid) -> Iterator[str]:
    known: dict[Place, str] = {**words, **dict.fromkeys(grid.holes, HOLE)}
    every = [[known.get(row * grid.columns + col, NONE) for col in range(grid.columns)] for row in range(grid.rows)]
    return _align(every)


def _read_rooms(lines: list[NumberedLine], grid: SquareGrid) -> Iterator[tuple[NumberedLine, Place, str]]:
    rooms: dict[str, set[int]] = {}
    clues: dict[str, tuple[NumberedLine, str]] = {}
    for line, cell, word in _read_cells(lines, grid):
        assert isinstance(cell, int)
        if word == NONE:
            continue
        match = _ROOM.fullmatch(word)
        if match is None:
            raise error_at(line, f"expected a room such as a, or a=2 with its clue, not {quote(word)}")
        name, clue = match[1], match[2]
        rooms.setdefault(name, set()).add(cell)
        if clue is not None:
            if name in clues:
                raise error_at(line, f"the clue of room {quote(name)} occurs twice")
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
    """Yield a, b, … z, A, … Z, aa, ab, …"""
    return ("".join(letters) for length in count(1) for letters in product(ascii_letters, repeat=length))


def _read_runs(lines: list[NumberedLine], grid: SquareGrid) -> Iterator[tuple[NumberedLine, Place, str]]:
    if lines and _BETWEEN not in lines[0].text:
        yield from _read_list(lines, grid)
        return
    run_edges = grid.run_clue_positions()
    for line, row, col, word in _words(lines, grid.rows + 1, grid.columns + 1):
        black = row == 0 or col == 0 or grid.cell(row - 1, col - 1) is None
        if black != (_BETWEEN in word) or (not black and word != NONE):
            expected = f'a black cell such as "3{_BETWEEN}4"' if black else 'a white cell, "."'
            raise error_at(line, f"column {col + 1}: expected {expected}, not {quote(word)}")
        sums = word.split(_BETWEEN, 1) if black else ()
        for direction, total, edge in zip(
            ("down", "across"), sums, run_edges.get((row - 1, col - 1), (None, None)), strict=False
        ):
            if total and edge is None:
                raise error_at(
                    line,
                    f"column {col + 1}: expected no sum {direction}, because no run begins there, not {quote(total)}",
                )
            if total and edge is not None:
                yield line, edge, total


def _write_runs(words: Words, grid: SquareGrid) -> Iterator[str]:
    run_edges = grid.run_clue_positions()

    def word(row: int, col: int) -> str:
        if row >= 0 and col >= 0 and grid.cell(row, col) is not None:
            return NONE
        return _BETWEEN.join(
            "" if edge is None else words.get(edge, "") for edge in run_edges.get((row, col), (None, None))
        )

    return _align([[word(row, col) for col in range(-1, grid.columns)] for row in range(-1, grid.rows)])


class _Drawing(NamedTuple):
    """A picture of edges: the rows and columns of its nodes, and functions for the edges right of and below a node."""

    rows: int
    columns: int
    right: Callable[[int, int], int]
    below: Callable[[int, int], int]

    @classmethod
    def of(cls, grid: SquareGrid, nodes: PlaceKind) -> "_Drawing":
        if nodes is PlaceKind.CORNER:
            return cls(grid.rows + 1, grid.columns + 1, grid.horizontal_edge, grid.vertical_edge)
        return cls(
            grid.rows,
            grid.columns,
            lambda r, c: grid.vertical_edge(r, c + 1),
            lambda r, c: grid.horizontal_edge(r + 1, c),
        )


def _read_drawing(
    nodes: PlaceKind, lines: list[NumberedLine], grid: SquareGrid
) -> Iterator[tuple[NumberedLine, Place, str]]:
    if lines and not lines[0].text.startswith("+"):
        yield from _read_list(lines, grid)
        return
    drawing = _Drawing.of(grid, nodes)
    if len(lines) != 2 * drawing.rows - 1:
        raise FormatError("text", "edges", f"expected {2 * drawing.rows - 1} lines of edges, not {len(lines)}")
    for index, line in enumerate(lines):
        row, vertical = divmod(index, 2)
        if len(line.text) != 2 * drawing.columns - 1:
            raise error_at(line, f"expected {2 * drawing.columns - 1} characters, not {len(line.text)}")
        between, edges = (line.text[1::2], line.text[::2]) if vertical else (line.text[::2], line.text[1::2])
        if not set(between) <= ({" "} if vertical else {"+"}):
            raise error_at(line, f"expected {'blanks' if vertical else 'plus signs'} between the edges")
        for col, word in enumerate(edges):
            edge = drawing.below(row, col) if vertical else drawing.right(row, col)
            if (word == HOLE) != _is_off(nodes, edge, grid):
                raise error_at(line, f'edge {col + 1}: expected "{HOLE}" exactly where there is no edge')
            if word != HOLE:
                yield line, edge, "-" if vertical and word == "|" else word


def _write_drawing(nodes: PlaceKind, words: Words, grid: SquareGrid) -> Iterator[str]:
    drawing = _Drawing.of(grid, nodes)

    def char(edge: int) -> str:
        return HOLE if _is_off(nodes, edge, grid) else words.get(edge, NONE)

    for row in range(drawing.rows):
        yield "+" + "".join(char(drawing.right(row, col)) + "+" for col in range(drawing.columns - 1))
        if row < drawing.rows - 1:
            vertical = (char(drawing.below(row, col)) for col in range(drawing.columns))
            yield " ".join("|" if mark == "-" else mark for mark in vertical)


def _is_off(nodes: PlaceKind, edge: int, grid: SquareGrid) -> bool:
    """Return whether holes remove this edge, or leave nothing to connect across it."""
    return bool(grid.holes) and len(grid.cells_beside(edge)) < (1 if nodes is PlaceKind.CORNER else 2)


def _read_list(lines: list[NumberedLine], grid: SquareGrid) -> Iterator[tuple[NumberedLine, Place, str]]:
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
