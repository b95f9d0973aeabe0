"""Template as a model: one literal per cell."""

from masume.core.board import Board
from masume.modelling import Model, at_least, at_most


def build_model(board: Board) -> Model:
    """Return the model of a board."""
    m, grid = Model(), board.grid
    shaded = m.add_marks("shade", grid.cells, "shaded", "clear")
    for cell, number in board.clues["numbers"].items():
        if isinstance(number, int):
            around = [shaded[other] for other in (cell, *grid.touching(cell))]
            m.post("T1a", cell, at_most(number, around))
            m.post("T1b", cell, at_least(number, around))
    return m
