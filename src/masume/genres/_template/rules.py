"""The rules of Template."""

from masume.core.board import Board
from masume.core.genre import Genre
from masume.core.layers import REMOVED, Layer, Numbers, Symbols
from masume.core.places import Place, PlaceKind

GENRE = Genre(
    __package__,
    title="Template",
    # What is printed: name, kind of place and allowed values of each layer.
    clues=(Layer("numbers", PlaceKind.CELL, Numbers(0, 9, unknown=True), dropped=REMOVED),),
    # What the solver fills in: each value with its character in text.  Undecided cells of a finished board are "clear".
    marks=(Layer("shade", PlaceKind.CELL, Symbols({"shaded": "#", "clear": "+"}), default="clear"),),
    # The mark layers that make up a solution.
    answer=("shade",),
    # Further arguments: `options`, and `needs`, the grid abilities that the rules use, such as {"edges", "rays"} (see
    # masume.core.grid.Grid for all).
)


# Each rule has an id, a sentence, and a phrase for what would be wrong if it were broken at {place} (see Rule in
# masume.core.genre for {line}, {one} and {other}).  Its check returns the places where a board breaks it.
#
# If `finished` is False, a check may report only what no completion can repair; so T1a counts the cells that are
# shaded, and T1b those that are not clear.
#
# A rule such as "exactly N" reads better in explanations as two rules, "no more" and "no fewer".
@GENRE.check(
    "T1a",
    "Around a number no more cells are shaded than it says.",
    otherwise="the {clue} at {place} would see too many shaded cells",
)
def crowded_numbers(board: Board, finished: bool) -> list[Place]:
    shade = board.decided_marks("shade")
    return [cell for cell, number, around in _numbers(board) if sum(shade.get(c) == "shaded" for c in around) > number]


@GENRE.check(
    "T1b",
    "Around a number no fewer cells are shaded than it says.",
    otherwise="the {clue} at {place} would see too few shaded cells",
)
def lonely_numbers(board: Board, finished: bool) -> list[Place]:
    shade = board.decided_marks("shade")
    return [cell for cell, number, around in _numbers(board) if sum(shade.get(c) != "clear" for c in around) < number]


def _numbers(board: Board) -> list[tuple[int, int, list[int]]]:
    """Return each number's cell, the number, and the cells that it counts."""
    return [
        (cell, number, [cell, *board.grid.touching(cell)])
        for cell, number in board.clues["numbers"].items()
        if isinstance(number, int)
    ]
