"""For people who type boards: an empty board of a genre in the text format, and how its blocks are typed.

>>> from masume import genres
>>> print(write_template(genres.find("masyu")))
masyu
visit_all: no
<BLANKLINE>
. . . .
. . . .
. . . .
. . . .
<BLANKLINE>
marks
+.+.+.+
. . . .
+.+.+.+
. . . .
+.+.+.+
. . . .
+.+.+.+
<BLANKLINE>
"""

from collections.abc import Iterator

from masume.core.genre import Genre
from masume.core.layers import UNKNOWN_CLUE, Layer, Where
from masume.core.places import Place, PlaceKind
from masume.core.square import SquareGrid, square
from masume.formats.text_blocks import choose_layout, shows_size

_SIZE = (4, 4)
_CELLS = 'one word per cell, "." for none, "_" for a cell that is not part of the grid'
_ROOMS = 'the letter of its room in each cell; "a=2" in one cell of room a gives it the clue 2'
_RUNS = r'"\" is a black cell; "4\16" gives the run below it the sum 4 and the run to its right 16'
_EDGES = 'a picture of the edges; "+" is a corner, "." is undecided, "|" is an upright "-"'
_LINES = 'a picture of lines from cell to cell; "+" is a cell, "." is undecided, "|" is an upright "-"'
_LIST = 'one line per place, such as "r1c1 2"'


def write_template(genre: Genre) -> str:
    """Return a small board with all options, clue layers and mark layers, but no clues and no marks.

    Genres without clues get a block of given marks instead.
    """
    grid = square(*_SIZE)
    lines = [genre.name, *(f"{option.name}: {option.values.format(option.default)}" for option in genre.options)]
    first_layer = next(filter(shows_size, genre.clue_layers), None)  # its block needs no heading
    if first_layer is None:
        lines.append(f"size: {grid.rows}x{grid.columns}")
    else:
        lines += ["", *_write_empty(first_layer, grid)]
    for role, layer in _list_layers(genre):
        if layer is not first_layer:
            lines += ["", f"{role} {layer.name}" if _needs_name(genre, layer) else role, *_write_empty(layer, grid)]
    return "\n".join(lines) + "\n"


def _list_layers(genre: Genre) -> Iterator[tuple[str, Layer]]:
    """Yield each layer to fill in, with the first word of its heading."""
    yield from (("clues", layer) for layer in genre.clue_layers)
    if not genre.clue_layers:
        yield from (("given", layer) for layer in genre.mark_layers)
    yield from (("marks", layer) for layer in genre.mark_layers)


def _needs_name(genre: Genre, layer: Layer) -> bool:
    """Return whether the heading of a layer must name it; those of the first clue and mark layer need not."""
    return layer not in (*genre.clue_layers[:1], *genre.mark_layers[:1])


def _write_empty(layer: Layer, grid: SquareGrid) -> Iterator[str]:
    """Yield the lines of a layer without entries; rooms, if any, are the quarters of the grid."""
    entries = dict.fromkeys(_quarters(grid), UNKNOWN_CLUE) if layer.where is Where.ROOMS else {}
    return choose_layout(layer).write(entries, grid)


def _quarters(grid: SquareGrid) -> list[Place]:
    """Return the four quarters of a grid, as rooms."""
    rooms: dict[tuple[int, int], set[int]] = {}
    for cell in grid.cells:
        row, col = grid.position(cell)
        rooms.setdefault((2 * row // grid.rows, 2 * col // grid.columns), set()).add(cell)
    return [frozenset(room) for room in rooms.values()]


def describe_layer(genre: Genre, layer: Layer) -> tuple[str, str]:
    """Return a layer's values as they are typed, on a board with default options, and how its block is typed."""
    return layer.alphabet(square(*_SIZE), genre.complete_options({})).expected, _block_syntax(layer)


def _block_syntax(layer: Layer) -> str:
    match layer.kind, layer.where:
        case PlaceKind.CELL, _:
            return _CELLS
        case _, Where.ROOMS:
            return _ROOMS
        case _, Where.RUNS:
            return _RUNS
        case _, Where.ACROSS:
            return _LINES
        case PlaceKind.EDGE, _:
            return _EDGES
    return _LIST
