"""The constraint program for Nurikabe of Çelik et al. 2009: each cell has the number of its wall, or 0 for black.

(Their walls are our islands, their maze is our sea.)  That the maze is connected is tested on each candidate, encoded
by paths, or stated as a connected graph.  The printed program neither connects the cells of a wall nor separates walls
along the frame.
"""

from functools import partial

from masume.core.board import Board
from masume.core.errors import InputError
from masume.core.grid import describe_place
from masume.modelling import (
    AlternativeModel,
    ConnectivityEncoding,
    Graph,
    Model,
    any_of,
    connected_by_graph,
    connected_by_paths,
    connected_by_test,
    exactly,
    relation,
)


def celik2009(board: Board, *, encoding: ConnectivityEncoding, printed: bool = False) -> Model:
    """Return the model of a board; `encoding` states connectedness, `printed` leaves out our repairs."""
    m, grid, clues = Model(), board.grid, board.clues["numbers"]
    wall = {cell: m.new_integer(0, len(clues)) for cell in grid.cells}
    sea = {cell: number.equals(0) for cell, number in wall.items()}
    m.derive_marks("shade", sea, "sea", "island")
    graph = Graph.from_neighbours(grid.cells, grid.neighbours)
    vertex_of = {cell: vertex for vertex, cell in enumerate(grid.cells)}
    for number, (clue, size) in enumerate(clues.items(), 1):
        if not isinstance(size, int):
            raise InputError(
                f"celik2009 cannot express the clue {size} at {describe_place(grid, clue)}: expected a number"
            )
        of_wall = [wall[cell].equals(number) for cell in grid.cells]
        m.post("N1", clue, any_of(wall[clue].equals(number)))
        m.post("N4a", clue, exactly(size, of_wall))
        if not printed:
            m.post("N5", clue, *encoding(m, graph, of_wall, root=vertex_of[clue], steps=size - 1))
    for cell in grid.cells:
        for other in grid.neighbours(cell):
            if cell < other and not (printed and is_at_frame(board, cell) and is_at_frame(board, other)):
                m.post("N3", (cell, other), relation(wall[cell], wall[other], can_be_neighbours))
    m.post("N7", grid.board, *encoding(m, graph, list(sea.values())))
    for block in grid.blocks(2, 2):
        m.post("N8", frozenset(block), any_of(*(-sea[cell] for cell in block)))
    return m


def can_be_neighbours(first: int, second: int) -> bool:
    """Return whether neighbouring cells may have these walls: the same one, or at least one is black."""
    return first == 0 or second == 0 or first == second


def is_at_frame(board: Board, cell: int) -> bool:
    """Return whether a cell has a side on the frame."""
    return any(len(board.grid.cells_beside(edge)) == 1 for edge in board.grid.edges_of(cell))


MODELS = {
    "celik2009": AlternativeModel(
        "walls and maze tested on each candidate", partial(celik2009, encoding=connected_by_test)
    ),
    "celik2009-printed": AlternativeModel(
        "the maze tested on each candidate, walls not",
        partial(celik2009, encoding=connected_by_test, printed=True),
        vouched=False,
    ),
    "celik2009-paths": AlternativeModel(
        "walls and maze by paths of each length", partial(celik2009, encoding=connected_by_paths)
    ),
    "celik2009-graph": AlternativeModel(
        "walls and maze as connected graphs", partial(celik2009, encoding=connected_by_graph)
    ),
}
