"""Boards laid out as rows of words, as other programs want them."""

from collections.abc import Mapping
from typing import TypeAlias

import masume
from masume.core.layers import UNKNOWN_CLUE
from masume.core.square import SquareGrid

Rows: TypeAlias = list[list[str]]


class UnsaidError(Exception):
    """A board cannot be said in the words of a peer."""


def grid_of(board: masume.Board) -> SquareGrid:
    """The grid of a board that has nothing but clues on squares."""
    usual = board.genre.checked_options({})
    if not isinstance(board.grid, SquareGrid) or any(map(len, board.given.values())) or board.options != usual:
        raise UnsaidError
    return board.grid


def cells(board: masume.Board, empty: str, words: Mapping[str, str]) -> Rows:
    """A word for each cell: the number of its clue, or what other clues are called."""
    grid = grid_of(board)
    if grid.holes:
        raise UnsaidError
    (layer,) = board.genre.clue_layers
    rows = [[empty] * grid.cols for _ in range(grid.rows)]
    for cell, clue in board.clues[layer.name].items():
        assert isinstance(cell, int)
        row, col = grid.at(cell)
        rows[row][col] = _word(clue, words)
    return rows


def _word(clue: object, words: Mapping[str, str]) -> str:
    if isinstance(clue, int):
        return str(clue)
    if str(clue) not in words:
        raise UnsaidError
    return words[str(clue)]


def rooms(board: masume.Board) -> tuple[Rows, dict[int, int]]:
    """The number of each cell's room, and the clues by these numbers."""
    grid = grid_of(board)
    (layer,) = board.genre.clue_layers
    rows, clues = [[""] * grid.cols for _ in range(grid.rows)], {}
    for number, (room, clue) in enumerate(board.clues[layer.name].items()):
        assert isinstance(room, frozenset)
        for cell in room:
            row, col = grid.at(cell)
            rows[row][col] = str(number)
        if isinstance(clue, int):
            clues[number] = clue
    return rows, clues


class Sums:
    """The sums of a board's runs, by the row and column of the cell that each begins with; None if it has none."""

    def __init__(self, board: masume.Board) -> None:
        self.grid = grid_of(board)
        (layer,) = board.genre.clue_layers
        self._sums = board.clues[layer.name]

    def is_white(self, row: int, col: int) -> bool:
        """Whether there is a cell, and not a hole or nothing."""
        grid = self.grid
        return 0 <= row < grid.rows and 0 <= col < grid.cols and row * grid.cols + col not in grid.holes

    def begins_right(self, row: int, col: int) -> bool:
        """Whether a run to the right begins here."""
        return self.is_white(row, col) and not self.is_white(row, col - 1)

    def begins_down(self, row: int, col: int) -> bool:
        """Whether a run down begins here."""
        return self.is_white(row, col) and not self.is_white(row - 1, col)

    def right(self, row: int, col: int) -> int | None:
        """The sum of the run to the right."""
        return self._told(self.grid.down(row, col))

    def down(self, row: int, col: int) -> int | None:
        """The sum of the run down."""
        return self._told(self.grid.across(row, col))

    def _told(self, edge: int) -> int | None:
        clue = self._sums.get(edge, UNKNOWN_CLUE)
        return clue if isinstance(clue, int) else None
