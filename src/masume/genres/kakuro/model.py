"""The model of Kakuro: one integer per cell."""

from collections.abc import Sequence

from masume.core.board import Board
from masume.core.grid import runs
from masume.core.places import Chain
from masume.genres.kakuro.rules import DIGITS
from masume.modelling import Integer, Model, Restatement, RuleInstance, all_different, any_of, sum_equals, template


def build_model(board: Board) -> Model:
    """Return the model of a board."""
    m, sums = Model(), board.clues["sums"]
    digits = m.add_integers("digits", board.grid.cells, DIGITS)
    for start, run in runs(board.grid).items():
        number = sums.get(start)
        literals = [literal for cell in run for literal in digits[cell].literals]
        post_run(m, (start, run), literals, number if isinstance(number, int) else None)
    return m


@template
def post_run(m: Model, place: tuple[int, Chain], literals: Sequence[int], number: int | None) -> None:
    """Post that the digits of a run differ and add up to its sum."""
    start, run = place
    size = len(DIGITS)
    cells = [Integer(DIGITS[0], tuple(literals[first : first + size])) for first in range(0, len(literals), size)]
    (differ,) = m.new_literals(1)
    m.post("K2", run, all_different(cells), any_of(differ))
    if number is not None:  # as combinations of different digits while K2 holds, as an ordinary sum otherwise
        m.post(
            "K3",
            start,
            sum_equals(number, cells, distinct=True, when=differ),
            sum_equals(number, cells, when=-differ),
            explained_as=lambda: distinct_sum(number, cells, run),
        )


def distinct_sum(number: int, cells: Sequence[Integer], run: Chain) -> Restatement:
    """Restate a sum as people think of it: they know which sets of different digits have it."""
    return Restatement(sum_equals(number, cells, distinct=True), rests_on=(RuleInstance("K2", run),))
