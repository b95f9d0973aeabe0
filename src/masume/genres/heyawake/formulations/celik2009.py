"""Heyawake as Çelik et al. 2009 state it in constraint programming, for rooms that are rectangles.

One 0/1 variable per cell; H5 by rooms that are neighbours; H2 tested on each candidate, by paths or as a graph.
"""

from functools import partial
from itertools import combinations
from typing import cast

from masume.core.board import Board
from masume.core.grid import runs
from masume.core.rooms import rectangle, walls
from masume.core.square import SquareGrid
from masume.modelling import (
    Graph,
    Model,
    Reach,
    Statement,
    any_of,
    at_most,
    exactly,
    reach_by_graph,
    reach_by_paths,
    reach_by_test,
)


def celik2009(board: Board, *, reach: Reach) -> Model:
    """State a board's rules."""
    m, grid, rooms = Model(), board.grid, board.clues["rooms"]
    for room in rooms:
        rectangle(cast(SquareGrid, grid), cast(frozenset[int], room))  # only of these H5 speaks truly
    shaded = m.marks("shade", grid.cells, "shaded", "white")
    for cell in grid.cells:
        for other in grid.neighbours(cell):  # as in print: each pair from both sides
            m.post("H1", (min(cell, other), max(cell, other)), at_most(1, (shaded[cell], shaded[other])))
    graph = Graph.among(grid.cells, grid.neighbours)
    m.post("H2", grid.board, *reach(m, graph, [-shaded[cell] for cell in grid.cells]))
    for room, number in rooms.items():
        if isinstance(number, int):
            m.post("H3", room, exactly(number, (shaded[cell] for cell in sorted(cast(frozenset[int], room)))))
    home = {cell: room for room in rooms for cell in cast(frozenset[int], room)}
    near = {frozenset(home[cell] for cell in grid.cells_beside(wall)) for wall in walls(grid, rooms)}
    for line in runs(grid).values():
        for first, last in combinations(range(len(line)), 2):
            ends = frozenset((home[line[first]], home[line[last]]))
            if len(ends) == 2 and ends not in near:
                m.post("H5", line[first : last + 1], any_of(*(shaded[cell] for cell in line[first : last + 1])))
    return m


MODELS = {
    "celik2009": Statement("H2 tested on each candidate", partial(celik2009, reach=reach_by_test)),
    "celik2009-paths": Statement("H2 by paths of each length", partial(celik2009, reach=reach_by_paths)),
    "celik2009-graph": Statement("H2 as a connected graph", partial(celik2009, reach=reach_by_graph)),
}
