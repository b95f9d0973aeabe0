"""The rules of Sudoku.

The digits go up to the number of rows.  A grid that is higher than wide is a latin rectangle.  One that is wider than
high has no solution, because its rows have more cells than there are digits.
"""

from collections.abc import Iterable

from masume.core.board import Board
from masume.core.genre import Genre
from masume.core.grid import Grid
from masume.core.layers import Layer, Numbers, Option, Options
from masume.core.places import Area, Place, PlaceKind
from masume.core.square import SquareGrid
from masume.core.symmetry import Symmetry


def highest(grid: Grid) -> int:
    """Return the highest digit."""
    return _squares(grid).rows


def keeps_rules(symmetry: Symmetry, options: Options) -> bool:
    """Return whether the boxes are mapped to boxes, and the digits remain the same."""
    images = {symmetry.image_of(box) for box in boxes(symmetry.grid, options)}
    return highest(symmetry.grid) == highest(symmetry.image) and images == set(boxes(symmetry.image, options))


GENRE = Genre(
    __package__,
    title="Sudoku",
    clues=(),
    marks=(Layer("digits", PlaceKind.CELL, lambda grid, options: Numbers(1, highest(grid))),),
    answer=("digits",),
    options=(
        Option("boxes", "The number of rows of a box; 1 means that there are no boxes.", Numbers(1, 10), default=1),
    ),
    needs=frozenset({"rows"}),
    keeps_rules=keeps_rules,
)


def has_boxes(options: Options) -> bool:
    """Return whether there are boxes of more than one row."""
    return options["boxes"] != 1


def boxes(grid: Grid, options: Options) -> list[Area]:
    """Return the boxes, wide enough to hold every digit once; boxes cut off by the frame are smaller."""
    squares, high = _squares(grid), options["boxes"]
    assert isinstance(high, int)
    wide = max(1, squares.rows // high)
    found: dict[tuple[int, int], set[int]] = {}
    for cell in grid.cells:
        row, col = squares.position(cell)
        found.setdefault((row // high, col // wide), set()).add(cell)
    return [frozenset(box) for box in found.values()]


@GENRE.check("D1", "Every cell holds a digit.")
def empty_cells(board: Board, finished: bool) -> list[Place]:
    digits = board.decided_marks("digits")
    return [cell for cell in board.grid.cells if finished and cell not in digits]


@GENRE.check("D2", "No digit stands twice in a row or column.")
def repeats_in_lines(board: Board, finished: bool) -> list[Place]:
    return [line for line in board.grid.lines if _repeats(board, board.grid.cells_on(line))]


@GENRE.check("D3", "No digit stands twice in a box.", when=has_boxes)
def repeats_in_boxes(board: Board, finished: bool) -> list[Place]:
    return [box for box in boxes(board.grid, board.options) if _repeats(board, box)]


def _repeats(board: Board, cells: Iterable[int]) -> bool:
    digits = board.decided_marks("digits")
    found = [digits[cell] for cell in cells if cell in digits]
    return len(set(found)) < len(found)


def _squares(grid: Grid) -> SquareGrid:
    """Return the grid as a square grid; `needs` excludes all others."""
    assert isinstance(grid, SquareGrid)
    return grid
