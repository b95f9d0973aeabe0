"""Boards of our own making for `masume bench papers`, of the sizes of the papers' instances, each with one solution.

    python benchmarks/make_boards.py > src/masume/bench/boards.jsonl

Every board is drawn by lot from its own seed: a random solution and the clues that tell it; where other solutions
differ from that one, the board is altered until none is left; then clues that it can do without are taken away.  A
board on which one search takes longer than `PATIENCE` is given up, so a very slow machine may make other boards.
"""

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations, count, takewhile
from random import Random
from time import perf_counter
from typing import Any, NamedTuple, TypeAlias, cast

import masume
from masume.core.errors import OutOfTimeError
from masume.core.grid import parts, ray, runs
from masume.core.layers import UNKNOWN_CLUE, RuledOut
from masume.core.places import Chain
from masume.core.square import SquareGrid, square

Spot: TypeAlias = tuple[int, int]  # row and column
Clues: TypeAlias = Mapping[Any, Any]
WANTED = [
    ("nurikabe", [(5, 5)] * 4 + [(7, 7)] * 4 + [(10, 10)] * 7 + [(12, 12)] + [(15, 15)] * 3),
    ("heyawake", [(6, 6)] * 4 + [(7, 7)] * 2 + [(10, 10)] * 7 + [(15, 15)] * 3),
    ("masyu", [(10, 10)] * 7 + [(15, 15)] * 3),
    ("corral", [(10, 10)]),
    ("akari", [(7, 7)] * 6 + [(10, 10)] * 3 + [(14, 14)] * 2),
    ("kakuro", [(7, 7), (11, 9), (9, 13), (11, 11), (13, 11), (11, 15), (19, 11), (15, 15), (19, 13), (31, 21)]),
    ("kuromasu", [(11, 11)]),
    ("slitherlink", [(10, 10), (15, 15), (5, 5), (7, 7)]),
]
PATIENCE = masume.Limits(seconds=15)
ALTERATIONS = 500  # without success, before a board is given up
RING = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]  # around a cell
SIDES = RING[1::2]


class Maker(NamedTuple):
    """How a genre's boards are made.

    `drawn` makes a board with its solution as marks; `altered` changes it near some cells, None if that goes wrong;
    `thin` takes a clue away, if the genre can do without any.
    """

    drawn: Callable[[SquareGrid, Random], masume.Board]
    altered: Callable[[masume.Board, list[int], Random], masume.Board | None] | None = None
    thin: Callable[[Clues, Any], Clues] | None = None


def made(genre: str, rows: int, cols: int, seed: str) -> masume.Board:
    """A board with one solution, and without some of its clues if the genre can do without any."""
    random, maker = Random(seed), MAKERS[genre]
    while True:
        board = maker.drawn(square(rows, cols), random)
        settled = polished(board, maker.altered, random) if maker.altered else board
        if settled is None or not is_unique(settled):
            continue
        if maker.thin is None:
            return settled
        thin = thinned(settled, maker.thin, random)
        if thin.clues != settled.clues:
            return thin


def is_unique(board: masume.Board) -> bool:
    """Whether a board surely has one solution."""
    return masume.solve(board, limits=PATIENCE).unique is True


def thinned(board: masume.Board, thin: Callable[[Clues, Any], Clues], random: Random) -> masume.Board:
    """The board without the clues that it can do without, tried in random order."""
    (layer,) = board.genre.clue_layers
    for place in shuffled(board.clues[layer.name], random):
        fewer = masume.Board(board.genre, board.grid, {layer.name: thin(board.clues[layer.name], place)})
        if is_unique(fewer):
            board = fewer
    return board


def polished(
    board: masume.Board,
    altered: Callable[[masume.Board, list[int], Random], masume.Board | None],
    random: Random,
) -> masume.Board | None:
    """The board, altered where its solutions differ until there is only one; None if that does not come about."""
    places, fruitless = undecided(board), 0
    while places and fruitless < ALTERATIONS:
        fruitless += 1
        other = altered(board, places, random)
        left = undecided(other) if other is not None else None
        if other is not None and left is not None and len(left) <= len(places):
            fruitless = fruitless if len(left) == len(places) else 0
            board, places = other, left
    return board if places == [] else None


