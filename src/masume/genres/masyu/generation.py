"""New boards of Masyu: a loop that winds through the whole board and leaves no squares empty.

It often turns just before or after it goes straight, as white circles ask, so that at most about a third of the circles
are black, and circles fit more than half of the cells.  When most of them are dropped, enough are left everywhere.
"""

from random import Random

from masume.core.board import Board
from masume.core.generation import Faults, Generation, Plan
from masume.core.tracks import cell_track
from masume.genres.masyu.loop_search import LoopSearch, find_search
from masume.genres.masyu.loops import Course, lattice
from masume.genres.masyu.rules import visits_all

# The heat of a search says how many circles its first changes may cost; each may cost a random part of that.
STEPS, HEAT = 12, 2  # to draw a loop: steps for each corner
MORE_STEPS, MORE_HEAT = 80, 4  # if its circles must have images, or if it must visit every cell
ROUNDS, ROUND_HEAT = 6, 6  # of further searches for a loop that visits every cell
REPAIR_STEPS, REPAIR_HEAT = 250, 8  # near one place


def draw(plan: Plan, random: Random) -> Board | None:
    """Draw a loop, and put all circles that fit it on the board."""
    search = _search(plan)
    if search is None:
        return None
    per_corner, heat = (MORE_STEPS, MORE_HEAT) if search.is_hard else (STEPS, HEAT)
    inside, steps = search.start(random), per_corner * len(search.lattice.corners)
    inside = search.improve(inside, search.changes, steps, heat, random)
    for _ in range(ROUNDS):
        if not search.leaves_out(inside):
            return _make_board(plan, search, inside)
        inside = search.improve(inside, search.changes, steps, ROUND_HEAT, random)
    return None


def repair(plan: Plan, board: Board, faults: Faults, random: Random) -> Board | None:
    """Change the loop near one of the places, and, if the places of circles are symmetric, near its images."""
    search = _search(plan)
    if search is None:
        return None
    edges = [place for place in faults.places if isinstance(place, int)] or cell_track(plan.grid).edges
    before = search.lattice.inside(board.marks["loop"])
    inside = search.improve(before, search.changes_near(random.choice(edges)), REPAIR_STEPS, REPAIR_HEAT, random)
    return None if inside == before or search.leaves_out(inside) else _make_board(plan, search, inside)


def _search(plan: Plan) -> LoopSearch | None:
    return find_search(plan.grid, plan.symmetry.name, visits_all(plan.options))


def _make_board(plan: Plan, search: LoopSearch, inside: int) -> Board:
    """Return the draft of a loop."""
    cells_of, course = search.lattice.cells_of, search.shown(search.lattice.course(inside))
    colours = dict.fromkeys(cells_of(course.white), "white") | dict.fromkeys(cells_of(course.black), "black")
    return plan.make_board({"circles": colours}, {"loop": search.lattice.lines(inside)})


def circles_per_cell(board: Board) -> float:
    """Return how many circles there are for each cell."""
    return len(board.clues["circles"]) / len(board.grid.cells)


def share_of_black(board: Board) -> float:
    """Return the share of the circles that are black."""
    colours = list(board.clues["circles"].values())
    return colours.count("black") / max(1, len(colours))


def share_visited(board: Board) -> float:
    """Return the share of the cells that the loop visits."""
    return 1 - _course(board).unvisited.bit_count() / len(board.grid.cells)


def share_of_turns(board: Board) -> float:
    """Return in which share of the visited cells the loop turns."""
    course = _course(board)
    return course.turns.bit_count() / max(1, len(board.grid.cells) - course.unvisited.bit_count())


def widest_without_circles(board: Board) -> float:
    """Return how many cells wide the largest square without a circle is."""
    cells = lattice(board.grid)
    return cells.widest_square(cells.all & ~cells.bits(board.clues["circles"]))


def widest_unvisited(board: Board) -> float:
    """Return how many cells wide the largest square is that the loop leaves out."""
    return lattice(board.grid).widest_square(_course(board).unvisited)


def _course(board: Board) -> Course:
    cells = lattice(board.grid)
    return cells.course(cells.inside(board.marks["loop"]))


GENERATION = Generation(
    draw=draw,
    repair=repair,
    measures={
        "circles per cell": circles_per_cell,
        "black circles": share_of_black,
        "visited cells": share_visited,
        "turns": share_of_turns,
        "widest square without circles": widest_without_circles,
        "widest square without the loop": widest_unvisited,
    },
)
