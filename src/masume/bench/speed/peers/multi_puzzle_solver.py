"""multi-puzzle-solver (Ar-Kareem/puzzle_solver): CP-SAT models that are asked for all solutions, here for two."""

import importlib
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import masume
from masume.bench.speed.peers.board_arrays import Sums, cells, rooms

_NO_SUM = "#"


def prepared(board: masume.Board, told: Mapping[str, Any], seconds: float) -> Callable[[], str]:
    """What solves a board and says how many solutions it has; it knows no time limit and must be killed."""
    import numpy  # a peer brings it

    name = told["solver"]
    module: Any = importlib.import_module(f"puzzle_solver.puzzles.{name}.{name}")
    if not isinstance(module.generic_solve_all, partial):  # once in a process
        search = module.generic_solve_all
        module.generic_solve_all = partial(_at_most_two, search)
    posed = _LAYOUTS[told["layout"]](board, told.get("words", {}))

    def solve() -> str:
        whole = module.Board(numpy.array(posed[0]), *posed[1:])
        return ("0", "1", ">=2")[min(2, len(whole.solve_and_print(verbose=False)))]

    return solve


def _at_most_two(search: Callable[..., list[Any]], *given: Any, **options: Any) -> list[Any]:
    """Its search, stopped at the second solution."""
    return search(*given, **{**options, "max_solutions": 2})


def _cells(board: masume.Board, words: Mapping[str, str]) -> list[Any]:
    return [cells(board, " ", words)]


def _rooms(board: masume.Board, words: Mapping[str, str]) -> list[Any]:
    return list(rooms(board))


def _sums(board: masume.Board, words: Mapping[str, str]) -> list[Any]:
    """White cells and others, then the sums of each row's runs and of each column's."""
    sums = Sums(board)
    down, right = range(sums.grid.rows), range(sums.grid.cols)
    pattern = [[" " if sums.is_white(row, col) else "#" for col in right] for row in down]
    of_rows = [[sums.right(row, col) or _NO_SUM for col in right if sums.begins_right(row, col)] for row in down]
    of_cols = [[sums.down(row, col) or _NO_SUM for row in down if sums.begins_down(row, col)] for col in right]
    return [pattern, of_rows, of_cols]


_LAYOUTS = {"cells": _cells, "rooms": _rooms, "sums": _sums}
