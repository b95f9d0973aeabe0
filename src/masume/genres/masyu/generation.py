"""New boards of Masyu: a loop through the whole board, winding so that circles fit most of its cells, few of them black."""

from collections.abc import Sequence
from random import Random

from masume.core.board import Board
from masume.core.generation import Generation, Plan
from masume.core.places import Place
from masume.core.tracks import cell_track
from masume.genres.masyu.loop_search import Heat, LoopSearch, find_search
from masume.genres.masyu.rules import visits_all

STEPS, HEAT = 20, Heat(1, 0.3)  # to draw a loop: steps for each corner
MORE_STEPS, MORE_HEAT = 80, Heat(2, 0.4)  # if its circles must have images, or if it must visit every cell
ROUNDS = 6  # of a search for a loop that visits every cell
REPAIR_STEPS, REPAIR_HEAT = 250, Heat(3, 0.4)


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
        inside = search.improve(inside, search.changes, steps, HEAT, random)
    return None


def repair(plan: Plan, board: Board, places: Sequence[Place], random: Random) -> Board | None:
    """Change the loop near one of the places, and, if the places of circles are symmetric, near its images."""
    search, edges = _search(plan), [place for place in places if isinstance(place, int)] or cell_track(plan.grid).edges
    if search is None:
        return None
    before = search.lattice.inside(board.marks["loop"])
    inside = search.improve(before, search.changes_near(random.choice(edges)), REPAIR_STEPS, REPAIR_HEAT, random)
    return None if inside == before or search.leaves_out(inside) else _make_board(plan, search, inside)


def _search(plan: Plan) -> LoopSearch | None:
    return find_search(plan.grid, plan.symmetry.name, visits_all(plan.options))


def _make_board(plan: Plan, search: LoopSearch, inside: int) -> Board:
    """Return the draft of a loop."""
    lattice = search.lattice
    circles = search.shown(lattice.circles(inside))
    colours = dict.fromkeys(lattice.cells_of(circles.white), "white")
    colours.update(dict.fromkeys(lattice.cells_of(circles.black), "black"))
    return plan.make_board({"circles": colours}, {"loop": lattice.lines(inside)})


GENERATION = Generation(draw=draw, repair=repair)
