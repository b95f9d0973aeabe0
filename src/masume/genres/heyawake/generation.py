"""New boards of Heyawake: rectangular rooms of mixed sizes, few of them one cell wide, with dense shading."""

from dataclasses import replace
from math import inf
from random import Random
from statistics import fmean, pstdev

from masume.core.board import Board
from masume.core.board_caching import cached_per_board
from masume.core.generation import Faults, Generation, Plan
from masume.core.random_shapes import draw_isolated_cells
from masume.core.rule_queries import cells_with
from masume.genres.heyawake.changes import mend
from masume.genres.heyawake.other_shadings import OtherShadings
from masume.genres.heyawake.repairing import SketchRepair
from masume.genres.heyawake.room_shapes import draw_rooms
from masume.genres.heyawake.sheet import sheet_of
from masume.genres.heyawake.sketch import Sketch

SHARE_SHADED = 0.3


def draw(plan: Plan, random: Random) -> Board | None:
    """Draw shaded cells, rooms around them, and the numbers of all rooms; only the rooms are symmetric."""
    loose = replace(plan, symmetry=plan.grid.symmetry("identity"))
    shaded = draw_isolated_cells(loose, SHARE_SHADED, random)
    sketch = mend(plan, draw_rooms(plan, sheet_of(plan.grid).bits_of(shaded), random), random)
    return None if sketch is None else _make_board(plan, sketch)


def repair(plan: Plan, board: Board, faults: Faults, random: Random) -> Board | None:
    """Divide rooms in another way, or shade other cells, until none of the other solutions fits any more."""
    sheet = sheet_of(plan.grid)
    sketch = Sketch(sheet, shading_of(board), (sheet.rectangle(room) for room in board.clues["rooms"]))
    others = OtherShadings(sketch, map(shading_of, faults.others))
    repaired = SketchRepair(plan, sketch, others, random)
    cells = [place for place in faults.places if isinstance(place, int)]
    return _make_board(plan, repaired.sketch) if repaired.run(cells, polishes=faults.has_differences) else None


@cached_per_board
def shading_of(board: Board) -> int:
    """Return the bits of the shaded cells of a board."""
    return sheet_of(board.grid).bits_of(cells_with(board, "shade", "shaded"))


def _make_board(plan: Plan, sketch: Sketch) -> Board:
    """Return the board of a sketch, with all numbers."""
    sheet, shaded = sketch.sheet, sketch.shaded
    rooms = {sheet.cells_of(room): (sheet.area(room) & shaded).bit_count() // 2 for room in sorted(sketch.rooms)}
    marks = {cell: "shaded" if shaded & bits else "white" for cell, bits in enumerate(sheet.bits)}
    return plan.make_board({"rooms": rooms}, {"shade": marks})


def _sizes(board: Board) -> list[int]:
    return [len(room) for room in board.clues["rooms"]]


def mean_size(board: Board) -> float:
    """Return the mean size of the rooms."""
    return fmean(_sizes(board))


def spread_of_sizes(board: Board) -> float:
    """Return the standard deviation of the sizes of the rooms: how mixed they are."""
    return pstdev(_sizes(board))


def share_narrow(board: Board) -> float:
    """Return the share of rooms that are one cell wide."""
    sheet = sheet_of(board.grid)
    rooms = [sheet.rectangle(room) for room in board.clues["rooms"]]
    return fmean(bottom - top == 1 or right - left == 1 for top, left, bottom, right in rooms)


def share_numbered(board: Board) -> float:
    """Return the share of rooms with a number."""
    return fmean(isinstance(number, int) for number in board.clues["rooms"].values())


def share_shaded(board: Board) -> float:
    """Return the share of shaded cells: those with few leave large white parts."""
    return len(cells_with(board, "shade", "shaded")) / len(board.grid.cells)


GENERATION = Generation(
    draw=draw,
    repair=repair,
    slack=inf,
    patience=0.1,
    searches=6,
    density=0.1,
    measures={
        "mean size of rooms": mean_size,
        "spread of their sizes": spread_of_sizes,
        "rooms one cell wide": share_narrow,
        "rooms with a number": share_numbered,
        "shaded cells": share_shaded,
    },
)
