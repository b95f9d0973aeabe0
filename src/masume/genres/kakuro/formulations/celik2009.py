"""Kakuro as Çelik et al. 2009 state it in constraint programming: all-different and a sum for each hint."""

from functools import partial

from masume.core.board import Board
from masume.core.grid import runs
from masume.genres.kakuro.rules import DIGITS
from masume.modelling import Model, Statement, all_different, total


def celik2009(board: Board, *, printed: bool = False) -> Model:
    """State a board's rules; in print only runs that have a hint are spoken of."""
    m, sums = Model(), board.clues["sums"]
    digits = m.integers("digits", board.grid.cells, DIGITS)  # K1
    for start, run in runs(board.grid).items():
        cells, number = [digits[cell] for cell in run], sums.get(start)
        if number is not None or not printed:
            m.post("K2", run, all_different(cells))
        if isinstance(number, int):
            m.post("K3", start, total(number, cells))
    return m


MODELS = {
    "celik2009": Statement("all-different and a sum for each run", celik2009),
    "celik2009-printed": Statement("nothing for runs without a sum", partial(celik2009, printed=True), vouched=False),
}
