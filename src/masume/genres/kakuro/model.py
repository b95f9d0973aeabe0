"""Kakuro as a model: one integer per cell."""

from collections.abc import Sequence

from masume.core.board import Board
from masume.core.grid import runs
from masume.core.places import Chain
from masume.genres.kakuro.rules import DIGITS
from masume.modelling import Instance, Integer, Model, Sum, all_different, any_of, template, total


def state(board: Board) -> Model:
    """State a board's rules."""
    m, sums = Model(), board.clues["sums"]
    digits = m.integers("digits", board.grid.cells, DIGITS)
    for start, run in runs(board.grid).items():
        number = sums.get(start)
        literals = [literal for cell in run for literal in digits[cell].literals]
        state_run(m, (start, run), literals, number if isinstance(number, int) else None)
        if isinstance(number, int):  # people know by which different digits a sum can be made
            cells = [digits[cell] for cell in run]
            m.read("K3", start, distinct_total, number, cells, rests_on=[Instance("K2", run)])
    return m


def distinct_total(number: int, cells: Sequence[Integer]) -> Sum:
    """Different digits add up to a number."""
    return total(number, cells, distinct=True)


@template
def state_run(m: Model, place: tuple[int, Chain], literals: Sequence[int], number: int | None) -> None:
    """The digits of a run differ and have its sum."""
    start, run = place
    size = len(DIGITS)
    cells = [Integer(DIGITS[0], tuple(literals[at : at + size])) for at in range(0, len(literals), size)]
    (differ,) = m.new(1)
    m.post("K2", run, all_different(cells), any_of(differ))
    if number is not None:  # by combinations if no digit stands twice, else, without K2, by adding up
        m.post("K3", start, total(number, cells, distinct=True, when=differ))
        m.post("K3", start, total(number, cells, when=-differ))
