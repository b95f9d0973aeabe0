"""New boards of Kuromasu: shaded cells spread over the board, so that numbers are neither small nor large only."""

from random import Random

from masume.core.board import Board
from masume.core.board_measures import (
    clues_per_cell,
    clumping,
    mean_number,
    share_of_cells,
    share_of_numbers,
    steps_to_clue,
)
from masume.core.generation import Generation, Plan
from masume.core.random_shapes import draw_isolated_cells, single_orbits
from masume.core.rule_queries import count_visible

SHADED = {"open": (0.196, 0.25), "dense": (0.25, 0.3)}  # share of the cells of large and of small boards, by style
SMALL = 43  # cells: the share of boards that are not much larger is between the two
SPREAD = 0.05  # of the share, from board to board
SMALL_NUMBER = 3  # the largest one


def draw(plan: Plan, random: Random) -> Board | None:
    """Draw shaded cells, and put the numbers of all white cells on the board.

    Only the places of clues have to be symmetric: the shaded cells are not.
    """
    on_large, on_small = SHADED[plan.style]
    share = min(on_small, on_large + (SMALL / len(plan.grid.cells)) ** 5)
    share *= random.uniform(1 - SPREAD, 1 + SPREAD)
    shaded = draw_isolated_cells(plan, share, random, single_orbits(plan.grid))
    white = [cell for cell in plan.grid.cells if cell not in shaded]
    numbers = dict(zip(white, count_visible(plan.grid, white, frozenset(white)), strict=True))
    return plan.make_board(
        {"numbers": numbers}, {"shade": {cell: "shaded" if cell in shaded else "white" for cell in plan.grid.cells}}
    )


GENERATION = Generation(
    draw=draw,
    density=0.18,
    measures={
        # White cells see far enough that numbers are interesting, and shaded cells are everywhere.
        "shaded cells": share_of_cells("shade", "shaded"),
        "mean number": mean_number("numbers"),
        "share of small numbers": share_of_numbers("numbers", lambda number: number <= SMALL_NUMBER),
        # Clues are spread over the board.
        "clues per cell": clues_per_cell,
        "clumping of clues": clumping,
        "steps to a clue": steps_to_clue,
    },
    styles={
        "open": "About a fifth of the cells is shaded, and numbers are large.",
        "dense": "About a quarter of the cells is shaded, and numbers are small.",
    },
    sizes={"small": (7, 7), "medium": (10, 10), "large": (14, 14)},
)
