"""Kuromasu as a model: one literal per cell."""

from masume.core.board import Board
from masume.core.grid import Grid, ray
from masume.core.layers import Options
from masume.modelling import Graph, Model, any_of, connected, run, skeleton, supported


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
    for cell in grid.cells:
        for other in grid.neighbours(cell):
            if cell < other:
                m.post("U3", (cell, other), any_of(-shaded[cell], -shaded[other]))
    graph, white = Graph.among(grid.cells, grid.neighbours), [-literal for literal in shaded.values()]
    m.post("U4", grid.board, connected(graph, white))
    if graph.has_two_apart:  # then, by U3, two cells at least are white
        m.redundant(*supported(graph, white))
    return m
