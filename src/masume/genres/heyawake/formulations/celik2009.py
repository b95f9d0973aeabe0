"""The constraint program for Heyawake of Çelik et al. 2009, for rectangular rooms.

It has one 0/1 variable per cell.  H5 excludes white lines between rooms that are not neighbours.  H2 is tested on each
candidate, encoded by paths, or stated as a connected graph.
"""

from functools import partial
from itertools import combinations
from typing import cast

from masume.core.board import Board
from masume.core.grid import runs
from masume.core.rooms import rectangle_bounds, walls
from masume.core.square import SquareGrid
from masume.modelling import (
    AlternativeModel,
    ConnectivityEncoding,
    Graph,
    Model,
    any_of,
    at_most,
    connected_by_graph,
    connected_by_paths,
    connected_by_test,
    exactly,
)


def celik2009(board: Board, *, encoding: ConnectivityEncoding) -> Model:
    """Return the model of a board; `encoding` states H2."""
    m, grid, rooms = Model(), board.grid, board.clues["rooms"]
    for room in rooms:
        rectangle_bounds(cast(SquareGrid, grid), cast(frozenset[int], room))  # H5 is right for rectangles only
    shaded = m.add_marks("shade", grid.cells, "shaded", "white")
    for cell in grid.cells:
        for other in grid.neighbours(cell):  # as printed: each pair twice, once from each cell
            m.post("H1", (min(cell, other), max(cell, other)), at_most(1, (shaded[cell], shaded[other])))
    graph = Graph.from_neighbours(grid.cells, grid.neighbours)
    m.post("H2", grid.board, *encoding(m, graph, [-shaded[cell] for cell in grid.cells]))
    for room, number in rooms.items():
        if isinstance(number, int):
            m.post("H3", room, exactly(number, (shaded[cell] for cell in sorted(cast(frozenset[int], room)))))
    room_of = {cell: room for room in rooms for cell in cast(frozenset[int], room)}
    neighbours = {frozenset(room_of[cell] for cell in grid.cells_beside(wall)) for wall in walls(grid, rooms)}
    for line in runs(grid).values():
        for first, last in combinations(range(len(line)), 2):
            ends = frozenset((room_of[line[first]], room_of[line[last]]))
            if len(ends) == 2 and ends not in neighbours:
                m.post("H5", line[first : last + 1], any_of(*(shaded[cell] for cell in line[first : last + 1])))
    return m


MODELS = {
    "celik2009": AlternativeModel("H2 tested on each candidate", partial(celik2009, encoding=connected_by_test)),
    "celik2009-paths": AlternativeModel("H2 by paths of each length", partial(celik2009, encoding=connected_by_paths)),
    "celik2009-graph": AlternativeModel("H2 as a connected graph", partial(celik2009, encoding=connected_by_graph)),
}
