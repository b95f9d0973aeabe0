"""Slitherlink as Salamon 2021 states it: the loop's edges are labelled 0, 1, 2 … round the loop.

Without symmetry breaking a loop of q edges has 2q labellings; solutions are counted on the edges.  Without
all-different the labels may go to and fro, and several loops pass.
"""

from collections.abc import Mapping
from functools import partial
from itertools import combinations

from masume.core.board import Board
from masume.core.errors import InputError
from masume.core.grid import describe
from masume.core.square import SquareGrid
from masume.genres.slitherlink.rules import visits_all
from masume.modelling import (
    Integer,
    Model,
    Statement,
    beside,
    compare,
    different_among,
    exactly,
    implies,
    passed_once_or_never,
    tally,
)


def salamon2021(
    board: Board, *, all_different: bool = True, one_labelling: bool = True, printed: bool = False
) -> Model:
    """State a board's rules."""
    m, grid = Model(), sayable(board)
    edge = m.marks("loop", grid.edges, "line", "cross")
    for cell, number in board.clues["numbers"].items():
        if isinstance(number, int):
            m.post("S1a", cell, exactly(number, (edge[one] for one in grid.edges_of(cell))))
    for corner in grid.corners:
        m.post("S2", corner, *passed_once_or_never([edge[one] for one in grid.edges_at(corner)]))
    length = m.integer(4, max(4, len(edge)))
    m.post("S3", grid.board, tally(length, edge.values()))
    label = {one: m.integer(0, len(edge)) for one in grid.edges}
    for one in grid.edges:  # those that are not in the loop have the label after the last
        m.define(compare(label[one], "<", length, when=edge[one]))
        m.define(compare(label[one], "<=" if printed else "==", length, when=-edge[one]))
    for corner in grid.corners:
        for one, other in combinations(grid.edges_at(corner), 2):
            (both,) = m.place([[edge[one], edge[other]]])
            m.post("S3", grid.board, beside(label[one], label[other], length, when=both))
    if all_different:
        m.post("S3", grid.board, different_among(label.values(), edge.values()))
    if one_labelling:
        label_from_the_first(m, grid, edge, label)
    return m


def sayable(board: Board) -> SquareGrid:
    """The grid of a board that the note's parameters can say."""
    grid = board.grid
    if not isinstance(grid, SquareGrid) or grid.holes:
        raise InputError("salamon2021 is for square grids without holes")
    if visits_all(board.options):
        raise InputError("salamon2021 cannot say that the loop visits every corner")
    for cell, number in board.clues["numbers"].items():
        if isinstance(number, int) and number > 3:
            raise InputError(f"salamon2021 cannot say the clue {number} at {describe(grid, cell)}")
    return grid


def label_from_the_first(m: Model, grid: SquareGrid, edge: Mapping[int, int], label: Mapping[int, Integer]) -> None:
    """In the first cell that the loop touches in the north or west, west has the label 0 and north 1."""
    earlier: list[int] = []
    for cell in grid.cells:
        row, col = grid.at(cell)
        north, west = grid.across(row, col), grid.down(row, col)
        first = (edge[north], *earlier), (edge[west], *earlier)
        for touched, *before in first:
            m.define(
                implies(touched, *before, label[west].equals(0)), implies(touched, *before, label[north].equals(1))
            )
        earlier += [edge[north], edge[west]]


MODELS = {
    "salamon2021": Statement("labels round the loop, all different, from the first cell on", salamon2021),
    "salamon2021-printed": Statement(
        "the same, where edges off the loop may have any label", partial(salamon2021, printed=True)
    ),
    "salamon2021-without-all-different": Statement(
        "labels of neighbours differ by one, but may repeat", partial(salamon2021, all_different=False), vouched=False
    ),
    "salamon2021-without-symmetry-breaking": Statement(
        "labels begin anywhere and go either way", partial(salamon2021, one_labelling=False)
    ),
}
