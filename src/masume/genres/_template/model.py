"""The model of Template: one literal per shaded cell."""

from masume.core.board import Board
from masume.modelling import Model, at_least, at_most


def build_model(board: Board) -> Model:
    """Return the model of a board."""
    m, grid = Model(), board.grid
    # One literal per place of each mark layer.  A literal is an int: shaded[cell] means shaded, -shaded[cell] clear.
    shaded = m.add_marks("shade", grid.cells, "shaded", "clear")
    # One `post` per rule and place, with the ids of rules.py and the places that its checks report.
    for cell, number in board.clues["numbers"].items():
        if isinstance(number, int):  # not "?"
            around = [shaded[other] for other in (cell, *grid.touching(cell))]
            m.post("T1a", cell, at_most(number, around))
            m.post("T1b", cell, at_least(number, around))
    return m


# Later, for speed: put what does not depend on clues into a function with @skeleton, get its literals with
# m.literals("shade"), and put what is posted for each clue into a function with @template.  For explanations: post with
# `explained_as` where people think of a rule in another way.  genres/slitherlink/model.py shows all of this.
