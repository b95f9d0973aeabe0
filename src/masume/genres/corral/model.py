"""The model of Corral: one literal per cell that is inside the loop."""

from masume.core.board import Board
from masume.core.grid import Grid
from masume.core.layers import Options
from masume.genres.corral.rules import cells_at_frame, has_no_holes
from masume.modelling import (
    TRUE,
    Model,
    any_of,
    cell_graph,
    connected,
    no_isolated_vertex,
    post_visible_cells,
    skeleton,
)


def build_model(board: Board) -> Model:
    """Return the model of a board."""
    grid, clues = board.grid, board.clues["numbers"]
    m = build_loop(grid, board.options)
    inside = m.literals("side")
    for clue, number in clues.items():
        m.post("B2", clue, any_of(inside[clue]))
        if isinstance(number, int):
            post_visible_cells(m, grid, clue, number, inside, too_many="B3a", too_few="B3b")
    if len(clues) > 1:  # then every inside cell has another one beside it
        m.post_redundant(no_isolated_vertex(cell_graph(grid), list(inside.values())))
    return m


@skeleton
def build_loop(grid: Grid, options: Options) -> Model:
    """Return the part of the model that does not depend on clues: there is one loop."""
    m = Model()
    inside = m.add_marks("side", grid.cells, "inside", "outside")
    graph = cell_graph(grid)
    index = {cell: vertex for vertex, cell in enumerate(grid.cells)}
    # A further vertex beyond the frame is always outside: outside cells must be connected to it.
    with_outside = graph.with_outside(index[cell] for cell in cells_at_frame(grid))
    ins, outs = list(inside.values()), [*(-literal for literal in inside.values()), TRUE]
    m.post("B1", grid.board, any_of(*ins), connected(graph, ins), connected(with_outside, outs))
    if has_no_holes(grid):  # then the loop cannot touch itself
        for block in grid.blocks(2, 2):
            a, b, c, d = (inside[cell] for cell in block)
            m.post("B1", frozenset(block), any_of(-a, b, c, -d), any_of(a, -b, -c, d))
    # At least two vertices are outside if a cell is, because the vertex beyond the frame always is.
    m.post_redundant(no_isolated_vertex(with_outside, outs))
    return m