def undecided(board: masume.Board) -> list[int] | None:
    """The places that the solutions of a board do not agree on; None if that takes too long."""
    try:
        common = masume.common(board, limits=PATIENCE)
    except OutOfTimeError:
        return None
    (layer,) = board.genre.mark_layers
    known = common.marks[layer.name]
    return [place for place in layer.places(board.grid) if isinstance(known.get(place, RuledOut()), RuledOut)]


def without(clues: Clues, place: Any) -> Clues:
    """The clues without the one at a place."""
    return {other: clue for other, clue in clues.items() if other != place}


def untold(clues: Clues, place: Any) -> Clues:
    """The clues with the one at a place not told."""
    return {**clues, place: UNKNOWN_CLUE}


def shuffled(things: Iterable[Any], random: Random) -> list[Any]:
    """The things in random order."""
    order = list(things)
    random.shuffle(order)
    return order


def board_of(genre: str, grid: SquareGrid, clues: Clues, marks: Clues) -> masume.Board:
    """A board of a genre that has one layer of clues and one of marks."""
    found = masume.genres.find(genre)
    (clue_layer,), (mark_layer,) = found.clue_layers, found.mark_layers
    return masume.Board(found, grid, {clue_layer.name: clues}, marks={mark_layer.name: marks})


def near(grid: SquareGrid, cells: list[int], random: Random) -> int:
    """One of the cells, or a cell beside it."""
    cell = random.choice(cells)
    return random.choice([cell, cell, *grid.neighbours(cell)])


def is_one_piece(grid: SquareGrid, cells: Iterable[int]) -> bool:
    """Whether cells hang together by their sides."""
    kept = set(cells)
    return len(parts(kept, lambda cell: [other for other in grid.neighbours(cell) if other in kept])) <= 1


def blob(rows: int, cols: int, share: float, random: Random) -> set[Spot]:
    """Cells in one piece around which one loop goes, so large a part of all as there is room for."""
    cells = {(random.randrange(rows), random.randrange(cols))}
    for _ in range(40 * rows * cols):
        if len(cells) >= share * rows * cols:
            break
        row, col = random.randrange(rows), random.randrange(cols)
        beside = sum((row + down, col + right) in cells for down, right in SIDES)
        # The fewer cells beside it, the more the loop winds.
        if (row, col) not in cells and random.random() < (0, 1, 0.25, 0.05, 0)[beside] and is_loose(cells, row, col):
            cells.add((row, col))
    return cells


def is_loose(cells: set[Spot], row: int, col: int) -> bool:
    """Whether a cell can change sides with one loop around the cells before and after."""
    ring = [(row + down, col + right) in cells for down, right in RING]
    return 0 < sum(ring[1::2]) < 4 and sum(ring[index - 1] and not ring[index] for index in range(len(RING))) == 1


def sparse_shading(grid: SquareGrid, share: float, random: Random) -> set[int]:
    """Shaded cells that share no side and leave the others in one piece."""
    shaded: set[int] = set()
    for cell in shuffled(grid.cells, random):
        if len(shaded) >= share * len(grid.cells):
            break
        if shaded.isdisjoint(grid.neighbours(cell)) and is_one_piece(grid, set(grid.cells) - shaded - {cell}):
            shaded.add(cell)
    return shaded


def in_sight(grid: SquareGrid, cell: int, blocked: set[int]) -> set[int]:
    """The cells seen from a cell in straight lines up to the blocked ones, with its own."""
    seen = {cell}
    for way in grid.directions:
        seen.update(takewhile(lambda other: other not in blocked, ray(grid, cell, way)))
    return seen


LARGEST_ISLAND = 8
MOST_ALONE = 0.25  # of the islands, with one cell: they make boards easy


def nurikabe(grid: SquareGrid, random: Random) -> masume.Board:
    """A sea that grew by lot until no island was too large, and numbers anywhere on the islands."""
    while True:
        sea = {random.choice(grid.cells)}
        for _ in range(20 * len(grid.cells)):
            cell = random.choice(grid.cells)
            if sea.isdisjoint(grid.neighbours(cell)) or makes_pool(grid, sea, cell):
                continue
            if random.random() < 0.1 or not strands(grid, sea | {cell}, cell):
                sea.add(cell)
            if len(sea) > 0.5 * len(grid.cells) and (board := islands_named(grid, sea, {}, random)):
                return board


