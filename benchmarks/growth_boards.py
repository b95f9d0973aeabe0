"""Make boards larger than those of any collection, in a folder for `masume bench speed --corpus`.

    python benchmarks/growth_boards.py FOLDER 25 50 100 200 [--genre akari] [--share 0.6]

They show how time grows with size.  Akari and Kakuro boards are composed of tiles: shipped boards side by side,
separated by lines of black cells.  Each tile has one solution, so the whole board has one too.  The other genres have
rules about connectivity, so their boards cannot be composed of tiles: they have all clues of a random solution, or a
share of them, and their number of solutions is not known.
Every board is written only after its solution was checked.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from functools import cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, cast

import masume
from board_generators import build_board, build_kakuro, build_masyu, number_rooms
from grid_shapes import (
    RING,
    SIDES,
    Position,
    can_flip,
    draw_rectangles,
    find_parts,
    shuffled,
    visible_cells,
)
from masume.core.layers import UNKNOWN_CLUE
from masume.core.square import SquareGrid, square

TILE_SIDES = {"akari": 10, "kakuro": 15}  # the sizes of the shipped boards that are used as tiles
MAX_ISLAND = 8  # cells: larger islands are flooded where that is possible
RETRY_PROBABILITY = 0.8  # of trying a rejected cell again


def tile_boards(genre: str, size: int, random: Random) -> masume.Board:
    """Return a board of shipped boards side by side, with black cells everywhere else."""
    side = TILE_SIDES[genre]
    starts = range(0, size - side + 1, side + 1)
    tiles = {(top, left): random.choice(solve_tiles(genre, side)) for top in starts for left in starts}
    if not tiles:
        raise SystemExit(f"{genre}: expected a size of at least {side}, not {size}")
    return {"akari": join_akari, "kakuro": join_kakuro}[genre](size, tiles)


@cache
def solve_tiles(genre: str, side: int) -> list[masume.Board]:
    """Return the shipped boards of a size with their solutions."""
    lines = files("masume.bench").joinpath("boards.jsonl").read_text(encoding="utf-8").splitlines()
    records = [
        line for line in map(json.loads, lines) if (line["genre"], line["rows"], line["cols"]) == (genre, side, side)
    ]
    return [cast(masume.Board, masume.solve(masume.read(record["url"])).board) for record in records]


def join_akari(size: int, tiles: dict[Position, masume.Board]) -> masume.Board:
    """Join tiles to one board, with black cells without a number elsewhere."""
    clues: dict[int, Any] = dict.fromkeys(range(size * size), UNKNOWN_CLUE)
    marks: dict[int, Any] = {}
    for (top, left), tile in tiles.items():
        for cell in tile.grid.cells:
            row, col = cast(SquareGrid, tile.grid).position(cell)
            place = (top + row) * size + left + col
            del clues[place]
            if cell in tile.clues["numbers"]:
                clues[place] = tile.clues["numbers"][cell]
            else:
                marks[place] = tile.marks["lamps"][cell]
    return build_board("akari", square(size, size), clues, marks)


def join_kakuro(size: int, tiles: dict[Position, masume.Board]) -> masume.Board:
    """Join tiles to one board, with holes elsewhere."""
    digits: dict[int, int] = {}
    for (top, left), tile in tiles.items():
        for cell, digit in tile.marks["digits"].items():
            row, col = cast(SquareGrid, tile.grid).position(cast(int, cell))
            digits[(top + row) * size + left + col] = cast(int, digit)
    grid = square(size, size, frozenset(range(size * size)).difference(digits))
    return build_kakuro(grid, digits)


def generate_nurikabe(size: int, random: Random) -> masume.Board:
    """Grow a random sea, first around islands, then into the islands that are still too large."""
    grid = square(size, size)
    sea = {(size // 2, size // 2)}
    everywhere = [grid.position(cell) for cell in grid.cells]
    flood(sea, everywhere, random, lambda position: not strands_neighbour(sea, position, size))
    while too_large := [
        position for island in find_islands(grid, sea) if len(island) > MAX_ISLAND for position in island
    ]:
        if not flood(sea, too_large, random, lambda position: True):
            break
    numbers = {min(island)[0] * size + min(island)[1]: len(island) for island in find_islands(grid, sea)}
    shade = {cell: "sea" if grid.position(cell) in sea else "island" for cell in grid.cells}
    return build_board("nurikabe", grid, numbers, shade)


def flood(
    sea: set[Position], positions: Iterable[Position], random: Random, is_wanted: Callable[[Position], bool]
) -> list[Position]:
    """Add wanted positions beside the sea that make no pool, until there are no more; return those added."""
    added: list[Position] = []
    order = shuffled(positions, random)
    while True:
        new = []
        for position in order:
            is_beside = position not in sea and neighbours(position) & sea
            if is_beside and not makes_pool(sea, position) and is_wanted(position):
                sea.add(position)
                new.append(position)
        if not new:
            return added
        added += new


def neighbours(position: Position) -> set[Position]:
    """Return the four positions that share a side with a position."""
    return {(position[0] + down, position[1] + right) for down, right in SIDES}


def makes_pool(sea: set[Position], position: Position) -> bool:
    """Return whether a 2x2 block is all sea once the position is sea."""
    row, col = position
    return any(
        sea >= {(row + down, col), (row, col + right), (row + down, col + right)}
        for down in (-1, 1)
        for right in (-1, 1)
    )


def strands_neighbour(sea: set[Position], position: Position, size: int) -> bool:
    """Return whether flooding a position makes one of its neighbours an island of one cell."""

    def is_inside(other: Position) -> bool:
        return 0 <= other[0] < size and 0 <= other[1] < size

    def is_alone(other: Position) -> bool:
        return all(each in sea or each == position for each in neighbours(other) if is_inside(each))

    return any(other not in sea and is_alone(other) for other in neighbours(position) if is_inside(other))


def find_islands(grid: SquareGrid, sea: set[Position]) -> list[set[Position]]:
    """Return the connected parts of the land."""
    land = [cell for cell in grid.cells if grid.position(cell) not in sea]
    return [{grid.position(cell) for cell in island} for island in find_parts(grid, land)]


def can_be_shaded(shaded: set[Position], position: Position, size: int) -> bool:
    """Return whether a position shares no side with a shaded one and leaves the other cells connected."""
    return not neighbours(position) & shaded and keeps_connected(shaded, position, size)


def keeps_connected(shaded: set[Position], position: Position, size: int) -> bool:
    """Return whether the unshaded cells around a position stay connected to each other if it is shaded."""
    around = [(position[0] + down, position[1] + right) for down, right in RING]
    free = [0 <= row < size and 0 <= col < size and (row, col) not in shaded for row, col in around]
    return sum(free[index - 1] and not free[index] for index in range(len(RING))) <= 1


def generate_kuromasu(size: int, random: Random) -> masume.Board:
    """Draw a shading and put the numbers of all white cells on the board."""
    grid, shaded = square(size, size), set[Position]()
    positions = shuffled((grid.position(cell) for cell in grid.cells), random)
    for position in positions[: len(positions) // 2]:
        if can_be_shaded(shaded, position, size):
            shaded.add(position)
    cells = {row * size + col for row, col in shaded}
    numbers = {cell: len(visible_cells(grid, cell, cells)) for cell in grid.cells if cell not in cells}
    return build_board("kuromasu", grid, numbers, {c: "shaded" if c in cells else "white" for c in grid.cells})


def generate_heyawake(size: int, random: Random) -> masume.Board:
    """Draw rooms, shade a cell on every line through three rooms, and join rooms where no cell can be shaded."""
    grid, shaded = square(size, size), set[Position]()
    room_of = {cell: room for room in draw_rectangles(grid, random) for cell in room}
    for line in shuffled(find_lines_through_three_rooms(size, room_of), random):
        if shaded.isdisjoint(line):
            shaded |= set(
                [position for position in shuffled(line, random) if can_be_shaded(shaded, position, size)][:1]
            )
    while open_lines := [line for line in find_lines_through_three_rooms(size, room_of) if shaded.isdisjoint(line)]:
        for line in open_lines:
            first, second = (room_of[row * size + col] for row, col in line[:2])
            room_of |= dict.fromkeys(first | second, first | second)
    shade = {cell: "shaded" if grid.position(cell) in shaded else "white" for cell in grid.cells}
    return number_rooms(grid, dict.fromkeys(room_of[cell] for cell in grid.cells), shade)


def find_lines_through_three_rooms(size: int, room_of: dict[int, frozenset[int]]) -> list[list[Position]]:
    """Return the shortest straight lines that touch three rooms; the rules require a shaded cell on each of them."""
    lines = []
    for is_row in (True, False):
        for number in range(size):
            line = [(number, index) if is_row else (index, number) for index in range(size)]
            rooms = [room_of[row * size + col] for row, col in line]
            walls = [index for index in range(1, size) if rooms[index] != rooms[index - 1]]
            lines += [line[first - 1 : second + 1] for first, second in pairwise(walls)]
    return lines


def grow_wide_blob(size: int, share: float, random: Random) -> set[Position]:
    """Return connected cells without holes, as `grow_blob` does; growing only at the border is faster."""
    cells = {(size // 2, size // 2)}
    waiting = sorted(neighbours(*cells))
    while waiting and len(cells) < share * size * size:
        index = random.randrange(len(waiting))
        waiting[index], waiting[-1] = waiting[-1], waiting[index]
        row, col = position = waiting.pop()
        if position in cells or not (0 <= row < size and 0 <= col < size) or not can_flip(cells, row, col):
            continue
        # Prefer a position with few neighbours among the cells: the loop winds more.
        if random.random() < (0, 1, 0.25, 0.05, 0)[len(neighbours(position) & cells)]:
            cells.add(position)
            waiting += sorted(neighbours(position) - cells)
        elif random.random() < RETRY_PROBABILITY:
            waiting.append(position)
    return cells


def generate_slitherlink(size: int, random: Random) -> masume.Board:
    """Draw a loop along edges and put all its numbers on the board."""
    grid, inside = square(size, size), grow_wide_blob(size, 0.55, random)
    loop, numbers = set[int](), {}
    for cell in grid.cells:
        row, col = grid.position(cell)
        sides = {
            grid.horizontal_edge(row, col): (row - 1, col),
            grid.horizontal_edge(row + 1, col): (row + 1, col),
            grid.vertical_edge(row, col): (row, col - 1),
            grid.vertical_edge(row, col + 1): (row, col + 1),
        }
        borders = {edge for edge, other in sides.items() if ((row, col) in inside) != (other in inside)}
        loop |= borders
        numbers[cell] = len(borders)
    return build_board("slitherlink", grid, numbers, dict.fromkeys(sorted(loop), "line"))


def generate_corral(size: int, random: Random) -> masume.Board:
    """Draw a loop and put all numbers inside it on the board."""
    grid = square(size, size)
    inside = {row * size + col for row, col in grow_wide_blob(size, 0.6, random)}
    outside = set(grid.cells) - inside
    numbers = {cell: len(visible_cells(grid, cell, outside)) for cell in sorted(inside)}
    return build_board("corral", grid, numbers, {c: "inside" if c in inside else "outside" for c in grid.cells})


def generate_masyu(size: int, random: Random) -> masume.Board:
    """Draw a loop through cells and put all its circles on the board."""
    return build_masyu(square(size, size), grow_wide_blob(size - 1, 1, random))


GENERATORS: dict[str, Callable[[int, Random], masume.Board]] = {
    "corral": generate_corral,
    "heyawake": generate_heyawake,
    "kuromasu": generate_kuromasu,
    "masyu": generate_masyu,
    "nurikabe": generate_nurikabe,
    "slitherlink": generate_slitherlink,
}
# What replaces a clue that is left out, for genres that do not need all clues.
REPLACEMENTS = {"corral": None, "heyawake": UNKNOWN_CLUE, "kuromasu": None, "masyu": None, "slitherlink": None}


def make_board(genre: str, size: int, random: Random, share: float) -> masume.Board:
    """Return a board with its solution as marks; keep only a share of its clues if the genre does not need all."""
    board = tile_boards(genre, size, random) if genre in TILE_SIDES else GENERATORS[genre](size, random)
    if broken := masume.check(board):
        raise SystemExit(f"{genre} {size}x{size}: the solution breaks {broken[0].rule}")
    if genre not in REPLACEMENTS or share == 1:
        return board
    (layer,), replacement = board.genre.clue_layers, REPLACEMENTS[genre]
    clues = {place: clue if random.random() < share else replacement for place, clue in board.clues[layer.name].items()}
    kept = {place: clue for place, clue in clues.items() if clue is not None}
    return masume.Board(board.genre, board.grid, {layer.name: kept}, marks=board.marks)


def main() -> None:
    """Write a file for each genre."""
    genres = sorted({*TILE_SIDES, *GENERATORS})
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="folder for the files GENRE.jsonl")
    parser.add_argument("sizes", type=int, nargs="+", help="numbers of rows and columns")
    parser.add_argument("--genre", action="append", choices=genres, help="default: all genres")
    parser.add_argument("--share", type=float, default=1.0, help="share of the clues to keep, where some are optional")
    parser.add_argument("--number", type=int, default=1, help="number of boards of each size")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for genre in options.genre or genres:
        lines = []
        for size in options.sizes:
            for number in range(1, options.number + 1):
                name, start = f"growth-{genre}-{size}x{size}-{number}", perf_counter()
                board = make_board(genre, size, Random(name), options.share)
                url = masume.write(masume.Board(board.genre, board.grid, board.clues), "pzpr")
                record = {"id": name, "rows": size, "cols": size, "pzpr_url": url}
                lines.append(json.dumps(record | ({"n_solutions": "1"} if genre in TILE_SIDES else {})))
                print(f"{name}: {perf_counter() - start:.1f} s", file=sys.stderr)
        (options.folder / f"{genre}.jsonl").write_text("\n".join([*lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
