"""Kuromasu as a model: one literal per cell."""

from masume.core.board import Board
from masume.core.grid import Grid, ray
from masume.core.layers import Options
from masume.modelling import Model, any_of, run, shade_single_cells, skeleton


def state(board: Board) -> Model:
    """State a board's rules."""
    m, grid = shading_alone(board.grid, board.options), board.grid
    shaded = dict(zip(grid.cells, m.markings["shade"].variables, strict=True))
    for clue, number in board.clues["numbers"].items():
        m.post("U2", clue, any_of(-shaded[clue]))
        if isinstance(number, int):
            rays = [[-shaded[cell] for cell in ray(grid, clue, direction)] for direction in grid.directions]
            m.post("U1a", clue, run(rays, high=number - 1, when=-shaded[clue]))
            m.post("U1b", clue, run(rays, low=number - 1, when=-shaded[clue]))
    return m


@skeleton
def shading_alone(grid: Grid, options: Options) -> Model:
    """What holds on every board of a size: shaded cells stand alone and cut nothing off."""
    m = Model()
    shaded = m.marks("shade", grid.cells, "shaded", "white")
    shade_single_cells(m, grid, shaded, apart="U3", joined="U4")
    return m
