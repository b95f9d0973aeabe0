"""Measures of boards, as numbers: how many clues, where they are, how a loop runs.

Genres choose from them what they aim at when they draw new boards (`measures` in `core/generation.py`).
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

from masume.core.board import Board
from masume.core.grid import Grid, connected_components, distances
from masume.core.places import Place

Measure = Callable[[Board], float]


def clues_per_cell(board: Board) -> float:
    """Return the number of clues for each cell."""
    return sum(map(len, board.clues.values())) / len(board.grid.cells)


def clumping(board: Board) -> float:
    """Return how often two clues on cells touch: 1 as often as by chance, less if they are spread."""
    cells, grid = frozenset(_cells_with_clues(board)), board.grid
    pairs = sum(len(grid.touching(cell)) for cell in grid.cells)
    touching = sum(other in cells for cell in cells for other in grid.touching(cell))
    chance = Fraction(len(cells) * (len(cells) - 1), max(1, len(grid.cells) * (len(grid.cells) - 1)))
    return float(touching / (pairs * chance)) if pairs and chance else 0.0


def steps_to_clue(board: Board) -> float:
    """Return how many steps from neighbour to neighbour a cell is away from the nearest clue, on average."""
    found = distances(_cells_with_clues(board), board.grid.neighbours)
    return sum(found.values()) / len(found) if found else 0.0


def share_of_cells(layer: str, mark: Any) -> Measure:
    """Return a measure: the share of the cells that have a mark."""
    return lambda board: sum(each == mark for each in board.decided_marks(layer).values()) / len(board.grid.cells)


def share_of_numbers(layer: str, wanted: Callable[[int], bool]) -> Measure:
    """Return a measure: the share of the numbers in a clue layer for which a condition holds."""

    def measure(board: Board) -> float:
        numbers = _numbers(board, layer)
        return sum(map(wanted, numbers)) / len(numbers) if numbers else 0.0

    return measure


def mean_number(layer: str) -> Measure:
    """Return a measure: the mean of the numbers in a clue layer."""

    def measure(board: Board) -> float:
        numbers = _numbers(board, layer)
        return sum(numbers) / len(numbers) if numbers else 0.0

    return measure


def turns_per_line(grid: Grid, lines: Iterable[int]) -> float:
    """Return at which share of its corners a loop along edges turns."""
    drawn = frozenset(lines)
    pairs = [[edge for edge in grid.edges_at(corner) if edge in drawn] for corner in grid.corners]
    turns = [_is_turn(grid, *pair) for pair in pairs if len(pair) == 2]
    return sum(turns) / len(turns) if turns else 0.0


def largest_part(grid: Grid, cells: Sequence[int]) -> float:
    """Return the share of all cells that the largest connected part of some cells has."""
    chosen = frozenset(cells)
    parts = connected_components(cells, lambda cell: (other for other in grid.neighbours(cell) if other in chosen))
    return max(map(len, parts), default=0) / len(grid.cells)


def _is_turn(grid: Grid, one: int, other: int) -> bool:
    """Return whether two edges that meet at a corner are not parallel."""
    (left, top), (right, bottom) = (
        [abs(a - b) for a, b in zip(*map(grid.point, grid.ends(edge)), strict=True)] for edge in (one, other)
    )
    return (left, top) != (right, bottom)


def _cells_with_clues(board: Board) -> list[int]:
    return sorted({place for layer in board.clues.values() for place in layer if _is_cell(board, place)})


def _is_cell(board: Board, place: Place) -> bool:
    return isinstance(place, int) and place <= board.grid.cells[-1]


def _numbers(board: Board, layer: str) -> list[int]:
    return [value for value in board.clues[layer].values() if isinstance(value, int)]
