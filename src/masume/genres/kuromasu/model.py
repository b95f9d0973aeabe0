"""Kuromasu as a model: one literal per cell."""

from masume.core.board import Board
from masume.core.grid import Grid
from masume.core.layers import Options
from masume.modelling import Model, any_of, see_cells, shade_single_cells, skeleton


def state(board: Board) -> Model:
    """State a board's rules."""
    m, grid = shading_alone(board.grid, board.options), board.grid
    shaded = dict(zip(grid.cells, m.markings["shade"].variables, strict=True))
    white = {cell: -literal for cell, literal in shaded.items()}
    for clue, number in board.clues["numbers"].items():
        m.post("U2", clue, any_of(white[clue]))
        if isinstance(number, int):
            see_cells(m, grid, clue, number, white, too_many="U1a", too_few="U1b")
    return m


@skeleton
def shading_alone(grid: Grid, options: Options) -> Model:
    """What holds on every board of a size: shaded cells stand alone and cut nothing off."""
    m = Model()
    shaded = m.marks("shade", grid.cells, "shaded", "white")
    shade_single_cells(m, grid, shaded, apart="U3", joined="U4")
    return m
