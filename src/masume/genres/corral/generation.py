"""New boards of Corral: a loop that winds, around cells that see each other along many short lines."""

from random import Random

from masume.core.board import Board
from masume.core.board_measures import (
    clues_per_cell,
    clumping,
    mean_number,
    share_of_cells,
    steps_to_clue,
    turns_per_line,
)
from masume.core.generation import Faults, Generation, Plan, shuffled
from masume.core.random_shapes import Region, grow_region, roughen_border
from masume.core.rule_queries import cells_with, count_visible

SHARE_INSIDE = 0.632
CHANCES = {  # that a cell beside so many inside cells becomes one, by style
    "winding": (0, 1, 0.27, 0.08, 0),
    "roomy": (0, 1, 0.5, 0.3, 0.1),
}
ROUGH = 0.08  # share of the cells that change sides in the end: a symmetric board becomes a little less so
LARGE = 8  # people show few numbers above this,
LARGE_SHOWN = 0.5  # so only about this share of them is on the board
NEAR = 2  # steps to the cells that are changed to repair a board


def draw(plan: Plan, random: Random) -> Board | None:
    """Draw a region, and put the numbers of its cells on the board.

    All numbers are inside, so that the region has to be nearly symmetric if the places of the numbers are.
    """
    region, cells = grow_region(plan, SHARE_INSIDE, CHANCES[plan.style], random), len(plan.grid.cells)
    roughen_border(region, round(SHARE_INSIDE * cells), round(ROUGH * cells), random)
    return draw_region(plan, region.cells, random)


def draw_region(plan: Plan, region: set[int], random: Random) -> Board:
    """Return the board with a region as the inside, and its numbers, but only some of the large ones."""
    inside = sorted(region)
    numbers = {
        cell: number
        for cell, number in zip(inside, count_visible(plan.grid, inside, frozenset(region)), strict=True)
        if number <= LARGE or random.random() < LARGE_SHOWN
    }
    return plan.make_board(
        {"numbers": numbers}, {"side": {cell: "inside" if cell in region else "outside" for cell in plan.grid.cells}}
    )


def repair(plan: Plan, board: Board, faults: Faults, random: Random) -> Board | None:
    """Let a cell near one of the places change sides: if there is one, a cell that is not on the side of its image."""
    region = Region(plan.grid)
    for cell in sorted(cells_with(board, "side", "inside")):
        region.flip(cell)
    place = random.choice(faults.places)
    assert isinstance(place, int)
    near = shuffled(plan.grid.within(place, NEAR), random)
    for cell in near:
        if not _is_like_image(plan, region, cell) and region.can_flip(cell):
            region.flip(cell)
            return draw_region(plan, region.cells, random)
    for cell in near:
        if _is_like_image(plan, region, cell) and region.try_orbit(plan.orbits[cell]):
            return draw_region(plan, region.cells, random)
    return None


def _is_like_image(plan: Plan, region: Region, cell: int) -> bool:
    """Return whether a cell and its images are all inside, or all outside."""
    return len({other in region.cells for other in plan.orbits[cell]}) == 1


def turns(board: Board) -> float:
    """Return the share of its corners at which the loop turns."""
    return turns_per_line(board.grid, _loop(board))


def lines_per_cell(board: Board) -> float:
    """Return the length of the loop for each cell."""
    return len(_loop(board)) / len(board.grid.cells)


def full_blocks(board: Board) -> float:
    """Return the share of the 2x2 blocks of cells that are inside."""
    blocks, inside = board.grid.blocks(2, 2), cells_with(board, "side", "inside")
    return sum(inside.issuperset(block) for block in blocks) / max(1, len(blocks))


def _loop(board: Board) -> list[int]:
    inside = cells_with(board, "side", "inside")
    return [edge for edge in board.grid.edges if sum(cell in inside for cell in board.grid.cells_beside(edge)) == 1]


GENERATION = Generation(
    draw=draw,
    density=0.22,
    repair=repair,
    measures={
        # The loop comes everywhere, and leaves about as much inside as people do.
        "cells inside": share_of_cells("side", "inside"),
        "lines per cell": lines_per_cell,
        # It turns often, and the inside is neither one large area nor a maze of single cells.
        "turns per line": turns,
        "2x2 blocks inside": full_blocks,
        # Numbers are not too large, and spread over the board.
        "mean number": mean_number("numbers"),
        "clues per cell": clues_per_cell,
        "clumping of clues": clumping,
        "steps to a clue": steps_to_clue,
    },
    styles={
        "winding": "The loop turns often; numbers are small.",
        "roomy": "There are wide areas inside; numbers are large.",
    },
    sizes={"small": (7, 7), "medium": (10, 10), "large": (14, 14)},
)
