"""puzzlekit (SmilingWayne/puzzlekit): CP-SAT models that are asked for one solution; it tells of no second one."""

from collections.abc import Callable, Mapping
from typing import Any

import masume
from masume.bench.speed.measurement import LATE
from masume.bench.speed.peers.board_arrays import Sums, UnsaidError, cells, rooms

_EMPTY = "-"
_VERDICTS = {"Optimal": ">=1", "Feasible": ">=1", "Infeasible": "0", "Timeout": LATE}


def prepared(board: masume.Board, told: Mapping[str, Any], seconds: float) -> Callable[[], str]:
    """What solves a board and says whether it has a solution."""
    import puzzlekit

    posed = _LAYOUTS[told["layout"]](board, told.get("words", {}))
    size = {"num_rows": len(posed["grid"]), "num_cols": len(posed["grid"][0])}

    def solve() -> str:
        options = {"time_limit_sec": seconds}
        found = puzzlekit.solve({**size, **posed}, puzzle_type=told["solver"], solver_options=options)
        status = str(found.solution_data["status"])
        if status not in _VERDICTS:
            raise ValueError(f"status {status}")
        return _VERDICTS[status]

    return solve


def _cells(board: masume.Board, words: Mapping[str, str]) -> dict[str, Any]:
    return {"grid": cells(board, _EMPTY, words)}


def _rooms(board: masume.Board, words: Mapping[str, str]) -> dict[str, Any]:
    """The rooms, and in the first cell of each its clue."""
    homes, clues = rooms(board)
    left = dict(clues)
    grid = [[str(left.pop(int(home), _EMPTY)) for home in row] for row in homes]
    return {"grid": grid, "region_grid": homes}


def _sums(board: masume.Board, words: Mapping[str, str]) -> dict[str, Any]:
    """White cells, and on the others and on the frame "down,right" for the runs that begin after them."""
    sums = Sums(board)

    def word(row: int, col: int) -> str:
        if sums.is_white(row, col):
            return "0"
        down = _sum(sums.down(row + 1, col)) if sums.begins_down(row + 1, col) else ""
        right = _sum(sums.right(row, col + 1)) if sums.begins_right(row, col + 1) else ""
        return f"{down},{right}" if down or right else _EMPTY

    return {"grid": [[word(row, col) for col in range(-1, sums.grid.cols)] for row in range(-1, sums.grid.rows)]}


def _sum(told: int | None) -> str:
    if told is None:  # its digits would not be told to differ
        raise UnsaidError
    return str(told)


_LAYOUTS = {"cells": _cells, "rooms": _rooms, "sums": _sums}
