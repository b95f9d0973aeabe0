"""Generators of random boards: for each genre a function that draws a solution with the clues that describe it.

A generator returns a board with its solution as marks.  The `alter_…` functions change such a board near the places
that its clues leave undecided; they return None if the change is not possible.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import Any, TypeAlias, cast

import masume
from grid_shapes import (
    SIDES,
    Position,
    can_flip,
    draw_rectangles,
    draw_shading,
    find_parts,
    grow_blob,
    is_connected,
    loop_directions,
    pick_near,
    shuffled,
    visible_cells,
)
from masume.core.grid import runs
from masume.core.layers import UNKNOWN_CLUE
from masume.core.places import Chain
from masume.core.square import SquareGrid, square

Clues: TypeAlias = Mapping[Any, Any]
SEARCH_LIMITS = masume.Limits(seconds=15)  # a board that takes longer is given up
MAX_ISLAND = 8
MAX_SINGLE_SHARE = 0.25  # the largest share of islands with one cell, which make boards easy
MAX_RUN = 6
DIGITS = range(1, 10)


def build_board(genre: str, grid: SquareGrid, clues: Clues, marks: Clues) -> masume.Board:
    """Return a board of a genre that has one layer of clues and one of marks."""
    found = masume.genres.find(genre)
    (clue_layer,), (mark_layer,) = found.clue_layers, found.mark_layers
    return masume.Board(found, grid, {clue_layer.name: clues}, marks={mark_layer.name: marks})


def generate_nurikabe(grid: SquareGrid, random: Random) -> masume.Board:
    """Grow a random sea until no island is too large, and put each number anywhere on its island."""
    while True:
        sea = {random.choice(grid.cells)}
        for _ in range(20 * len(grid.cells)):
            cell = random.choice(grid.cells)
            if sea.isdisjoint(grid.neighbours(cell)) or makes_pool(grid, sea, cell):
                continue
            if random.random() < 0.1 or not strands_neighbour(grid, sea | {cell}, cell):
                sea.add(cell)
            if len(sea) > 0.5 * len(grid.cells) and (board := number_islands(grid, sea, {}, random)):
                return board


def makes_pool(grid: SquareGrid, sea: set[int], cell: int) -> bool:
    """Return whether a 2x2 block is all sea once the cell is sea."""
    return any(sea.issuperset(set(block) - {cell}) for block in grid.blocks(2, 2) if cell in block)


def strands_neighbour(grid: SquareGrid, sea: set[int], cell: int) -> bool:
    """Return whether a neighbour of a cell is an island of one cell."""
    return any(other not in sea and sea.issuperset(grid.neighbours(other)) for other in grid.neighbours(cell))


def number_islands(grid: SquareGrid, sea: set[int], old: Clues, random: Random) -> masume.Board | None:
    """Return the board of a sea, with numbers at their old places if possible; None if its islands are not suitable."""
    numbers = {}
    for island in find_parts(grid, (cell for cell in grid.cells if cell not in sea)):
        if len(island) > MAX_ISLAND:
            return None
        numbers[random.choice(sorted(island & old.keys()) or sorted(island))] = len(island)
    if list(numbers.values()).count(1) > 1 + MAX_SINGLE_SHARE * len(numbers):
        return None
    return build_board("nurikabe", grid, numbers, {c: "sea" if c in sea else "island" for c in grid.cells})


def alter_islands(board: masume.Board, cells: list[int], random: Random) -> masume.Board | None:
    """Move a number on its island, or flood or drain a cell near the undecided ones."""
    grid, numbers = board.grid, dict(board.clues["numbers"])
    assert isinstance(grid, SquareGrid)
    sea = {cell for cell, mark in board.marks["shade"].items() if mark == "sea"}
    cell = pick_near(grid, cells, random)
    if cell not in sea and random.random() < 0.5:
        (island,) = (part for part in find_parts(grid, set(grid.cells) - sea) if cell in part)
        numbers = {clue: number for clue, number in numbers.items() if clue not in island} | {cell: len(island)}
    else:
        sea ^= {cell}
        if (cell in sea and makes_pool(grid, sea, cell)) or not is_connected(grid, sea):
            return None
    return number_islands(grid, sea, numbers, random)


def generate_heyawake(grid: SquareGrid, random: Random) -> masume.Board:
    """Draw rectangular rooms, and a shading that the rules allow in them."""
    while True:
        rooms = dict.fromkeys(draw_rectangles(grid, random), UNKNOWN_CLUE)
        shading = draw_shading(grid, 0.3, random)
        while shading:
            given = {"shade": dict.fromkeys(sorted(shading), "shaded")}
            empty = masume.Board(masume.genres.find("heyawake"), grid, {"rooms": rooms}, given)
            solved = masume.solve(empty, limits=masume.Limits(SEARCH_LIMITS.seconds, solutions=1)).board
            if solved is not None:
                return number_rooms(grid, rooms, solved.decided_marks("shade"))
            shading = set(random.sample(sorted(shading), len(shading) * 2 // 3))


def number_rooms(grid: SquareGrid, rooms: Iterable[Any], shade: Clues) -> masume.Board:
    """Return the board of a shading with a number in every room."""
    numbers = {room: sum(shade[cell] == "shaded" for cell in room) for room in rooms}
    return build_board("heyawake", grid, numbers, shade)


def alter_rooms(board: masume.Board, cells: list[int], random: Random) -> masume.Board | None:
    """Cut a room with undecided cells in two, or flip the shading of a cell near them."""
    grid, shade, rooms = board.grid, dict(board.marks["shade"]), list(board.clues["rooms"])
    assert isinstance(grid, SquareGrid)
    cell = pick_near(grid, cells, random)
    if random.random() < 0.8:
        shade[cell] = "white" if shade[cell] == "shaded" else "shaded"
        if shade[cell] == "shaded":
            shade.update(dict.fromkeys(grid.neighbours(cell), "white"))
    else:
        (room,) = (room for room in rooms if cell in room)
        axis, last = random.randrange(2), grid.position(cell)
        half = frozenset(other for other in room if grid.position(other)[axis] <= last[axis])
        if half == room or len(room) < 4:
            return None
        rooms = [*(other for other in rooms if other != room), half, room - half]
    altered = number_rooms(grid, rooms, shade)
    return altered if not masume.check(altered) else None


def generate_masyu(grid: SquareGrid, random: Random) -> masume.Board:
    """Draw a loop through cells and put all its circles on the board."""
    return build_masyu(grid, grow_blob(grid.rows - 1, grid.columns - 1, 1, random))


def build_masyu(grid: SquareGrid, faces: set[Position]) -> masume.Board:
    """Return the board of the loop around faces, which are squares whose corners are the centres of cells."""
    links = {grid.position(cell): loop_directions(faces, *grid.position(cell)) for cell in grid.cells}

    def is_straight(position: Position) -> bool:
        return links[position] in ({(-1, 0), (1, 0)}, {(0, -1), (0, 1)})

    circles = {}
    for (row, col), directions in links.items():
        straight = [is_straight((row + down, col + right)) for down, right in directions]
        if is_straight((row, col)) and not all(straight):
            circles[row * grid.columns + col] = "white"
        elif directions and not is_straight((row, col)) and all(straight):
            circles[row * grid.columns + col] = "black"
    lines = {grid.horizontal_edge(row + 1, col) for (row, col), ways in links.items() if (1, 0) in ways}
    lines |= {grid.vertical_edge(row, col + 1) for (row, col), ways in links.items() if (0, 1) in ways}
    return build_board("masyu", grid, circles, dict.fromkeys(sorted(lines), "line"))


def alter_loop(board: masume.Board, edges: list[int], random: Random) -> masume.Board | None:
    """Lead the loop another way around a face beside undecided edges."""
    grid, loop = board.grid, board.marks["loop"]
    assert isinstance(grid, SquareGrid)
    faces = {
        (row, col)
        for row in range(grid.rows - 1)
        for col in range(grid.columns - 1)
        if sum(grid.horizontal_edge(row + 1, left) in loop for left in range(col + 1)) % 2
    }
    row, col = grid.position(random.choice(grid.cells_beside(random.choice(edges))))
    row, col = random.randrange(max(0, row - 1), row + 1), random.randrange(max(0, col - 1), col + 1)
    if row == grid.rows - 1 or col == grid.columns - 1 or not can_flip(faces, row, col):
        return None
    return build_masyu(grid, faces ^ {(row, col)})


def generate_slitherlink(grid: SquareGrid, random: Random) -> masume.Board:
    """Draw a loop along edges and put all its numbers on the board."""
    inside = grow_blob(grid.rows, grid.columns, 0.55, random)

    def count_borders(row: int, col: int) -> int:
        return sum(((row, col) in inside) != ((row + down, col + right) in inside) for down, right in SIDES)

    return build_board("slitherlink", grid, {cell: count_borders(*grid.position(cell)) for cell in grid.cells}, {})


def generate_corral(grid: SquareGrid, random: Random) -> masume.Board:
    """Draw a loop and put all numbers inside it on the board."""
    inside = {row * grid.columns + col for row, col in grow_blob(grid.rows, grid.columns, 0.6, random)}
    outside = set(grid.cells) - inside
    return build_board("corral", grid, {cell: len(visible_cells(grid, cell, outside)) for cell in sorted(inside)}, {})


def generate_kuromasu(grid: SquareGrid, random: Random) -> masume.Board:
    """Draw a shading and put the numbers of all white cells on the board."""
    shaded = draw_shading(grid, 0.25, random)
    white = (cell for cell in grid.cells if cell not in shaded)
    return build_board("kuromasu", grid, {cell: len(visible_cells(grid, cell, shaded)) for cell in white}, {})


def generate_akari(grid: SquareGrid, random: Random) -> masume.Board:
    """Draw black cells with rotational symmetry, and random lamps until all cells are lit."""
    last, black = grid.cells[-1], set[int]()
    while len(black) < 0.23 * len(grid.cells):
        cell = random.choice(grid.cells)
        black |= {cell, last - cell}
    return place_lamps(grid, black, set(), random)


def place_lamps(grid: SquareGrid, black: set[int], lamps: set[int], random: Random) -> masume.Board:
    """Return the board of black cells with these lamps and random further ones."""
    lamps, clear = set(lamps), set(grid.cells) - black
    for cell in shuffled(sorted(clear), random):
        if lamps.isdisjoint(visible_cells(grid, cell, black)):
            lamps.add(cell)
    numbers = {cell: sum(other in lamps for other in grid.neighbours(cell)) for cell in sorted(black)}
    marks = {cell: "lamp" if cell in lamps else "empty" for cell in sorted(clear)}
    return build_board("akari", grid, numbers, marks)


def alter_lamps(board: masume.Board, cells: list[int], random: Random) -> masume.Board | None:
    """Place other lamps near the undecided cells, perhaps after moving a pair of black cells there."""
    grid, black = board.grid, set(board.clues["numbers"])
    assert isinstance(grid, SquareGrid)
    last, chosen = grid.cells[-1], random.choice(cells)
    if random.random() < 0.5 and chosen not in black:
        removed = random.choice(sorted(black))
        black = black - {removed, last - removed} | {chosen, last - chosen}
    lamps = {cell for cell, mark in board.marks["lamps"].items() if mark == "lamp"} - set(cells) - black
    kept = set[int]()
    for lamp in shuffled(sorted(lamps), random):
        if kept.isdisjoint(visible_cells(grid, lamp, black)):
            kept.add(lamp)
    return place_lamps(grid, black, kept, random)


def generate_kakuro(grid: SquareGrid, random: Random) -> masume.Board:
    """Draw a pattern with rotational symmetry, and random digits whose sums leave few possibilities."""
    while True:
        holed = draw_pattern(grid, random)
        if holed is not None:
            return build_kakuro(holed, sharpen_digits(holed, fill_digits(holed, {}, random), holed.cells, random))


def draw_pattern(grid: SquareGrid, random: Random) -> SquareGrid | None:
    """Return the grid with holes that leave no run of one cell and no run that is too long; None if that fails."""
    holed: SquareGrid | None = grid
    while holed is not None and (wide := find_wide_areas(holed)):
        options = (add_hole(holed, cell) for cell in shuffled(random.choice(wide), random))
        holed = next((option for option in options if option is not None), None)
    return holed


def add_hole(grid: SquareGrid, cell: int) -> SquareGrid | None:
    """Return the grid with a hole and its opposite; None if that leaves a run of one cell, or two parts."""
    last = grid.rows * grid.columns - 1
    holed = square(grid.rows, grid.columns, grid.holes | {cell, last - cell})
    has_short_run = any(len(run) == 1 for run in runs(holed).values())
    return holed if not has_short_run and is_connected(holed, holed.cells) else None


def find_wide_areas(grid: SquareGrid) -> list[Chain]:
    """Return the runs that are too long or, if there are none, the 3x3 squares: areas where sums determine little."""
    long = [run for run in runs(grid).values() if len(run) > MAX_RUN]
    return long or list(grid.blocks(3, 3))


def fill_digits(grid: SquareGrid, digits: Mapping[int, int], random: Random) -> dict[int, int]:
    """Return digits for all cells, none twice in a run; keep the digits passed in where possible."""
    crossing: dict[int, set[int]] = {cell: set() for cell in grid.cells}
    for run in runs(grid).values():
        for cell in run:
            crossing[cell] |= set(run) - {cell}
    filled = dict(digits)
    while len(filled) < len(crossing):
        cell = random.choice([cell for cell in grid.cells if cell not in filled])
        used = {filled[other] for other in crossing[cell] if other in filled}
        digit = random.choice([digit for digit in DIGITS if digit not in used] or DIGITS)
        for other in crossing[cell]:
            if filled.get(other) == digit:
                del filled[other]
        filled[cell] = digit
    return filled


def sharpen_digits(grid: SquareGrid, digits: dict[int, int], cells: Sequence[int], random: Random) -> dict[int, int]:
    """Change the digits of some cells one by one, so that the sums of the runs leave fewer digits possible."""
    runs_of: dict[int, list[Chain]] = {cell: [] for cell in grid.cells}
    for run in runs(grid).values():
        for cell in run:
            runs_of[cell].append(run)

    def count_possible(cell: int) -> int:
        across, down = (possible_digits(len(run), sum(digits[c] for c in run)) for run in runs_of[cell])
        return len(across & down)

    for _ in range(20 * len(cells)):
        cell = random.choice(cells)
        affected = {other for run in runs_of[cell] for other in run}
        free = set(DIGITS) - {digits[other] for other in affected}
        if free:
            before, old = sum(map(count_possible, affected)), digits[cell]
            digits[cell] = random.choice(sorted(free))
            if sum(map(count_possible, affected)) > before:
                digits[cell] = old
    return digits


@cache
def possible_digits(length: int, total: int) -> frozenset[int]:
    """Return the digits that occur in some combination with this length and sum."""
    return frozenset().union(*(digits for digits in combinations(DIGITS, length) if sum(digits) == total))


def build_kakuro(grid: SquareGrid, digits: Mapping[int, int]) -> masume.Board:
    """Return the board with these digits as its solution and all sums."""
    sums = {edge: sum(digits[cell] for cell in run) for edge, run in runs(grid).items()}
    return build_board("kakuro", grid, sums, {cell: digits[cell] for cell in grid.cells})


def alter_digits(board: masume.Board, cells: list[int], random: Random) -> masume.Board | None:
    """Draw other digits for undecided cells near each other, or replace such a cell by a hole."""
    grid, digits = board.grid, cast(Mapping[int, int], board.marks["digits"])
    assert isinstance(grid, SquareGrid)
    row, col = grid.position(random.choice(cells))
    if random.random() < 0.2:
        holed = add_hole(grid, row * grid.columns + col)
        return build_kakuro(holed, digits) if holed is not None else None
    size = random.choice((1, 2, 3, 5))
    freed = [cell for cell in cells if abs(grid.position(cell)[0] - row) + abs(grid.position(cell)[1] - col) < size]
    altered = fill_digits(grid, {cell: digit for cell, digit in digits.items() if cell not in freed}, random)
    return build_kakuro(grid, sharpen_digits(grid, altered, freed, random) if random.random() < 0.5 else altered)
