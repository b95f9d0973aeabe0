"""Kakuro as a model: one integer per cell."""

from masume.core.board import Board
from masume.core.grid import runs
from masume.genres.kakuro.rules import DIGITS
from masume.modelling import Model, all_different, any_of, total


def state(board: Board) -> Model:
    """State a board's rules."""
    m, sums = Model(), board.clues["sums"]
    digits = m.integers("digits", board.grid.cells, DIGITS)
    for start, run in runs(board.grid).items():
        cells = [digits[cell] for cell in run]
        (differ,) = m.new(1)
        m.post("K2", run, all_different(cells), any_of(differ))
        number = sums.get(start)
        if isinstance(number, int):  # by combinations if no digit stands twice, else, without K2, by adding up
            m.post("K3", start, total(number, cells, distinct=True, when=differ))
            m.post("K3", start, total(number, cells, when=-differ))
    return m
