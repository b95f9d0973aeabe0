"""Boards larger than any collection's, to see how time grows: a folder for `masume bench speed --corpus`.

    python benchmarks/growth_boards.py FOLDER 25 50 100 200 [--genre akari] [--share 0.6]

Akari and Kakuro: shipped boards side by side, with a line of black cells between them, so that the whole has one
solution as each of them has.  The others are no product of parts, for what they ask for hangs together: a solution is
drawn by lot and all its clues are told, or a share of them; how many solutions that leaves is not known.  Every board
is written only after its solution was checked.
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
from make_boards import (
    RING,
    SIDES,
    Spot,
    board_of,
    circled,
    in_sight,
    is_loose,
    rectangles,
    rooms_numbered,
    shuffled,
    summed,
)
from masume.core.grid import parts
from masume.core.layers import UNKNOWN_CLUE
from masume.core.square import SquareGrid, square

TILE = {"akari": 10, "kakuro": 15}  # the sides of the shipped boards that are set side by side
ISLAND = 8  # cells, beyond which an island is flooded where that is possible
PERSISTENCE = 0.8  # how likely a cell that was not taken is tried again


def tiled(genre: str, size: int, random: Random) -> masume.Board:
    """Shipped boards side by side, with black cells between them and on what is left over."""
    side = TILE[genre]
    starts = range(0, size - side + 1, side + 1)
    tiles = {(top, left): random.choice(solved_tiles(genre, side)) for top in starts for left in starts}
    if not tiles:
        raise SystemExit(f"{genre}: expected a size of at least {side}, not {size}")
    return {"akari": lamps_beside, "kakuro": sums_beside}[genre](size, tiles)


@cache
def solved_tiles(genre: str, side: int) -> list[masume.Board]:
    """The shipped boards of a size, with their solutions."""
    lines = files("masume.bench").joinpath("boards.jsonl").read_text(encoding="utf-8").splitlines()
    told = [
        line for line in map(json.loads, lines) if (line["genre"], line["rows"], line["cols"]) == (genre, side, side)
    ]
    return [cast(masume.Board, masume.solve(masume.read(line["url"])).board) for line in told]


def lamps_beside(size: int, tiles: dict[Spot, masume.Board]) -> masume.Board:
    """One board of many, black without a number where there is none."""
    clues: dict[int, Any] = dict.fromkeys(range(size * size), UNKNOWN_CLUE)
    marks: dict[int, Any] = {}
    for (top, left), tile in tiles.items():
        for cell in tile.grid.cells:
            row, col = cast(SquareGrid, tile.grid).at(cell)
            place = (top + row) * size + left + col
            del clues[place]
            if cell in tile.clues["numbers"]:
                clues[place] = tile.clues["numbers"][cell]
            else:
                marks[place] = tile.marks["lamps"][cell]
    return board_of("akari", square(size, size), clues, marks)


def sums_beside(size: int, tiles: dict[Spot, masume.Board]) -> masume.Board:
    """One board of many, with holes where there is none."""
    digits: dict[int, int] = {}
    for (top, left), tile in tiles.items():
        for cell, digit in tile.marks["digits"].items():
            row, col = cast(SquareGrid, tile.grid).at(cast(int, cell))
            digits[(top + row) * size + left + col] = cast(int, digit)
    grid = square(size, size, frozenset(range(size * size)).difference(digits))
    return summed(grid, digits)


def nurikabe(size: int, random: Random) -> masume.Board:
    """A sea that grew by lot, first around islands, then into those that are still too large."""
    grid = square(size, size)
    sea = {(size // 2, size // 2)}
    flood(sea, [grid.at(cell) for cell in grid.cells], size, random, lambda spot: not strands(sea, spot, size))
    while too_large := [spot for island in islands(grid, sea) if len(island) > ISLAND for spot in island]:
        if not flood(sea, too_large, size, random, lambda spot: True):
            break
    numbers = {min(spots)[0] * size + min(spots)[1]: len(spots) for spots in islands(grid, sea)}
    shade = {cell: "sea" if grid.at(cell) in sea else "island" for cell in grid.cells}
    return board_of("nurikabe", grid, numbers, shade)


def flood(
    sea: set[Spot], spots: Iterable[Spot], size: int, random: Random, wanted: Callable[[Spot], bool]
) -> list[Spot]:
    """Add spots beside the sea that make no pool, until there are no more of those that are wanted."""
    added: list[Spot] = []
    left = shuffled(spots, random)
    while True:
        now = []
        for spot in left:
            if spot not in sea and beside(spot) & sea and not makes_pool(sea, spot) and wanted(spot):
                sea.add(spot)
                now.append(spot)
        if not now:
            return added
        added += now


def beside(spot: Spot) -> set[Spot]:
    """The spots that share a side with one."""
    return {(spot[0] + down, spot[1] + right) for down, right in SIDES}


def makes_pool(sea: set[Spot], spot: Spot) -> bool:
    """Whether a 2x2 block is all sea once a spot is."""
    row, col = spot
    return any(
        sea >= {(row + down, col), (row, col + right), (row + down, col + right)}
        for down in (-1, 1)
        for right in (-1, 1)
    )


def strands(sea: set[Spot], spot: Spot, size: int) -> bool:
    """Whether flooding a spot leaves one beside it alone."""

    def is_alone(other: Spot) -> bool:
        inside = (each for each in beside(other) if 0 <= each[0] < size and 0 <= each[1] < size)
        return all(each in sea or each == spot for each in inside)

    return any(
        other not in sea and is_alone(other) for other in beside(spot) if 0 <= other[0] < size and 0 <= other[1] < size
    )


def islands(grid: SquareGrid, sea: set[Spot]) -> list[set[Spot]]:
    """The parts of the land."""
    land = {cell for cell in grid.cells if grid.at(cell) not in sea}
    found = parts(land, lambda cell: [other for other in grid.neighbours(cell) if other in land])
    return [{grid.at(cell) for cell in island} for island in found]


def can_be_shaded(shaded: set[Spot], spot: Spot, size: int) -> bool:
    """Whether a spot shares no side with a shaded one and leaves the others in one piece."""
    return not beside(spot) & shaded and keeps_together(shaded, spot, size)


def keeps_together(shaded: set[Spot], spot: Spot, size: int) -> bool:
    """Whether the unshaded cells around a spot hang together around it, so that it is not needed."""
    around = [(spot[0] + down, spot[1] + right) for down, right in RING]
    free = [0 <= row < size and 0 <= col < size and (row, col) not in shaded for row, col in around]
    return sum(free[index - 1] and not free[index] for index in range(len(RING))) <= 1


def kuromasu(size: int, random: Random) -> masume.Board:
    """All numbers on the white cells of a shading."""
    grid, shaded = square(size, size), set[Spot]()
    spots = shuffled((grid.at(cell) for cell in grid.cells), random)
    for spot in spots[: len(spots) // 2]:
        if can_be_shaded(shaded, spot, size):
            shaded.add(spot)
    cells = {row * size + col for row, col in shaded}
    numbers = {cell: len(in_sight(grid, cell, cells)) for cell in grid.cells if cell not in cells}
    return board_of("kuromasu", grid, numbers, {c: "shaded" if c in cells else "white" for c in grid.cells})


def heyawake(size: int, random: Random) -> masume.Board:
    """Rectangles, a cell shaded on every line through three of them, and rooms joined where that was not possible."""
    grid, shaded = square(size, size), set[Spot]()
    home = {cell: room for room in rectangles(grid, random) for cell in room}
    for line in shuffled(long_lines(size, home), random):
        if shaded.isdisjoint(line):
            shaded |= set([spot for spot in shuffled(line, random) if can_be_shaded(shaded, spot, size)][:1])
    while open_lines := [line for line in long_lines(size, home) if shaded.isdisjoint(line)]:
        for line in open_lines:
            one, other = (home[row * size + col] for row, col in line[:2])
            home |= dict.fromkeys(one | other, one | other)
    shade = {cell: "shaded" if grid.at(cell) in shaded else "white" for cell in grid.cells}
    return rooms_numbered(grid, dict.fromkeys(home[cell] for cell in grid.cells), shade)


def long_lines(size: int, home: dict[int, frozenset[int]]) -> list[list[Spot]]:
    """The shortest straight lines that cross two walls, each of which needs a shaded cell."""
    found = []
    for across in (True, False):
        for one in range(size):
            line = [(one, other) if across else (other, one) for other in range(size)]
            rooms = [home[row * size + col] for row, col in line]
            walls = [index for index in range(1, size) if rooms[index] != rooms[index - 1]]
            found += [line[first - 1 : second + 1] for first, second in pairwise(walls)]
    return found


def wide_blob(size: int, share: float, random: Random) -> set[Spot]:
    """Cells in one piece around which one loop goes, grown from the middle and at the edge only, for that is faster."""
    cells = {(size // 2, size // 2)}
    waiting = sorted(beside(*cells))
    while waiting and len(cells) < share * size * size:
        index = random.randrange(len(waiting))
        waiting[index], waiting[-1] = waiting[-1], waiting[index]
        row, col = spot = waiting.pop()
        if spot in cells or not (0 <= row < size and 0 <= col < size) or not is_loose(cells, row, col):
            continue
        # The fewer cells beside it, the more the loop winds.
        if random.random() < (0, 1, 0.25, 0.05, 0)[len(beside(spot) & cells)]:
            cells.add(spot)
            waiting += sorted(beside(spot) - cells)
        elif random.random() < PERSISTENCE:
            waiting.append(spot)
    return cells


def slitherlink(size: int, random: Random) -> masume.Board:
    """All numbers of a loop along the edges."""
    grid, inside = square(size, size), wide_blob(size, 0.55, random)
    loop, numbers = set[int](), {}
    for cell in grid.cells:
        row, col = grid.at(cell)
        sides = {
            grid.across(row, col): (row - 1, col),
            grid.across(row + 1, col): (row + 1, col),
            grid.down(row, col): (row, col - 1),
            grid.down(row, col + 1): (row, col + 1),
        }
        borders = {edge for edge, other in sides.items() if ((row, col) in inside) != (other in inside)}
        loop |= borders
        numbers[cell] = len(borders)
    return board_of("slitherlink", grid, numbers, dict.fromkeys(sorted(loop), "line"))


def corral(size: int, random: Random) -> masume.Board:
    """All numbers inside a loop."""
    grid = square(size, size)
    inside = {row * size + col for row, col in wide_blob(size, 0.6, random)}
    outside = set(grid.cells) - inside
    numbers = {cell: len(in_sight(grid, cell, outside)) for cell in sorted(inside)}
    return board_of("corral", grid, numbers, {c: "inside" if c in inside else "outside" for c in grid.cells})


DRAWN: dict[str, Callable[[int, Random], masume.Board]] = {
    "corral": corral,
    "heyawake": heyawake,
    "kuromasu": kuromasu,
    "masyu": lambda size, random: circled(square(size, size), wide_blob(size - 1, 1, random)),
    "nurikabe": nurikabe,
    "slitherlink": slitherlink,
}
THINNED = {"corral": None, "heyawake": UNKNOWN_CLUE, "kuromasu": None, "masyu": None, "slitherlink": None}


def made(genre: str, size: int, random: Random, share: float) -> masume.Board:
    """A board that has the solution on it, of whose clues a share is told where a genre can do without some."""
    board = tiled(genre, size, random) if genre in TILE else DRAWN[genre](size, random)
    if broken := masume.check(board):
        raise SystemExit(f"{genre} {size}x{size}: the solution breaks {broken[0].rule}")
    if genre not in THINNED or share == 1:
        return board
    (layer,), untold = board.genre.clue_layers, THINNED[genre]
    clues = {place: clue if random.random() < share else untold for place, clue in board.clues[layer.name].items()}
    kept = {place: clue for place, clue in clues.items() if clue is not None}
    return masume.Board(board.genre, board.grid, {layer.name: kept}, marks=board.marks)


def main() -> None:
    """Write a file for each genre."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where to write GENRE.jsonl")
    parser.add_argument("sizes", type=int, nargs="+", help="rows and columns")
    parser.add_argument("--genre", action="append", choices=sorted({*TILE, *DRAWN}), help="all if none is named")
    parser.add_argument(
        "--share", type=float, default=1.0, help="of the clues that are told, where some can be left out"
    )
    parser.add_argument("--number", type=int, default=1, help="of boards of each size")
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    for genre in chosen.genre or sorted({*TILE, *DRAWN}):
        lines = []
        for size in chosen.sizes:
            for number in range(1, chosen.number + 1):
                name, begin = f"growth-{genre}-{size}x{size}-{number}", perf_counter()
                board = made(genre, size, Random(name), chosen.share)
                url = masume.write(masume.Board(board.genre, board.grid, board.clues), "pzpr")
                told = {"id": name, "rows": size, "cols": size, "pzpr_url": url}
                lines.append(json.dumps(told | ({"n_solutions": "1"} if genre in TILE else {})))
                print(f"{name}: {perf_counter() - begin:.1f} s", file=sys.stderr)
        (chosen.folder / f"{genre}.jsonl").write_text("\n".join([*lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