def makes_pool(grid: SquareGrid, sea: set[int], cell: int) -> bool:
    """Whether a 2x2 block is all sea once a cell is."""
    return any(sea.issuperset(set(block) - {cell}) for block in grid.blocks(2, 2) if cell in block)


def strands(grid: SquareGrid, sea: set[int], cell: int) -> bool:
    """Whether a cell beside this one is an island alone."""
    return any(other not in sea and sea.issuperset(grid.neighbours(other)) for other in grid.neighbours(cell))


def islands_named(grid: SquareGrid, sea: set[int], old: Clues, random: Random) -> masume.Board | None:
    """The board of a sea, its numbers where they were if they can be; None if the islands are too large or small."""
    land = [cell for cell in grid.cells if cell not in sea]
    numbers = {}
    for island in parts(land, lambda cell: [other for other in grid.neighbours(cell) if other not in sea]):
        if len(island) > LARGEST_ISLAND:
            return None
        numbers[random.choice(sorted(island & old.keys()) or sorted(island))] = len(island)
    if list(numbers.values()).count(1) > 1 + MOST_ALONE * len(numbers):
        return None
    return board_of("nurikabe", grid, numbers, {c: "sea" if c in sea else "island" for c in grid.cells})


def other_islands(board: masume.Board, cells: list[int], random: Random) -> masume.Board | None:
    """A number moved on its island, or a cell near the undecided ones flooded or drained."""
    grid, numbers = board.grid, dict(board.clues["numbers"])
    assert isinstance(grid, SquareGrid)
    sea = {cell for cell, mark in board.marks["shade"].items() if mark == "sea"}
    cell = near(grid, cells, random)
    if cell not in sea and random.random() < 0.5:
        land = set(grid.cells) - sea
        (island,) = (p for p in parts(land, lambda c: [o for o in grid.neighbours(c) if o in land]) if cell in p)
        numbers = {clue: number for clue, number in numbers.items() if clue not in island} | {cell: len(island)}
    else:
        sea ^= {cell}
        if (cell in sea and makes_pool(grid, sea, cell)) or not is_one_piece(grid, sea):
            return None
    return islands_named(grid, sea, numbers, random)


