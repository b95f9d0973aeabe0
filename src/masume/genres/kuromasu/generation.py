"""New boards of Kuromasu: shaded cells spread over the board, so that numbers are neither small nor large only."""

from random import Random

from masume.core.board import Board
from masume.core.generation import Generation, Plan
from masume.core.random_shapes import draw_isolated_cells
from masume.core.rule_queries import count_visible

SHARE_SHADED = 0.25


def draw(plan: Plan, random: Random) -> Board | None:
    """Draw shaded cells, and put the numbers of all white cells on the board."""
    shaded = draw_isolated_cells(plan, SHARE_SHADED, random)
    white = [cell for cell in plan.grid.cells if cell not in shaded]
    numbers = dict(zip(white, count_visible(plan.grid, white, frozenset(white)), strict=True))
    return plan.make_board(
        {"numbers": numbers}, {"shade": {cell: "shaded" if cell in shaded else "white" for cell in plan.grid.cells}}
    )


GENERATION = Generation(draw=draw)
