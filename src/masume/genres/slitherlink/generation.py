"""New boards of Slitherlink: a loop that winds through the whole board, with no large part left empty."""

from collections.abc import Collection
from random import Random

from masume.core.board import Board
from masume.core.board_measures import (
    clues_per_cell,
    clumping,
    largest_part,
    share_of_numbers,
    turns_per_line,
)
from masume.core.generation import Generation, Plan
from masume.core.grid import distances
from masume.core.random_shapes import grow_region, single_orbits, wind_border
from masume.core.tracks import drawn_loop
from masume.genres.slitherlink.full_loops import draw_full_inside
from masume.genres.slitherlink.rules import visits_all

SHARE_INSIDE = 0.55
CHANCES = (0, 1, 0.25, 0.05, 0)  # that a cell beside so many inside cells becomes one
WINDING_SHARES = {"winding": 1.0, "roomy": 0.3}  # of the cells near which the loop is made to wind, by style


def draw(plan: Plan, random: Random) -> Board | None:
    """Draw a loop, and put all its numbers on the board: only the places of the clues have to be symmetric."""
    if visits_all(plan.options):
        inside = draw_full_inside(plan.grid, random)
        return None if inside is None else draw_border(plan, inside)
    orbits = single_orbits(plan.grid)
    region = grow_region(plan, SHARE_INSIDE, CHANCES, random, orbits)
    wind_border(region, orbits, random, WINDING_SHARES[plan.style])
    return draw_border(plan, region.cells)


def draw_border(plan: Plan, inside: Collection[int]) -> Board:
    """Return the board with the loop around some cells, and all numbers."""
    grid = plan.grid
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


def share_inside(board: Board) -> float:
    """Return the share of the cells that are inside the loop."""
    grid, lines = board.grid, drawn_loop(board, "loop").lines
    beside = {cell: [edge for edge in grid.edges_of(cell) if edge not in lines] for cell in grid.cells}
    at_frame = [cell for cell, edges in beside.items() if any(len(grid.cells_beside(edge)) == 1 for edge in edges)]
    outside = distances(at_frame, lambda cell: (other for edge in beside[cell] for other in grid.cells_beside(edge)))
    return 1 - len(outside) / len(grid.cells)


def lines_per_cell(board: Board) -> float:
    """Return the length of the loop for each cell."""
    return len(drawn_loop(board, "loop").lines) / len(board.grid.cells)


def turns(board: Board) -> float:
    """Return the share of its corners at which the loop turns."""
    return turns_per_line(board.grid, drawn_loop(board, "loop").lines)


def empty_stretch(board: Board) -> float:
    """Return the share of the cells in the largest part of the board without any line."""
    lines = drawn_loop(board, "loop").lines
    return largest_part(board.grid, [cell for cell in board.grid.cells if lines.isdisjoint(board.grid.edges_of(cell))])


GENERATION = Generation(
    draw=draw,
    density=0.45,
    measures={
        # The loop comes everywhere, and is no mere snake: there is an inside to see.
        "cells inside": share_inside,
        "lines per cell": lines_per_cell,
        "largest empty stretch": empty_stretch,
        # It neither runs straight for long nor looks like a saw.
        "turns per line": turns,
        # Clues are spread; there are zeros to start from, and not too many.
        "clues per cell": clues_per_cell,
        "clumping of clues": clumping,
        **{f"share of {number}": share_of_numbers("numbers", number.__eq__) for number in (0, 1, 2, 3)},
    },
    styles={
        "winding": "The loop passes nearly every corner; there are few zeros.",
        "roomy": "The loop leaves some room; there are more zeros to start from.",
    },
    sizes={"small": (7, 7), "medium": (10, 10), "large": (15, 15)},
)
