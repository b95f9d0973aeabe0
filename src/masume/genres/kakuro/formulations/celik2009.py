"""The constraint program for Kakuro of Çelik et al. 2009: all-different and a sum for each run."""

from functools import partial

from masume.core.board import Board
from masume.core.grid import runs
from masume.genres.kakuro.rules import DIGITS
from masume.modelling import AlternativeModel, Model, all_different, sum_equals


def celik2009(board: Board, *, printed: bool = False) -> Model:
    """Return the model of a board; if `printed`, only runs with a sum are constrained."""
    m, sums = Model(), board.clues["sums"]
    digits = m.add_integers("digits", board.grid.cells, DIGITS)  # K1
    for start, run in runs(board.grid).items():
        cells, number = [digits[cell] for cell in run], sums.get(start)
        if number is not None or not printed:
            m.post("K2", run, all_different(cells))
        if isinstance(number, int):
            m.post("K3", start, sum_equals(number, cells))
    return m


MODELS = {
    "celik2009": AlternativeModel("all-different and a sum for each run", celik2009),
    "celik2009-printed": AlternativeModel(
        "nothing for runs without a sum", partial(celik2009, printed=True), vouched=False
    ),
}
