"""New boards of Masyu: a loop through the whole board, winding so that circles fit most of its cells, few of them black."""

from collections.abc import Sequence
from random import Random

from masume.core.board import Board
from masume.core.generation import Generation, Plan
from masume.core.places import Place
from masume.genres.masyu.loop_search import Heat, LoopSearch, find_search
from masume.genres.masyu.rules import visits_all

STEPS, HEAT = 20, Heat(1, 0.3)  # for each corner
REPAIR_STEPS, REPAIR_HEAT = 10, Heat(1, 0.3)


def draw(plan: Plan, random: Random) -> Board | None:
    """Draw a loop, and put all circles that fit it on the board."""
    search = _search(plan)
    if search is None:
        return None
    inside = search.start(random)
    inside = search.improve(inside, search.changes, STEPS * len(search.changes), HEAT, random)
    return _make_board(plan, search, inside)


def repair(plan: Plan, board: Board, places: Sequence[Place], random: Random) -> Board | None:
    """Change the loop near one of the places."""
    search = _search(plan)
    if search is None:
        return None
    (edge,) = random.choices(places)
    assert isinstance(edge, int)
    lattice = search.lattice
    near = {corner for end in lattice.ends(edge) for corner in lattice.near(end)}
    changes = [change for change in search.changes if not near.isdisjoint(change)]
    before = lattice.inside(board.marks["loop"])
    inside = search.improve(before, changes, REPAIR_STEPS * len(changes), REPAIR_HEAT, random)
    return None if inside == before else _make_board(plan, search, inside)


def _search(plan: Plan) -> LoopSearch | None:
    return find_search(plan.grid, plan.symmetry.name, visits_all(plan.options))


def _make_board(plan: Plan, search: LoopSearch, inside: int) -> Board | None:
    """Return the board of a loop; None if it leaves out cells that it must visit."""
    lattice = search.lattice
    circles = search.shown(lattice.circles(inside))
    if search.visits_all and circles.unvisited:
        return None
    colours = dict.fromkeys(lattice.cells_of(circles.white), "white")
    colours.update(dict.fromkeys(lattice.cells_of(circles.black), "black"))
    return plan.make_board({"circles": colours}, {"loop": lattice.lines(inside)})


GENERATION = Generation(draw=draw, repair=repair)
