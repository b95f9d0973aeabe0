"""puzzlekit (SmilingWayne/puzzlekit): CP-SAT models that find one solution and do not look for a second one."""

from collections.abc import Callable, Mapping
from typing import Any

import masume
from masume.bench.speed.measurement import LATE
from masume.bench.speed.peers.board_arrays import BoardSums, InexpressibleError, clue_array, room_array

_EMPTY = "-"
_VERDICTS = {"Optimal": ">=1", "Feasible": ">=1", "Infeasible": "0", "Timeout": LATE}


def prepare(board: masume.Board, genre_data: Mapping[str, Any], time_limit: float) -> Callable[[], str]:
    """Return a function that solves a board and returns whether it has a solution."""
    import puzzlekit

    puzzle = _LAYOUTS[genre_data["layout"]](board, genre_data.get("symbols", {}))
    size = {"num_rows": len(puzzle["grid"]), "num_cols": len(puzzle["grid"][0])}

    def solve() -> str:
        options = {"time_limit_sec": time_limit}
        result = puzzlekit.solve({**size, **puzzle}, puzzle_type=genre_data["solver"], solver_options=options)
        status = str(result.solution_data["status"])
        if status not in _VERDICTS:
            raise ValueError(f"status {status}")
        return _VERDICTS[status]

    return solve


def _lay_out_cells(board: masume.Board, symbols: Mapping[str, str]) -> dict[str, Any]:
    return {"grid": clue_array(board, _EMPTY, symbols)}


def _lay_out_rooms(board: masume.Board, symbols: Mapping[str, str]) -> dict[str, Any]:
    """Return the rooms, and the clue of each room in its first cell."""
    rooms, clues = room_array(board)
    remaining = dict(clues)
    grid = [[str(remaining.pop(int(room), _EMPTY)) for room in row] for row in rooms]
    return {"grid": grid, "region_grid": rooms}


def _lay_out_sums(board: masume.Board, symbols: Mapping[str, str]) -> dict[str, Any]:
    """Return the grid with an extra row above it and an extra column on its left.

    White cells are "0".  The others are "down,right": the sums of the runs that start below and to the right.
    """
    sums = BoardSums(board)

    def symbol(row: int, col: int) -> str:
        if sums.is_white(row, col):
            return "0"
        down = _format_sum(sums.sum_down(row + 1, col)) if sums.is_start_down(row + 1, col) else ""
        right = _format_sum(sums.sum_right(row, col + 1)) if sums.is_start_right(row, col + 1) else ""
        return f"{down},{right}" if down or right else _EMPTY

    return {"grid": [[symbol(row, col) for col in range(-1, sums.grid.columns)] for row in range(-1, sums.grid.rows)]}


def _format_sum(total: int | None) -> str:
    if total is None:  # puzzlekit would not require the digits of such a run to differ
        raise InexpressibleError
    return str(total)


_LAYOUTS = {"cells": _lay_out_cells, "rooms": _lay_out_rooms, "sums": _lay_out_sums}
