"""multi-puzzle-solver (Ar-Kareem/puzzle_solver): CP-SAT models that enumerate all solutions, here at most two."""

import importlib
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import masume
from masume.bench.speed.peers.board_arrays import BoardSums, clue_array, room_array

_NO_SUM = "#"


def prepare(board: masume.Board, genre_data: Mapping[str, Any], time_limit: float) -> Callable[[], str]:
    """Return a function that solves a board and returns its number of solutions.

    The peer has no time limit, so its process must be killed.
    """
    import numpy  # installed with the peer

    name = genre_data["solver"]
    module: Any = importlib.import_module(f"puzzle_solver.puzzles.{name}.{name}")
    if not isinstance(module.generic_solve_all, partial):  # patch it once per process
        search = module.generic_solve_all
        module.generic_solve_all = partial(_find_at_most_two, search)
    arguments = _LAYOUTS[genre_data["layout"]](board, genre_data.get("symbols", {}))

    def solve() -> str:
        puzzle = module.Board(numpy.array(arguments[0]), *arguments[1:])
        return ("0", "1", ">=2")[min(2, len(puzzle.solve_and_print(verbose=False)))]

    return solve


def _find_at_most_two(search: Callable[..., list[Any]], *arguments: Any, **options: Any) -> list[Any]:
    """Run the peer's search, but stop at the second solution."""
    return search(*arguments, **{**options, "max_solutions": 2})


def _lay_out_cells(board: masume.Board, symbols: Mapping[str, str]) -> list[Any]:
    return [clue_array(board, " ", symbols)]


def _lay_out_rooms(board: masume.Board, symbols: Mapping[str, str]) -> list[Any]:
    return list(room_array(board))


def _lay_out_sums(board: masume.Board, symbols: Mapping[str, str]) -> list[Any]:
    """Return the pattern of white and black cells, the sums of each row's runs, and those of each column's."""
    sums = BoardSums(board)
    rows, cols = range(sums.grid.rows), range(sums.grid.columns)
    pattern = [[" " if sums.is_white(row, col) else "#" for col in cols] for row in rows]
    of_rows = [[sums.sum_right(row, col) or _NO_SUM for col in cols if sums.is_start_right(row, col)] for row in rows]
    of_cols = [[sums.sum_down(row, col) or _NO_SUM for row in rows if sums.is_start_down(row, col)] for col in cols]
    return [pattern, of_rows, of_cols]


_LAYOUTS = {"cells": _lay_out_cells, "rooms": _lay_out_rooms, "sums": _lay_out_sums}
