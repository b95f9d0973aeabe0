"""Heyawake as a model: one literal per cell."""

from masume.core.board import Board
from masume.core.grid import Grid
from masume.core.layers import Options
from masume.genres.heyawake.rules import lines_over_two_walls
from masume.modelling import Graph, Model, any_of, connected, exactly, skeleton, supported


def state(board: Board) -> Model:
    """State a board's rules."""
    m, grid = shading_alone(board.grid, board.options), board.grid
    shaded = dict(zip(grid.cells, m.markings["shade"].variables, strict=True))
    for room, number in board.clues["rooms"].items():
        if isinstance(number, int):
            m.post("H3", room, exactly(number, (shaded[cell] for cell in sorted(room))))
    for line in lines_over_two_walls(board):
        m.post("H5", line, any_of(*(shaded[cell] for cell in line)))
    return m


@skeleton
def shading_alone(grid: Grid, options: Options) -> Model:
    """What holds on every board of a size: shaded cells stand alone and cut nothing off."""
    m = Model()
    shaded = m.marks("shade", grid.cells, "shaded", "white")
    for cell in grid.cells:
        for other in grid.neighbours(cell):
            if cell < other:
                m.post("H1", (cell, other), any_of(-shaded[cell], -shaded[other]))
    graph, white = Graph.among(grid.cells, grid.neighbours), [-literal for literal in shaded.values()]
    m.post("H2", grid.board, connected(graph, white))
    if graph.has_two_apart:  # then, by H1, two cells at least are white
        m.redundant(*supported(graph, white))
    return m
