"""How boards of Akari look, as numbers: their black cells, and what is white between them."""

from statistics import pstdev

from masume.core.board import Board
from masume.core.layers import UNKNOWN_CLUE
from masume.genres.akari.rules import corridors


def black_cells(board: Board) -> float:
    """Return the share of black cells."""
    return len(board.clues["numbers"]) / len(board.grid.cells)


def numbered(board: Board) -> float:
    """Return the share of black cells that have a number."""
    black = board.clues["numbers"].values()
    return sum(clue != UNKNOWN_CLUE for clue in black) / max(1, len(black))


def mean_number(board: Board) -> float:
    """Return the mean of the numbers; a board of zeros and ones only has little to think about."""
    numbers = [clue for clue in board.clues["numbers"].values() if isinstance(clue, int)]
    return sum(numbers) / max(1, len(numbers))


def grouped(board: Board) -> float:
    """Return the share of black cells that share a side with another one."""
    black, neighbours = board.clues["numbers"], board.grid.neighbours
    alone = [cell for cell in board.grid.cells if cell in black and black.keys().isdisjoint(neighbours(cell))]
    return 1 - len(alone) / max(1, len(black))


def corridor_length(board: Board) -> float:
    """Return the mean length of corridors."""
    lengths = [len(cells) for cells in corridors(board)]
    return sum(lengths) / max(1, len(lengths))


def longest_corridor(board: Board) -> float:
    """Return the length of the longest corridor as a part of the longest row or column."""
    longest = max(len(board.grid.cells_on(line)) for line in board.grid.lines)
    return max((len(cells) for cells in corridors(board)), default=0) / longest


def empty_blocks(board: Board) -> float:
    """Return the share of blocks of 3x3 cells without a black cell."""
    black, blocks = board.clues["numbers"], board.grid.blocks(3, 3)
    return sum(not any(cell in black for cell in block) for block in blocks) / max(1, len(blocks))


def spread(board: Board) -> float:
    """Return how much the numbers of black cells in blocks of 3x3 cells differ: 0 if all have equally many."""
    black = board.clues["numbers"]
    counts = [sum(cell in black for cell in block) for block in board.grid.blocks(3, 3)]
    return pstdev(counts) if counts else 0
