"""Random shapes on square grids, from which `board_generators` and `growth_boards` make boards."""

from collections.abc import Iterable
from itertools import takewhile
from random import Random
from typing import Any, TypeAlias

from masume.core.grid import connected_components, ray
from masume.core.square import SquareGrid

Position: TypeAlias = tuple[int, int]  # row and column
RING = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]  # the offsets around a cell, in order
SIDES = RING[1::2]  # the offsets of the neighbours that share a side


def shuffled(items: Iterable[Any], random: Random) -> list[Any]:
    """Return the items in random order."""
    order = list(items)
    random.shuffle(order)
    return order


def pick_near(grid: SquareGrid, cells: list[int], random: Random) -> int:
    """Return one of the cells, or a neighbour of it."""
    cell = random.choice(cells)
    return random.choice([cell, cell, *grid.neighbours(cell)])


def find_parts(grid: SquareGrid, cells: Iterable[int]) -> list[set[int]]:
    """Return the connected parts of some cells, in the order of the cells."""
    return connected_components(cells, grid.neighbours)


def is_connected(grid: SquareGrid, cells: Iterable[int]) -> bool:
    """Return whether the cells are connected by their sides."""
    return len(find_parts(grid, cells)) <= 1


def grow_blob(rows: int, cols: int, share: float, random: Random) -> set[Position]:
    """Return connected cells without holes, so that one loop surrounds them: up to this share of all cells."""
    cells = {(random.randrange(rows), random.randrange(cols))}
    for _ in range(40 * rows * cols):
        if len(cells) >= share * rows * cols:
            break
        row, col = random.randrange(rows), random.randrange(cols)
        beside = sum((row + down, col + right) in cells for down, right in SIDES)
        # Prefer a cell with few neighbours among the cells: the loop winds more.
        if (row, col) not in cells and random.random() < (0, 1, 0.25, 0.05, 0)[beside] and can_flip(cells, row, col):
            cells.add((row, col))
    return cells


def can_flip(cells: set[Position], row: int, col: int) -> bool:
    """Return whether one loop still surrounds the cells after a cell is added or removed."""
    ring = [(row + down, col + right) in cells for down, right in RING]
    return 0 < sum(ring[1::2]) < 4 and sum(ring[index - 1] and not ring[index] for index in range(len(RING))) == 1


def draw_shading(grid: SquareGrid, share: float, random: Random) -> set[int]:
    """Return random cells to shade: no two share a side, and the others stay connected."""
    shaded: set[int] = set()
    for cell in shuffled(grid.cells, random):
        if len(shaded) >= share * len(grid.cells):
            break
        if shaded.isdisjoint(grid.neighbours(cell)) and is_connected(grid, set(grid.cells) - shaded - {cell}):
            shaded.add(cell)
    return shaded


def draw_rectangles(grid: SquareGrid, random: Random) -> list[frozenset[int]]:
    """Return random rectangles that cover a grid, placed row by row."""
    free, rectangles = set(grid.cells), list[frozenset[int]]()
    while free:
        row, col = grid.position(min(free))
        gap = next((c for c in range(col, grid.columns) if row * grid.columns + c not in free), grid.columns) - col
        height, width = random.choice([(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (3, 3), (4, 2), (3, 4), (4, 3)])
        height, width = min(height, grid.rows - row), gap if gap <= width + 1 and gap < 5 else width
        rectangle = frozenset((row + r) * grid.columns + col + c for r in range(height) for c in range(width))
        free -= rectangle
        rectangles.append(rectangle)
    return rectangles


def visible_cells(grid: SquareGrid, cell: int, blocked: set[int]) -> set[int]:
    """Return a cell and the cells seen from it in straight lines up to the blocked ones."""
    seen = {cell}
    for direction in grid.directions:
        seen.update(takewhile(lambda other: other not in blocked, ray(grid, cell, direction)))
    return seen


def loop_directions(faces: set[Position], row: int, col: int) -> set[Position]:
    """Return the directions in which the loop around faces leaves the top left corner of the face at row and col."""
    beside = {
        (-1, 0): ((row - 1, col - 1), (row - 1, col)),
        (0, 1): ((row - 1, col), (row, col)),
        (1, 0): ((row, col - 1), (row, col)),
        (0, -1): ((row - 1, col - 1), (row, col - 1)),
    }
    return {direction for direction, (left, right) in beside.items() if (left in faces) != (right in faces)}
