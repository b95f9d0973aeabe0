"""The model of Kuromasu: one literal per shaded cell."""

from masume.core.board import Board
from masume.core.grid import Grid
from masume.core.layers import Options
from masume.modelling import Model, any_of, post_isolated_shading, post_visible_cells, skeleton


def build_model(board: Board) -> Model:
    """Return the model of a board."""
    m, grid = build_shading(board.grid, board.options), board.grid
    white = {cell: -literal for cell, literal in m.literals("shade").items()}
    for clue, number in board.clues["numbers"].items():
        m.post("U2", clue, any_of(white[clue]))
        if isinstance(number, int):
            post_visible_cells(m, grid, clue, number, white, too_many="U1a", too_few="U1b")
    return m


@skeleton
def build_shading(grid: Grid, options: Options) -> Model:
    """Return the part of the model without clues: shaded cells stand alone and cut nothing off."""
    m = Model()
    shaded = m.add_marks("shade", grid.cells, "shaded", "white")
    post_isolated_shading(m, grid, shaded, apart="U3", joined="U4")
    return m