def heyawake(grid: SquareGrid, random: Random) -> masume.Board:
    """Rectangles set side by side, and a shading that the rules allow in them."""
    while True:
        rooms = dict.fromkeys(rectangles(grid, random), UNKNOWN_CLUE)
        shading = sparse_shading(grid, 0.3, random)
        while shading:
            given = {"shade": dict.fromkeys(sorted(shading), "shaded")}
            empty = masume.Board(masume.genres.find("heyawake"), grid, {"rooms": rooms}, given)
            solved = masume.solve(empty, limits=masume.Limits(PATIENCE.seconds, solutions=1)).board
            if solved is not None:
                return rooms_numbered(grid, rooms, solved.decided("shade"))
            shading = set(random.sample(sorted(shading), len(shading) * 2 // 3))


def rectangles(grid: SquareGrid, random: Random) -> list[frozenset[int]]:
    """Rectangles that cover a grid, set row by row."""
    free, rooms = set(grid.cells), list[frozenset[int]]()
    while free:
        row, col = grid.at(min(free))
        gap = next((c for c in range(col, grid.cols) if row * grid.cols + c not in free), grid.cols) - col
        high, wide = random.choice([(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (3, 3), (4, 2), (3, 4), (4, 3)])
        high, wide = min(high, grid.rows - row), gap if gap <= wide + 1 and gap < 5 else wide
        room = frozenset((row + r) * grid.cols + col + c for r in range(high) for c in range(wide))
        free -= room
        rooms.append(room)
    return rooms


def rooms_numbered(grid: SquareGrid, rooms: Iterable[Any], shade: Clues) -> masume.Board:
    """The board of a shading with all rooms numbered."""
    numbers = {room: sum(shade[cell] == "shaded" for cell in room) for room in rooms}
    return board_of("heyawake", grid, numbers, shade)


def other_rooms(board: masume.Board, cells: list[int], random: Random) -> masume.Board | None:
    """A room with undecided cells cut in two, or a cell near them shaded or not; None if the rules forbid it."""
    grid, shade, rooms = board.grid, dict(board.marks["shade"]), list(board.clues["rooms"])
    assert isinstance(grid, SquareGrid)
    cell = near(grid, cells, random)
    if random.random() < 0.8:
        shade[cell] = "white" if shade[cell] == "shaded" else "shaded"
        if shade[cell] == "shaded":
            shade.update(dict.fromkeys(grid.neighbours(cell), "white"))
    else:
        (room,) = (room for room in rooms if cell in room)
        axis, upto = random.randrange(2), grid.at(cell)
        half = frozenset(other for other in room if grid.at(other)[axis] <= upto[axis])
        if half == room or len(room) < 4:
            return None
        rooms = [*(other for other in rooms if other != room), half, room - half]
    other = rooms_numbered(grid, rooms, shade)
    return other if not masume.check(other) else None


def masyu(grid: SquareGrid, random: Random) -> masume.Board:
    """All circles of a loop from cell to cell."""
    return circled(grid, blob(grid.rows - 1, grid.cols - 1, 1, random))


def circled(grid: SquareGrid, faces: set[Spot]) -> masume.Board:
    """The board of the loop around faces: squares whose corners are in the middle of cells."""
    links = {grid.at(cell): linked(faces, *grid.at(cell)) for cell in grid.cells}

    def is_straight(spot: Spot) -> bool:
        return links[spot] in ({(-1, 0), (1, 0)}, {(0, -1), (0, 1)})

    circles = {}
    for (row, col), ways in links.items():
        straight = [is_straight((row + down, col + right)) for down, right in ways]
        if is_straight((row, col)) and not all(straight):
            circles[row * grid.cols + col] = "white"
        elif ways and not is_straight((row, col)) and all(straight):
            circles[row * grid.cols + col] = "black"
    lines = {grid.across(row + 1, col) for (row, col), ways in links.items() if (1, 0) in ways}
    lines |= {grid.down(row, col + 1) for (row, col), ways in links.items() if (0, 1) in ways}
    return board_of("masyu", grid, circles, dict.fromkeys(sorted(lines), "line"))


def other_loop(board: masume.Board, edges: list[int], random: Random) -> masume.Board | None:
    """A loop that goes another way around a face beside undecided edges."""
    grid, loop = board.grid, board.marks["loop"]
    assert isinstance(grid, SquareGrid)
    faces = {
        (row, col)
        for row in range(grid.rows - 1)
        for col in range(grid.cols - 1)
        if sum(grid.across(row + 1, left) in loop for left in range(col + 1)) % 2
    }
    row, col = grid.at(random.choice(grid.cells_beside(random.choice(edges))))
    row, col = random.randrange(max(0, row - 1), row + 1), random.randrange(max(0, col - 1), col + 1)
    if row == grid.rows - 1 or col == grid.cols - 1 or not is_loose(faces, row, col):
        return None
    return circled(grid, faces ^ {(row, col)})


def linked(faces: set[Spot], row: int, col: int) -> set[Spot]:
    """The ways in which the loop around faces leaves the point at the top left of one."""
    beside = {
        (-1, 0): ((row - 1, col - 1), (row - 1, col)),
        (0, 1): ((row - 1, col), (row, col)),
        (1, 0): ((row, col - 1), (row, col)),
        (0, -1): ((row - 1, col - 1), (row, col - 1)),
    }
    return {way for way, (one, other) in beside.items() if (one in faces) != (other in faces)}


def slitherlink(grid: SquareGrid, random: Random) -> masume.Board:
    """All numbers of a loop along the edges."""
    inside = blob(grid.rows, grid.cols, 0.55, random)

    def borders(row: int, col: int) -> int:
        return sum(((row, col) in inside) != ((row + down, col + right) in inside) for down, right in SIDES)

    return board_of("slitherlink", grid, {cell: borders(*grid.at(cell)) for cell in grid.cells}, {})


def corral(grid: SquareGrid, random: Random) -> masume.Board:
    """All numbers inside a loop."""
    inside = {row * grid.cols + col for row, col in blob(grid.rows, grid.cols, 0.6, random)}
    outside = set(grid.cells) - inside
    return board_of("corral", grid, {cell: len(in_sight(grid, cell, outside)) for cell in sorted(inside)}, {})


def kuromasu(grid: SquareGrid, random: Random) -> masume.Board:
    """All numbers on the white cells of a shading."""
    shaded = sparse_shading(grid, 0.25, random)
    white = (cell for cell in grid.cells if cell not in shaded)
    return board_of("kuromasu", grid, {cell: len(in_sight(grid, cell, shaded)) for cell in white}, {})


def akari(grid: SquareGrid, random: Random) -> masume.Board:
    """Black cells that look the same upside down, and lamps set by lot wherever it is still dark."""
    last, black = grid.cells[-1], set[int]()
    while len(black) < 0.23 * len(grid.cells):
        cell = random.choice(grid.cells)
        black |= {cell, last - cell}
    return lit(grid, black, set(), random)


def lit(grid: SquareGrid, black: set[int], lamps: set[int], random: Random) -> masume.Board:
    """The board of black cells with those lamps and further ones."""
    lamps, clear = set(lamps), set(grid.cells) - black
    for cell in shuffled(sorted(clear), random):
        if lamps.isdisjoint(in_sight(grid, cell, black)):
            lamps.add(cell)
    numbers = {cell: sum(other in lamps for other in grid.neighbours(cell)) for cell in sorted(black)}
    marks = {cell: "lamp" if cell in lamps else "empty" for cell in sorted(clear)}
    return board_of("akari", grid, numbers, marks)


def other_lamps(board: masume.Board, cells: list[int], random: Random) -> masume.Board | None:
    """Other lamps near undecided cells, where a black pair may move to."""
    grid, black = board.grid, set(board.clues["numbers"])
    assert isinstance(grid, SquareGrid)
    last, chosen = grid.cells[-1], random.choice(cells)
    if random.random() < 0.5 and chosen not in black:
        gone = random.choice(sorted(black))
        black = black - {gone, last - gone} | {chosen, last - chosen}
    lamps = {cell for cell, mark in board.marks["lamps"].items() if mark == "lamp"} - set(cells) - black
    kept = set[int]()
    for lamp in shuffled(sorted(lamps), random):
        if kept.isdisjoint(in_sight(grid, lamp, black)):
            kept.add(lamp)
    return lit(grid, black, kept, random)


LONGEST_RUN = 6
DIGITS = range(1, 10)


def kakuro(grid: SquareGrid, random: Random) -> masume.Board:
    """A pattern that looks the same upside down, filled by lot and so that the sums tell much."""
    while True:
        holed = pattern(grid, random)
        if holed is not None:
            return summed(holed, sharpened(holed, filled(holed, {}, random), holed.cells, random))


def pattern(grid: SquareGrid, random: Random) -> SquareGrid | None:
    """The grid with holes such that no run has one cell or very many; None if that went wrong."""
    holed: SquareGrid | None = grid
    while holed is not None and (wide := wide_areas(holed)):
        ways = (with_hole(holed, cell) for cell in shuffled(random.choice(wide), random))
        holed = next((more for more in ways if more is not None), None)
    return holed


def with_hole(grid: SquareGrid, cell: int) -> SquareGrid | None:
    """The grid with a hole, and one opposite to it; None if that leaves a run of one cell, or two pieces."""
    last = grid.rows * grid.cols - 1
    more = square(grid.rows, grid.cols, grid.holes | {cell, last - cell})
    short = any(len(run) == 1 for run in runs(more).values())
    return more if not short and is_one_piece(more, more.cells) else None


def wide_areas(grid: SquareGrid) -> list[Chain]:
    """Runs that are too long and squares that are too wide for the sums to tell much."""
    long = [run for run in runs(grid).values() if len(run) > LONGEST_RUN]
    return long or list(grid.blocks(3, 3))


def filled(grid: SquareGrid, digits: Mapping[int, int], random: Random) -> dict[int, int]:
    """Digits for all cells, none twice in a run, as given where possible."""
    crossing: dict[int, set[int]] = {cell: set() for cell in grid.cells}
    for run in runs(grid).values():
        for cell in run:
            crossing[cell] |= set(run) - {cell}
    done = dict(digits)
    while len(done) < len(crossing):
        cell = random.choice([cell for cell in grid.cells if cell not in done])
        used = {done[other] for other in crossing[cell] if other in done}
        digit = random.choice([digit for digit in DIGITS if digit not in used] or DIGITS)
        for other in crossing[cell]:
            if done.get(other) == digit:
                del done[other]
        done[cell] = digit
    return done


def sharpened(grid: SquareGrid, digits: dict[int, int], cells: Sequence[int], random: Random) -> dict[int, int]:
    """The digits, changed one by one in some cells so that the sums of the runs leave fewer digits for each."""
    through: dict[int, list[Chain]] = {cell: [] for cell in grid.cells}
    for run in runs(grid).values():
        for cell in run:
            through[cell].append(run)

    def possible(cell: int) -> int:
        one, other = (possible_digits(len(run), sum(digits[c] for c in run)) for run in through[cell])
        return len(one & other)

    for _ in range(20 * len(cells)):
        cell = random.choice(cells)
        concerned = {other for run in through[cell] for other in run}
        free = set(DIGITS) - {digits[other] for other in concerned}
        if free:
            before, old = sum(map(possible, concerned)), digits[cell]
            digits[cell] = random.choice(sorted(free))
            if sum(map(possible, concerned)) > before:
                digits[cell] = old
    return digits


@cache
def possible_digits(length: int, total: int) -> frozenset[int]:
    """The digits of which some can make up a sum."""
    return frozenset().union(*(digits for digits in combinations(DIGITS, length) if sum(digits) == total))


def summed(grid: SquareGrid, digits: Mapping[int, int]) -> masume.Board:
    """The board of digits with all sums."""
    sums = {edge: sum(digits[cell] for cell in run) for edge, run in runs(grid).items()}
    return board_of("kakuro", grid, sums, {cell: digits[cell] for cell in grid.cells})


def other_digits(board: masume.Board, cells: list[int], random: Random) -> masume.Board | None:
    """Other digits in undecided cells that are near each other, or a hole in place of one."""
    grid, digits = board.grid, cast(Mapping[int, int], board.marks["digits"])
    assert isinstance(grid, SquareGrid)
    row, col = grid.at(random.choice(cells))
    if random.random() < 0.2:
        holed = with_hole(grid, row * grid.cols + col)
        return summed(holed, digits) if holed is not None else None
    size = random.choice((1, 2, 3, 5))
    freed = [cell for cell in cells if abs(grid.at(cell)[0] - row) + abs(grid.at(cell)[1] - col) < size]
    other = filled(grid, {cell: digit for cell, digit in digits.items() if cell not in freed}, random)
    return summed(grid, sharpened(grid, other, freed, random) if random.random() < 0.5 else other)


MAKERS = {
    "nurikabe": Maker(nurikabe, other_islands),
    "heyawake": Maker(heyawake, other_rooms, untold),
    "masyu": Maker(masyu, other_loop, without),
    "corral": Maker(corral, thin=without),
    "akari": Maker(akari, other_lamps, untold),
    "kakuro": Maker(kakuro, other_digits),
    "kuromasu": Maker(kuromasu, thin=without),
    "slitherlink": Maker(slitherlink, thin=without),
}


def main() -> None:
    """Print a line for each board."""
    for genre, sizes in WANTED:
        numbers: dict[tuple[int, int], Any] = {size: count(1) for size in sizes}
        for rows, cols in sizes:
            name, begin = f"{genre}-{rows}x{cols}-{next(numbers[rows, cols])}", perf_counter()
            board = made(genre, rows, cols, name)
            url = masume.write(board, "pzpr")
            print(json.dumps({"id": name, "genre": genre, "rows": rows, "cols": cols, "url": url}), flush=True)
            print(f"{name}: {perf_counter() - begin:.1f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
