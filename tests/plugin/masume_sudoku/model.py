"""Sudoku as a model: one integer per cell, which has a value (D1) because it is one."""

from masume.core.board import Board
from masume.core.grid import Grid
from masume.core.layers import Options
from masume.modelling import Model, all_different, skeleton
from masume_sudoku.rules import boxes, has_boxes, highest


def build_model(board: Board) -> Model:
    """State a board's rules; the printed digits are given marks, which need no rule."""
    return build_grid_rules(board.grid, board.options)


@skeleton
def build_grid_rules(grid: Grid, options: Options) -> Model:
    """What holds on every board of a size and a shape of boxes."""
    m = Model()
    digits = m.add_integers("digits", grid.cells, range(1, highest(grid) + 1))
    for line in grid.lines:
        m.post("D2", line, all_different(digits[cell] for cell in grid.cells_on(line)))
    if has_boxes(options):
        for box in boxes(grid, options):
            m.post("D3", box, all_different(digits[cell] for cell in sorted(box)))
    return m
