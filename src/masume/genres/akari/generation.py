"""New boards of Akari: black cells spread over the board, alone or in small groups, with no large part left white."""

from collections.abc import Iterable, Sequence
from functools import partial
from random import Random

from masume.core.board import Board
from masume.core.generation import Faults, Generation, Plan, shuffled
from masume.genres.akari import measures
from masume.genres.akari.sketches import Sketch

_MIXED, _SINGLE = "mixed", "single"
_SHARE_BLACK = 0.25
_FIRST_PART = 0.93  # of the black cells: repairs add some
_MOST = 1.15  # black cells that repairs leave for each that is wanted
_CANDIDATES = 2, 3  # cells, of which one is chosen to become black: the more, the more even is their spread
_CHANCE_OF_NEW_LAMPS = 0.1  # for a part that is repaired, instead of another black cell
_CHANCE_OF_MORE_BLACK = 0.1  # than the most that are left: there may be no other way


def draw(plan: Plan, random: Random) -> Board | None:
    """Draw black cells, each where it ends the longest corridors, and light the others."""
    sketch, wanted = Sketch(plan), _FIRST_PART * _wanted_black(plan)
    white = list(dict.fromkeys(plan.orbits.values()))
    while len(sketch.black) + 0.5 < wanted:
        white = [orbit for orbit in white if orbit[0] not in sketch.black and _may_be_black(sketch, orbit)]
        if len(white) < 2:  # some cells have to stay white
            break
        few = [random.choice(white) for _ in range(random.randint(*_CANDIDATES))]
        sketch.black.update(max(few, key=partial(_length_of_corridors, sketch)))
    sketch.light(random)
    return sketch.to_board()


def repair(plan: Plan, board: Board, faults: Faults, random: Random) -> Board | None:
    """Put a black cell, or new lamps, into each part of the board to which some of the places belong."""
    sketch = Sketch.of_board(plan, board)
    cells = {place for place in faults.places if isinstance(place, int)}.difference(sketch.black)
    old, changed = sorted(sketch.black), set[int]()
    for part in _parts(sketch, cells):
        if not changed.isdisjoint(part):
            continue  # as the image of another part
        cell = _find_cell(sketch, part, random)
        if cell is None or random.random() < _CHANCE_OF_NEW_LAMPS:
            sketch.lamps.difference_update(part)
        else:
            sketch.black.update(plan.orbits[cell])
            changed.update(near for each in plan.orbits[cell] for near in plan.grid.touching(each))
    if len(sketch.black) == len(plan.grid.cells):
        return None
    _whiten(sketch, (cell for cell in old if cell not in changed), random)
    sketch.light(random)
    return sketch.to_board()


def _length_of_corridors(sketch: Sketch, orbit: Sequence[int]) -> int:
    """Return how long the corridors are that end at an orbit if it becomes black; less if white cells are walled in."""
    return len(sketch.seen(orbit[0])) - 5 * sketch.walls_in(orbit)


def _wanted_black(plan: Plan) -> float:
    return (_SHARE_BLACK if plan.density is None else plan.density) * len(plan.grid.cells)


def _may_be_black(sketch: Sketch, orbit: Sequence[int]) -> bool:
    return sketch.plan.style != _SINGLE or not sketch.touches(orbit)


def _parts(sketch: Sketch, cells: Iterable[int]) -> list[list[int]]:
    """Return cells in parts: those that see each other, or are beside the same black cell, are in one part."""
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


def _find_cell(sketch: Sketch, part: Sequence[int], random: Random) -> int | None:
    """Return a white cell in a part or beside it that had best become black; None if there is none.

    Its number should tell the solutions apart: they differ on the part.  So it should have lamps of the part beside it,
    and if it has white cells of the part, too, not equally many.  Dark cells and lamps that are lost cost changes.
    """
    plan, lamps, inside = sketch.plan, sketch.lamps, frozenset(part)

    def value(cell: int) -> float:
        beside = inside.intersection(plan.grid.neighbours(cell))
        of_lamps = len(beside & lamps)
        gain = of_lamps + abs(2 * of_lamps - len(beside)) + (cell in inside)
        cost = 2 if cell in lamps else sketch.darkened(cell) / 2
        return gain - cost - 3 * sketch.walls_in(plan.orbits[cell]) + random.random()

    near = inside.union(*map(plan.grid.neighbours, part)) - sketch.black
    fitting = [cell for cell in sorted(near) if _may_be_black(sketch, plan.orbits[cell])]
    return max(fitting, key=value, default=None)


def _whiten(sketch: Sketch, cells: Iterable[int], random: Random) -> None:
    """Make some of these black cells white if there are too many."""
    most = _MOST * _wanted_black(sketch.plan) + 1
    for cell in shuffled(cells, random):
        if len(sketch.black) <= most or random.random() < _CHANCE_OF_MORE_BLACK:
            break
        sketch.black.difference_update(sketch.plan.orbits[cell])


GENERATION = Generation(
    draw=draw,
    repair=repair,
    measures={
        # Black cells are spread over the board, alone or in small groups, and leave no large part white.
        "black cells": measures.black_cells,
        "grouped": measures.grouped,
        "spread": measures.spread,
        "empty blocks": measures.empty_blocks,
        # Corridors are neither all short nor too long.
        "corridor length": measures.corridor_length,
        "longest corridor": measures.longest_corridor,
        # About half of the black cells have a number, and zeros do not prevail.
        "numbered": measures.numbered,
        "mean number": measures.mean_number,
    },
    styles={
        _MIXED: "Black cells stand alone or in small groups.",
        _SINGLE: "No two black cells share a side.",
    },
    sizes={"small": (7, 7), "medium": (10, 10), "large": (14, 14)},
)
