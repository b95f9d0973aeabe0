"""Heyawake as a model: one literal per cell."""

from collections.abc import Sequence

from masume.core.board import Board
from masume.core.grid import Grid
from masume.core.layers import Options
from masume.core.places import Area
from masume.genres.heyawake.rules import lines_over_two_walls
from masume.modelling import Model, any_of, exactly, shade_single_cells, skeleton, template


def state(board: Board) -> Model:
    """State a board's rules."""
    m, grid = shading_alone(board.grid, board.options), board.grid
    shaded = dict(zip(grid.cells, m.markings["shade"].variables, strict=True))
    for room, number in board.clues["rooms"].items():
        if isinstance(number, int):
            state_number(m, room, [shaded[cell] for cell in sorted(room)], number)
    for line in lines_over_two_walls(board):
        m.post("H5", line, any_of(*[shaded[cell] for cell in line]))
    return m


@template
def state_number(m: Model, room: Area, cells: Sequence[int], number: int) -> None:
    """A room has so many shaded cells."""
    m.post("H3", room, exactly(number, cells))


@skeleton
def shading_alone(grid: Grid, options: Options) -> Model:
    """What holds on every board of a size: shaded cells stand alone and cut nothing off."""
    m = Model()
    shaded = m.marks("shade", grid.cells, "shaded", "white")
    shade_single_cells(m, grid, shaded, apart="H1", joined="H2")
    return m
