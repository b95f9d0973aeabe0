"""New boards of Corral: a loop that winds, around cells that see each other along many short lines."""

from random import Random

from masume.core.board import Board
from masume.core.generation import Generation, Plan
from masume.core.random_shapes import grow_region
from masume.core.rule_queries import count_visible

SHARE_INSIDE = 0.6
CHANCES = (0, 1, 0.3, 0.1, 0)  # that a cell beside so many inside cells becomes one


def draw(plan: Plan, random: Random) -> Board | None:
    """Draw a region, and put the numbers of all its cells on the board."""
    region = grow_region(plan, SHARE_INSIDE, CHANCES, random).cells
    inside = sorted(region)
    numbers = dict(zip(inside, count_visible(plan.grid, inside, frozenset(region)), strict=True))
    return plan.make_board(
        {"numbers": numbers}, {"side": {cell: "inside" if cell in region else "outside" for cell in plan.grid.cells}}
    )


GENERATION = Generation(draw=draw)
