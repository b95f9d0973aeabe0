"""New boards of Kakuro: black cells spread evenly, runs of two to nine cells, and the sums of all runs."""

from collections.abc import Mapping, Sequence
from random import Random
from statistics import mean
from typing import Any

from masume.core.board import Board
from masume.core.generation import Faults, Generation, Plan, shuffled
from masume.core.grid import Grid, cached_per_grid, runs
from masume.core.places import Chain
from masume.core.square import SquareGrid, square
from masume.genres.kakuro.black_cells import count_white_squares, draw_black_cells
from masume.genres.kakuro.rules import DIGITS

SKEW = 0.8  # the chance that a cell takes the lowest (or highest) digit left, and so on with the next digit
FILLINGS = 20  # tries to fill a board with digits
CHANGES = 30  # tries of a repair
MOST_CHANGED = 3  # cells in a repair


def draw(plan: Plan, random: Random) -> Board | None:
    """Draw black cells and digits; runs tend to small or to large sums, which leave the solver little choice."""
    assert isinstance(plan.grid, SquareGrid)
    black = draw_black_cells(plan, random)
    if black is None:
        return None
    grid = square(plan.grid.rows, plan.grid.columns, black)
    for _ in range(FILLINGS):
        of_run = {run: random.choice((-1, 1)) for run in runs(grid).values()}
        tendency = {cell: sum(of_run[run] for run in through) for cell, through in _runs_at(grid).items()}
        digits = _fill(grid, {}, tendency, random)
        if digits is not None:
            return _make_board(plan, grid, digits)
    return None


def repair(plan: Plan, board: Board, faults: Faults, random: Random) -> Board | None:
    """Change the digits of some cells where other solutions differ."""
    grid, old = board.grid, board.marks["digits"]
    differing = frozenset(faults.places)
    for _ in range(CHANGES):
        cell: Any = random.choice(faults.places)
        beside = sorted({other for run in _runs_at(grid)[cell] for other in run if other in differing} - {cell})
        others = random.sample(beside, min(len(beside), random.randrange(MOST_CHANGED)))
        changed = [cell, *others]
        kept: dict[int, Any] = {each: digit for each, digit in old.items() if each not in changed}
        digits = _fill(grid, kept, dict.fromkeys(changed, random.choice((-1, 0, 1))), random)
        if digits is not None and digits != old:
            return _make_board(plan, grid, digits)
    return None


def _fill(grid: Grid, digits: Mapping[int, int], tendency: Mapping[int, int], random: Random) -> dict[int, int] | None:
    """Return the digits with one more for each cell with a tendency to low (< 0) or high ones; None if none is left."""
    filled = dict(digits)
    left, cross = shuffled(tendency, random), _runs_at(grid)
    free = {cell: _free_digits(filled, cross[cell]) for cell in left}
    while left:
        cell = min(left, key=lambda each: len(free[each]))
        left.remove(cell)
        if not free[cell]:
            return None
        digit = _choose(sorted(free[cell]), tendency[cell], random)
        filled[cell] = digit
        for run in cross[cell]:
            for other in run:
                if other in free:
                    free[other].discard(digit)
    return filled


def _choose(free: Sequence[int], tendency: int, random: Random) -> int:
    if not tendency:
        return random.choice(free)
    for digit in free if tendency < 0 else reversed(free):
        if random.random() < SKEW:
            return digit
    return random.choice(free)


def _free_digits(digits: Mapping[int, int], cross: Sequence[Chain]) -> set[int]:
    return set(DIGITS).difference(digits[cell] for run in cross for cell in run if cell in digits)


@cached_per_grid
def _runs_at(grid: Grid) -> Mapping[int, Sequence[Chain]]:
    """Return the runs through each cell."""
    through: dict[int, list[Chain]] = {cell: [] for cell in grid.cells}
    for run in runs(grid).values():
        for cell in run:
            through[cell].append(run)
    return through


def _make_board(plan: Plan, grid: Grid, digits: Mapping[int, int]) -> Board:
    sums = {start: sum(digits[cell] for cell in run) for start, run in runs(grid).items()}
    ordered = {cell: digits[cell] for cell in grid.cells}
    return Board(plan.genre, grid, {"sums": sums}, marks={"digits": ordered}, options=plan.options)


def _share_black(board: Board) -> float:
    assert isinstance(board.grid, SquareGrid)
    return len(board.grid.holes) / (board.grid.rows * board.grid.columns)


def _lengths(board: Board) -> list[int]:
    return [len(run) for run in runs(board.grid).values()]


GENERATION = Generation(
    draw=draw,
    repair=repair,
    drops_clues=False,
    measures={
        "share of black cells": _share_black,
        "cells per run": lambda board: mean(_lengths(board)),
        "longest run": lambda board: max(_lengths(board)),
        "runs of two": lambda board: _lengths(board).count(2) / len(_lengths(board)),
        "white 3x3 squares": lambda board: count_white_squares(board.grid),
    },
    sizes={"small": (6, 6), "medium": (9, 9), "large": (14, 14)},
)
