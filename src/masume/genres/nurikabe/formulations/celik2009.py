"""Nurikabe as Çelik et al. 2009 state it in constraint programming: for each cell the number of its wall, 0 for black.

(Their walls are our islands, their maze is our sea.)  That the maze is connected is tested on each candidate, said by
paths, or as a graph.  In print nothing connects the cells of a wall, and walls are kept apart inside the frame only.
"""

from functools import partial

from masume.core.board import Board
from masume.core.errors import InputError
from masume.core.grid import describe
from masume.modelling import (
    Graph,
    Model,
    Reach,
    Statement,
    any_of,
    exactly,
    reach_by_graph,
    reach_by_paths,
    reach_by_test,
    relation,
)


def celik2009(board: Board, *, reach: Reach, printed: bool = False) -> Model:
    """State a board's rules."""
    m, grid, clues = Model(), board.grid, board.clues["numbers"]
    wall = {cell: m.integer(0, len(clues)) for cell in grid.cells}
    sea = {cell: number.equals(0) for cell, number in wall.items()}
    m.show("shade", sea, "sea", "island")
    graph = Graph.among(grid.cells, grid.neighbours)
    places = {cell: vertex for vertex, cell in enumerate(grid.cells)}
    for number, (clue, size) in enumerate(clues.items(), 1):
        if not isinstance(size, int):
            raise InputError(f"celik2009 cannot say the clue {size} at {describe(grid, clue)}: expected a number")
        mine = [wall[cell].equals(number) for cell in grid.cells]
        m.post("N1", clue, any_of(wall[clue].equals(number)))
        m.post("N4a", clue, exactly(size, mine))
        if not printed:
            m.post("N5", clue, *reach(m, graph, mine, root=places[clue], steps=size - 1))
    for cell in grid.cells:
        for other in grid.neighbours(cell):
            if cell < other and not (printed and at_frame(board, cell) and at_frame(board, other)):
                m.post("N3", (cell, other), relation(wall[cell], wall[other], apart))
    m.post("N7", grid.board, *reach(m, graph, list(sea.values())))
    for block in grid.blocks(2, 2):
        m.post("N8", frozenset(block), any_of(*(-sea[cell] for cell in block)))
    return m


def apart(one: int, other: int) -> bool:
    """Whether neighbours may belong to these walls: to the same, or one of them to none."""
    return one == 0 or other == 0 or one == other


def at_frame(board: Board, cell: int) -> bool:
    """Whether a cell has a side at the frame."""
    return any(len(board.grid.cells_beside(edge)) == 1 for edge in board.grid.edges_of(cell))


MODELS = {
    "celik2009": Statement("walls and maze tested on each candidate", partial(celik2009, reach=reach_by_test)),
    "celik2009-printed": Statement(
        "the maze tested on each candidate, walls not", partial(celik2009, reach=reach_by_test, printed=True), False
    ),
    "celik2009-paths": Statement("walls and maze by paths of each length", partial(celik2009, reach=reach_by_paths)),
    "celik2009-graph": Statement("walls and maze as connected graphs", partial(celik2009, reach=reach_by_graph)),
}
