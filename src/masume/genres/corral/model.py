"""Corral as a model: which cells are inside the loop."""

from masume.core.board import Board
from masume.core.grid import Grid
from masume.core.layers import Options
from masume.genres.corral.rules import cells_at_frame
from masume.modelling import TRUE, Model, any_of, cell_graph, connected, see_cells, skeleton, supported


def state(board: Board) -> Model:
    """State a board's rules."""
    grid, clues = board.grid, board.clues["numbers"]
    m = loop_alone(grid, board.options, len(clues) > 1)
    inside = dict(zip(grid.cells, m.markings["side"].variables, strict=True))
    for clue, number in clues.items():
        m.post("B2", clue, any_of(inside[clue]))
        if isinstance(number, int):
            see_cells(m, grid, clue, number, inside, too_many="B3a", too_few="B3b")
    return m


@skeleton
def loop_alone(grid: Grid, options: Options, has_several_inside: bool) -> Model:
    """What holds on every board of a size: there is one loop."""
    m = Model()
    inside = m.marks("side", grid.cells, "inside", "outside")
    graph = cell_graph(grid)
    index = {cell: vertex for vertex, cell in enumerate(grid.cells)}
    beyond = graph.with_outside(index[cell] for cell in cells_at_frame(grid))
    ins, outs = list(inside.values()), [*(-literal for literal in inside.values()), TRUE]
    m.post("B1", grid.board, any_of(*ins), connected(graph, ins), connected(beyond, outs))
    m.redundant(supported(beyond, outs))
    if has_several_inside:
        m.redundant(supported(graph, ins))
    return m
