"""New boards of Slitherlink: a loop that winds through the whole board, with no large part left empty."""

from random import Random

from masume.core.board import Board
from masume.core.generation import Generation, Plan
from masume.core.random_shapes import grow_region

SHARE_INSIDE = 0.55
CHANCES = (0, 1, 0.25, 0.05, 0)  # that a cell beside so many inside cells becomes one


def draw(plan: Plan, random: Random) -> Board | None:
    """Draw the border of a region, and put all its numbers on the board."""
    grid, inside = plan.grid, grow_region(plan, SHARE_INSIDE, CHANCES, random).cells
    numbers = dict.fromkeys(grid.cells, 0)
    lines = dict[int, str]()
    for edge in grid.edges:
        beside = grid.cells_beside(edge)
        if sum(cell in inside for cell in beside) == 1:
            lines[edge] = "line"
            for cell in beside:
                numbers[cell] += 1
        else:
            lines[edge] = "cross"
    return plan.make_board({"numbers": numbers}, {"loop": lines})


GENERATION = Generation(draw=draw)
