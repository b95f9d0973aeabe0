"""The model of Sudoku: one integer per cell; an integer always has a value, which is rule D1."""

from masume.core.board import Board
from masume.core.grid import Grid
from masume.core.layers import Options
from masume.modelling import Model, all_different, skeleton
from masume_sudoku.rules import boxes, has_boxes, highest


def build_model(board: Board) -> Model:
    """Return the model of a board; the printed digits are given marks, which need no rule."""
    return build_grid_rules(board.grid, board.options)


@skeleton
def build_grid_rules(grid: Grid, options: Options) -> Model:
    """Return the whole model: it depends only on the size of the grid and of its boxes."""
    m = Model()
    digits = m.add_integers("digits", grid.cells, range(1, highest(grid) + 1))
    for line in grid.lines:
        m.post("D2", line, all_different(digits[cell] for cell in grid.cells_on(line)))
    if has_boxes(options):
        for box in boxes(grid, options):
            m.post("D3", box, all_different(digits[cell] for cell in sorted(box)))
    return m
