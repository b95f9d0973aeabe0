"""The cells of a board as a page needs them: for the cursor, for screen readers, and for finding what was tapped."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from math import hypot
from typing import Any

from masume.core.board import Board
from masume.core.grid import Grid, cached_per_grid, runs
from masume.core.layers import UNKNOWN_CLUE, Layer, Symbols, Where
from masume.core.phrases import join_words, name_clue_of_run
from masume.core.places import PlaceKind
from masume.core.square import SquareGrid
from masume.drawing import layout
from masume.drawing.roles import Role
from masume.drawing.scene import Point, Polygon, Tone
from masume.playing.coding import Glyphs, compress, write_point
from masume.playing.mark_looks import shape_of

_ARROWS = ((-1, 0), (0, -1), (1, 0), (0, 1))  # left, up, right, down
_MIN_COSINE = 0.5  # between an arrow and where it leads


def write_cells(board: Board, glyphs: Glyphs) -> dict[str, Any]:
    """Return the cells as plain data."""
    grid = board.grid
    middles = [layout.cell_middle(grid, cell) for cell in grid.cells]
    return {
        "names": list(map(grid.name, grid.cells)),
        "at": list(map(write_point, middles)),
        "shapes": compress(list(_outlines(grid, glyphs))),
        "rows": _rows(middles),
        "moves": [list(moves) for moves in _moves(grid)],
        "words": list(_describe_cells(board)),
    }


def _outlines(grid: Grid, glyphs: Glyphs) -> Iterator[int]:
    """Yield the number of each cell's outline, a polygon that the page fills as it needs."""
    numbers: dict[Hashable, int] = {}
    for cell in grid.cells:
        shape = shape_of(grid, cell)
        if shape not in numbers:
            polygon = Polygon((layout.cell_polygon(grid, cell),), Role.LATTICE, Tone.PAPER)
            numbers[shape] = glyphs.add_glyph([polygon], layout.cell_middle(grid, cell))
        yield numbers[shape]


def _rows(middles: Sequence[Point]) -> list[list[int]]:
    """Return the cells of each row from left to right, by their position in the list of cells."""
    rows: dict[float, list[int]] = {}
    for number, (_, y) in enumerate(middles):
        rows.setdefault(round(y, 4), []).append(number)
    return [sorted(row, key=lambda number: middles[number]) for _, row in sorted(rows.items())]


@cached_per_grid
def _moves(grid: Grid) -> Sequence[Sequence[int]]:
    """Return for each cell where the arrows lead: a neighbour, beyond a hole the next cell, or -1."""
    index = {cell: number for number, cell in enumerate(grid.cells)}
    middles = {cell: layout.cell_middle(grid, cell) for cell in grid.cells}
    in_line: dict[tuple[int, float], list[int]] = {}  # cells with the same coordinate on an axis
    for cell, middle in middles.items():
        for axis in (0, 1):
            in_line.setdefault((axis, round(middle[axis], 4)), []).append(cell)

    def find(cell: int, arrow: tuple[int, int]) -> int:
        across = 0 if arrow[1] else 1  # the axis on which nothing changes
        line = in_line[across, round(middles[cell][across], 4)]
        for cells in (grid.neighbours(cell), line):
            found = _find_ahead(middles, cell, arrow, cells)
            if found is not None:
                return index[found]
        return -1

    return tuple(tuple(find(cell, arrow) for arrow in _ARROWS) for cell in grid.cells)


def _find_ahead(middles: Mapping[int, Point], cell: int, arrow: tuple[int, int], others: Sequence[int]) -> int | None:
    """Return the cell that is most straight ahead, and nearest; of two beside an arrow, the one to its right."""
    (x, y), (right, down) = middles[cell], arrow
    best: tuple[tuple[float, ...], int] | None = None
    for other in others:
        u, v = middles[other][0] - x, middles[other][1] - y
        distance = hypot(u, v)
        if distance == 0 or (u * right + v * down) / distance < _MIN_COSINE:
            continue
        cosine, side = round((u * right + v * down) / distance, 4), round(v * right - u * down, 4)
        key = (-cosine, round(distance, 4), -side)
        if best is None or key < best[0]:
            best = key, other
    return None if best is None else best[1]


def _describe_cells(board: Board) -> Iterator[str]:
    """Yield each cell with its clues: "row 1, column 2, clue 5"."""
    grid, clues = board.grid, _clues_in_words(board)
    for cell in grid.cells:
        name = grid.name(cell)
        if isinstance(grid, SquareGrid):
            row, column = grid.position(cell)
            name = f"row {row + 1}, column {column + 1}"
        yield ", ".join([name, *clues.get(cell, ())])


def _clues_in_words(board: Board) -> dict[int, list[str]]:
    """Return the clues of each cell in words."""
    words: dict[int, list[str]] = {}
    for layer in board.genre.clue_layers:
        for cell, text in _layer_in_words(board, layer):
            words.setdefault(cell, []).append(text)
    for name, marks in board.given.items():
        for place, mark in marks.items():
            if board.grid.kind_of(place) is PlaceKind.CELL and board.genre.mark_layer(name):
                words.setdefault(place, []).append(f"given {mark}")
    return words


def _layer_in_words(board: Board, layer: Layer) -> Iterator[tuple[int, str]]:
    clues = board.clues[layer.name]
    if layer.where is Where.RUNS:
        names: dict[int, list[str]] = {}
        for start in sorted(clues):
            for cell in runs(board.grid)[start]:
                names.setdefault(cell, []).append(name_clue_of_run(board, start))
        yield from ((cell, f"in {join_words(found)}") for cell, found in names.items())
    elif layer.where is Where.ROOMS:
        for number, (room, clue) in enumerate(clues.items(), 1):
            text = f"room {number}" if clue == UNKNOWN_CLUE else f"room {number} with clue {clue}"
            yield from ((cell, text) for cell in room)
    elif layer.kind is PlaceKind.CELL:
        noun = "" if isinstance(board.alphabet(layer), Symbols) else "clue "
        yield from ((cell, f"{noun}{clue}") for cell, clue in clues.items())
