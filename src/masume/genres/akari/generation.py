"""New boards of Akari: black cells spread over the board, alone or in small groups, with no large part left white."""

from collections.abc import Sequence
from random import Random

from masume.core.board import Board
from masume.core.generation import Generation, Plan, shuffled
from masume.core.places import Place
from masume.genres.akari.sketches import Sketch

SHARE_BLACK = 0.24
FIRST_PART = 0.92  # of the black cells: repairs add others
SPARE = 1.15
CANDIDATES = 3
RELIGHT = 0.1
ADD = 0.1
NOISE = 1.0


def draw(plan: Plan, random: Random) -> Board | None:
    """Draw black cells, each on the one of a few cells that sees most, and light the others."""
    sketch, wanted = Sketch(plan), FIRST_PART * wanted_share(plan) * len(plan.grid.cells)
    white = [orbit for orbit in dict.fromkeys(plan.orbits.values()) if _may_be_black(sketch, orbit)]
    while len(sketch.black) + 0.5 < wanted and len(white) > 1:
        few = [random.choice(white) for _ in range(CANDIDATES)]
        orbit = max(few, key=lambda each: len(sketch.seen(each[0])) - 5 * sketch.walls_in(each))
        sketch.black.update(orbit)
        white = [each for each in white if each is not orbit and _may_be_black(sketch, each)]
    sketch.light(random)
    return sketch.to_board()


def wanted_share(plan: Plan) -> float:
    return SHARE_BLACK if plan.density is None else plan.density


def _may_be_black(sketch: Sketch, orbit: Sequence[int]) -> bool:
    return sketch.plan.style != "single" or not sketch.touches(orbit)


def repair(plan: Plan, board: Board, places: Sequence[Place], random: Random) -> Board | None:
    """Make a cell near each part of the places black, or light it anew."""
    sketch = Sketch.of_board(plan, board)
    different = {place for place in places if isinstance(place, int)}.difference(sketch.black)
    old, done = sorted(sketch.black), set[int]()
    for part in _parts(sketch, different):
        if not done.isdisjoint(part):
            continue
        near = {other for cell in part for other in (cell, *plan.grid.neighbours(cell))} - sketch.black
        fitting = [cell for cell in sorted(near) if _may_be_black(sketch, plan.orbits[cell])]
        if not fitting or random.random() < RELIGHT:
            sketch.lamps.difference_update(part)
            continue
        cell = max(fitting, key=lambda each: _score(sketch, different, each) + NOISE * random.random())
        sketch.black.update(plan.orbits[cell])
        done.update(other for each in plan.orbits[cell] for other in plan.grid.touching(each))
    if len(sketch.black) == len(plan.grid.cells):
        return None
    _whiten(sketch, [cell for cell in old if cell not in done], random)
    sketch.light(random)
    return sketch.to_board()


def _whiten(sketch: Sketch, cells: list[int], random: Random) -> None:
    """Make some black cells white if there are too many, but not always: there may be no other way."""
    plan = sketch.plan
    most = SPARE * wanted_share(plan) * len(plan.grid.cells) + 1
    for cell in shuffled(cells, random):
        if len(sketch.black) <= most or random.random() < ADD:
            break
        sketch.black.difference_update(plan.orbits[cell])


def _parts(sketch: Sketch, cells: set[int]) -> list[list[int]]:
    """Return cells in parts: cells that see each other, or are beside the same black cell, are in one part."""
    left, parts = dict.fromkeys(sorted(cells)), list[list[int]]()
    neighbours = sketch.plan.grid.neighbours
    while left:
        part = [left.popitem()[0]]
        for cell in part:
            near = sketch.seen(cell)
            for beside in neighbours(cell):
                if beside in sketch.black:
                    near += neighbours(beside)
            for other in near:
                if other in left:
                    del left[other]
                    part.append(other)
        parts.append(part)
    return parts


def _score(sketch: Sketch, different: set[int], cell: int) -> float:
    grid, lamps = sketch.plan.grid, sketch.lamps
    beside = [other for other in grid.neighbours(cell) if other in different]
    ls = sum(other in lamps for other in beside)
    value = ls + abs(2 * ls - len(beside)) + (cell in different)
    value -= 2 if cell in lamps else sketch.darkened(cell) / 2
    return value - 3 * sketch.walls_in(sketch.plan.orbits[cell])


GENERATION = Generation(draw=draw, repair=repair, styles={"mixed": "a", "single": "b"})
