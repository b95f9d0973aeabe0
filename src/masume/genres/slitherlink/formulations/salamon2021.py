"""The model of Slitherlink by Salamon 2021: the edges of the loop are labelled 0, 1, 2 … around the loop.

Without symmetry breaking a loop of q edges has 2q labellings; only the edges decide whether two solutions differ.
Without all-different the labels may go back and forth, so that several loops are accepted.
"""

from collections.abc import Mapping
from functools import partial
from itertools import combinations

from masume.core.board import Board
from masume.core.errors import InputError
from masume.core.grid import describe_place
from masume.core.square import SquareGrid
from masume.genres.slitherlink.rules import visits_all
from masume.modelling import (
    AlternativeModel,
    Integer,
    Model,
    all_different_if,
    compare,
    cyclic_neighbours,
    exactly,
    implies,
    tally,
    zero_or_two,
)


def salamon2021(
    board: Board, *, all_different: bool = True, one_labelling: bool = True, printed: bool = False
) -> Model:
    """Return the model of a board.

    `all_different` posts that no label is used twice, `one_labelling` breaks the symmetry between the labellings of a
    loop, and `printed` leaves the labels of edges off the loop open.
    """
    m, grid = Model(), require_expressible(board)
    line = m.add_marks("loop", grid.edges, "line", "cross")
    for cell, number in board.clues["numbers"].items():
        if isinstance(number, int):
            m.post("S1a", cell, exactly(number, (line[edge] for edge in grid.edges_of(cell))))
    for corner in grid.corners:
        m.post("S2", corner, *zero_or_two([line[edge] for edge in grid.edges_at(corner)]))
    length = m.new_integer(4, max(4, len(line)))
    m.post("S3", grid.board, tally(length, line.values()))
    label = {edge: m.new_integer(0, len(line)) for edge in grid.edges}
    for edge in grid.edges:  # an edge that is not on the loop has the label after the last one
        m.define(compare(label[edge], "<", length, when=line[edge]))
        m.define(compare(label[edge], "<=" if printed else "==", length, when=-line[edge]))
    for corner in grid.corners:
        for first, second in combinations(grid.edges_at(corner), 2):
            (both,) = m.define_placements([[line[first], line[second]]])
            m.post("S3", grid.board, cyclic_neighbours(label[first], label[second], length, when=both))
    if all_different:
        m.post("S3", grid.board, all_different_if(label.values(), line.values()))
    if one_labelling:
        fix_labelling(m, grid, line, label)
    return m


def require_expressible(board: Board) -> SquareGrid:
    """Return the grid; raise InputError if the parameters of Salamon's program cannot express the board."""
    grid = board.grid
    if not isinstance(grid, SquareGrid) or grid.holes:
        raise InputError("salamon2021 expects a square grid without holes")
    if visits_all(board.options):
        raise InputError("salamon2021 cannot express that the loop visits every corner")
    for cell, number in board.clues["numbers"].items():
        if isinstance(number, int) and number > 3:
            raise InputError(f"salamon2021 cannot express the clue {number} at {describe_place(grid, cell)}")
    return grid


def fix_labelling(m: Model, grid: SquareGrid, line: Mapping[int, int], label: Mapping[int, Integer]) -> None:
    """Define where the labels start: in the first cell with a line north or west, west is 0 and north is 1."""
    earlier: list[int] = []
    for cell in grid.cells:
        row, col = grid.position(cell)
        north, west = grid.horizontal_edge(row, col), grid.vertical_edge(row, col)
        for touched, *before in ((line[north], *earlier), (line[west], *earlier)):
            m.define(
                implies(touched, *before, label[west].equals(0)), implies(touched, *before, label[north].equals(1))
            )
        earlier += [line[north], line[west]]


MODELS = {
    "salamon2021": AlternativeModel("labels around the loop, all different, starting at the first cell", salamon2021),
    "salamon2021-printed": AlternativeModel(
        "the same, but edges off the loop may have any label", partial(salamon2021, printed=True)
    ),
    "salamon2021-without-all-different": AlternativeModel(
        "labels of neighbours differ by one, but may repeat", partial(salamon2021, all_different=False), vouched=False
    ),
    "salamon2021-without-symmetry-breaking": AlternativeModel(
        "labels start anywhere and go in either direction", partial(salamon2021, one_labelling=False)
    ),
}
