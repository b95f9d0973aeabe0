"""The relations between the places of a rectangle without holes, as tables: one entry for each place, in order.

The places are numbered as in `SquareGrid`.  Each table is made of ranges, a row of places at a time, because a call
for every single place would take most of the time until the first verdict.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from masume.core.caching import cached

Table: TypeAlias = Sequence[tuple[int, ...]]


class Flip(NamedTuple):
    """A symmetry of a rectangle: rows and columns are exchanged or not, then either may change its order."""

    exchange: bool
    reverse_rows: bool
    reverse_columns: bool


SYMMETRIES: Mapping[str, Flip] = {
    "identity": Flip(False, False, False),
    "rot90": Flip(True, False, True),  # a quarter turn clockwise: the top row becomes the right column
    "rot180": Flip(False, True, True),
    "rot270": Flip(True, True, False),  # a quarter turn counterclockwise
    "horizontal": Flip(False, False, True),  # a mirror image: left and right are exchanged
    "vertical": Flip(False, True, False),  # top and bottom are exchanged
    "diagonal": Flip(True, False, False),  # the top right and the bottom left are exchanged
    "antidiagonal": Flip(True, True, True),  # the top left and the bottom right are exchanged
}
# Takes a row, the first column of a stretch of places in it, and whether the stretch ends at the last column.  Returns
# the places related to the first place of the stretch, each with whether it exists (or would lie beyond the frame).
RelatedPlaces: TypeAlias = Callable[[int, int, bool], Iterable[tuple[bool, int]]]


@cached(64)
def neighbours(rows: int, cols: int) -> Table:
    """Return the neighbours of each cell: to the north, east, south and west."""

    def related(row: int, col: int, is_last: bool) -> Iterable[tuple[bool, int]]:
        cell = row * cols + col
        return (row > 0, cell - cols), (not is_last, cell + 1), (row < rows - 1, cell + cols), (col > 0, cell - 1)

    return _tabulate(rows, cols, related)


@cached(64)
def cells_beside_edges(rows: int, cols: int) -> Table:
    """Return the cells on both sides of each edge: above and below the horizontal ones, then left and right."""

    def above_and_below(row: int, col: int, is_last: bool) -> Iterable[tuple[bool, int]]:
        below = row * cols + col
        return (row > 0, below - cols), (row < rows, below)

    def left_and_right(row: int, col: int, is_last: bool) -> Iterable[tuple[bool, int]]:
        right = row * cols + col
        return (col > 0, right - 1), (not is_last, right)

    return *_tabulate(rows + 1, cols, above_and_below), *_tabulate(rows, cols + 1, left_and_right)


@cached(64)
def cells_at_corners(rows: int, cols: int) -> Table:
    """Return the cells around each corner: above it from left to right, then below it."""

    def related(row: int, col: int, is_last: bool) -> Iterable[tuple[bool, int]]:
        cell, above, below = row * cols + col, row > 0, row < rows
        yield above and col > 0, cell - cols - 1
        yield above and not is_last, cell - cols
        yield below and col > 0, cell - 1
        yield below and not is_last, cell

    return _tabulate(rows + 1, cols + 1, related)


@cached(64)
def edges_at_corners(rows: int, cols: int) -> Table:
    """Return the edges that meet at each corner: to the north, east, south and west."""
    first_horizontal = rows * cols
    first_vertical = first_horizontal + (rows + 1) * cols

    def related(row: int, col: int, is_last: bool) -> Iterable[tuple[bool, int]]:
        east, south = first_horizontal + row * cols + col, first_vertical + row * (cols + 1) + col
        return (row > 0, south - cols - 1), (not is_last, east), (row < rows, south), (col > 0, east - 1)

    return _tabulate(rows + 1, cols + 1, related)


def _tabulate(rows: int, cols: int, related: RelatedPlaces) -> Table:
    """Return the related places of all places in rows and columns.

    Along a stretch of places that have the same relations, each related place moves on by one with the place itself.
    Such stretches are the first column, the last one, and all others.
    """
    table: list[tuple[int, ...]] = []
    stretches = ((0, 1), (1, cols - 1), (cols - 1, cols)) if cols > 1 else ((0, 1),)
    for row in range(rows):
        for start, stop in stretches:
            firsts = [place for exists, place in related(row, start, stop == cols) if exists]
            length = stop - start
            table += zip(*(range(first, first + length) for first in firsts), strict=True) if firsts else [()] * length
    return tuple(table)


@cached(64)
def images(rows: int, cols: int, symmetry: str) -> Sequence[int]:
    """Return the image of each place under a symmetry, as numbered on the rectangle that is the image."""
    flip = SYMMETRIES[symmetry]
    image_rows, image_cols = (cols, rows) if flip.exchange else (rows, cols)
    first_horizontal = rows * cols
    first_vertical = first_horizontal + (image_rows + 1) * image_cols
    if flip.exchange:  # a horizontal edge becomes a vertical one
        first_horizontal, first_vertical = first_vertical, first_horizontal
    numbers = _lattice_images(0, rows, cols, flip)
    numbers += _lattice_images(first_horizontal, rows + 1, cols, flip)
    numbers += _lattice_images(first_vertical, rows, cols + 1, flip)
    numbers += _lattice_images(len(numbers), rows + 1, cols + 1, flip)
    first_line = len(numbers)
    first_row, first_column = (image_rows, 0) if flip.exchange else (0, image_rows)
    lines = [*_lattice_images(first_row, rows, 1, flip), *_lattice_images(first_column, 1, cols, flip)]
    first_seat = first_line + len(lines)
    numbers += [first_line + line for line in lines]
    for index, line in enumerate(lines):
        along_image_row = (index < rows) != flip.exchange
        is_reversed = flip.reverse_columns if along_image_row else flip.reverse_rows
        seats = [first_seat + 2 * line, first_seat + 2 * line + 1]
        numbers += seats[::-1] if is_reversed else seats
    return *numbers, first_seat + 2 * len(lines)


def _lattice_images(first: int, high: int, wide: int, flip: Flip) -> list[int]:
    """Return the images of `high` rows of `wide` places each, which are numbered from `first` on."""
    image_high, image_wide = (wide, high) if flip.exchange else (high, wide)
    down, right = (-image_wide if flip.reverse_rows else image_wide), (-1 if flip.reverse_columns else 1)
    top, left = (image_high - 1 if flip.reverse_rows else 0), (image_wide - 1 if flip.reverse_columns else 0)
    start = first + top * image_wide + left
    to_next_row, to_next_column = (right, down) if flip.exchange else (down, right)
    numbers: list[int] = []
    for row_start in range(start, start + high * to_next_row, to_next_row):
        numbers += range(row_start, row_start + wide * to_next_column, to_next_column)
    return numbers
