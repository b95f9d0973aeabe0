"""Boards as arrays of strings, which is what other programs take as input."""

from collections.abc import Mapping
from typing import TypeAlias

import masume
from masume.core.layers import UNKNOWN_CLUE
from masume.core.square import SquareGrid

Rows: TypeAlias = list[list[str]]


class InexpressibleError(Exception):
    """A peer's notation cannot express a board."""


def require_plain_grid(board: masume.Board) -> SquareGrid:
    """Return the grid of a board; raise InexpressibleError if it is not square or there are given marks or options."""
    defaults = board.genre.complete_options({})
    if not isinstance(board.grid, SquareGrid) or any(map(len, board.given.values())) or board.options != defaults:
        raise InexpressibleError
    return board.grid


def clue_array(board: masume.Board, empty: str, symbols: Mapping[str, str]) -> Rows:
    """Return a string for each cell: the number of its clue, the peer's symbol for another clue, or `empty`."""
    grid = require_plain_grid(board)
    if grid.holes:
        raise InexpressibleError
    (layer,) = board.genre.clue_layers
    rows = [[empty] * grid.columns for _ in range(grid.rows)]
    for cell, clue in board.clues[layer.name].items():
        assert isinstance(cell, int)
        row, col = grid.position(cell)
        rows[row][col] = _translate(clue, symbols)
    return rows


def _translate(clue: object, symbols: Mapping[str, str]) -> str:
    if isinstance(clue, int):
        return str(clue)
    if str(clue) not in symbols:
        raise InexpressibleError
    return symbols[str(clue)]


def room_array(board: masume.Board) -> tuple[Rows, dict[int, int]]:
    """Return the number of each cell's room, and the clues by room number."""
    grid = require_plain_grid(board)
    (layer,) = board.genre.clue_layers
    rows, clues = [[""] * grid.columns for _ in range(grid.rows)], {}
    for number, (room, clue) in enumerate(board.clues[layer.name].items()):
        assert isinstance(room, frozenset)
        for cell in room:
            row, col = grid.position(cell)
            rows[row][col] = str(number)
        if isinstance(clue, int):
            clues[number] = clue
    return rows, clues


class BoardSums:
    """The sums of a board's runs, by the row and column of a run's first cell; None for a run without a sum."""

    def __init__(self, board: masume.Board) -> None:
        self.grid = require_plain_grid(board)
        (layer,) = board.genre.clue_layers
        self._sums = board.clues[layer.name]

    def is_white(self, row: int, col: int) -> bool:
        """Return whether there is a cell, rather than a hole or the outside of the grid."""
        grid = self.grid
        return 0 <= row < grid.rows and 0 <= col < grid.columns and row * grid.columns + col not in grid.holes

    def is_start_right(self, row: int, col: int) -> bool:
        """Return whether a run to the right starts here."""
        return self.is_white(row, col) and not self.is_white(row, col - 1)

    def is_start_down(self, row: int, col: int) -> bool:
        """Return whether a run down starts here."""
        return self.is_white(row, col) and not self.is_white(row - 1, col)

    def sum_right(self, row: int, col: int) -> int | None:
        """Return the sum of the run to the right."""
        return self._find_sum(self.grid.vertical_edge(row, col))

    def sum_down(self, row: int, col: int) -> int | None:
        """Return the sum of the run down."""
        return self._find_sum(self.grid.horizontal_edge(row, col))

    def _find_sum(self, edge: int) -> int | None:
        clue = self._sums.get(edge, UNKNOWN_CLUE)
        return clue if isinstance(clue, int) else None
