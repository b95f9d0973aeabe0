"""A loop around connected cells cannot touch itself, but around a hole in the grid it can."""

import pytest

import masume
from masume.core.square import SquareGrid
from registry import fillings

GENRE = masume.genres.find("cave")


@pytest.mark.parametrize(
    ("grid", "touches"),
    [
        (SquareGrid(3, 3), False),
        (SquareGrid(3, 4), False),
        (SquareGrid(3, 4, ["r1c1"]), False),
        (SquareGrid(3, 4, ["r2c2"]), True),
        (SquareGrid(3, 4, ["r1c2", "r2c1"]), False),
    ],
    ids=repr,
)
def test_the_model_allows_a_loop_to_touch_itself_where_the_rules_do(grid: SquareGrid, touches: bool) -> None:
    board = masume.Board(GENRE, grid)
    allowed = [filled for filled in fillings(board) if not masume.check(filled)]
    assert masume.count(board, limit=10_000) == len(allowed)
    assert any(map(has_checkerboard, allowed)) == touches


def has_checkerboard(board: masume.Board) -> bool:
    """Return whether the cells of a 2x2 block are inside and outside by turns."""
    side = board.decided_marks("side")
    blocks = ([side[cell] for cell in block] for block in board.grid.blocks(2, 2))
    return any(a == d != b == c for a, b, c, d in blocks)
