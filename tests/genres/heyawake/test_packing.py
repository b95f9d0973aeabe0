"""Packing, bundles and density: theorems about shaded cells that cut nothing off, compared with all shadings."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

import masume
from effort import trials
from masume.core.grid import Grid, connected_components
from masume.core.places import Area
from masume.core.square import square
from registry import all_genres, random_board

GENRE = next(genre for genre in all_genres() if genre.find_rule("packing"))
pack = masume.genres.load_part(GENRE, "packing", "pack")
bundles = masume.genres.load_part(GENRE, "bundles", "bundles")
most_gaps = masume.genres.load_part(GENRE, "density", "most_gaps")
possible_gaps = masume.genres.load_part(GENRE, "density", "possible_gaps")


def shadings(grid: Grid, room: Area, number: int) -> Iterator[Area]:
    """Yield the ways to shade cells of a room, no two of them neighbours, so that the other cells are connected."""
    for cells in map(frozenset, combinations(sorted(room), number)):
        if not any(cells.intersection(grid.neighbours(cell)) for cell in cells):
            white = [cell for cell in grid.cells if cell not in cells]
            if len(connected_components(white, grid.neighbours)) < 2:
                yield cells


def random_room(grid: Grid, random: Random) -> Area:
    room = {random.choice(grid.cells)}
    for _ in range(random.randint(1, 8)):
        room.add(random.choice([other for cell in sorted(room) for other in grid.neighbours(cell)]))
    return frozenset(room)


def test_a_room_is_packed_in_all_ways_that_cut_nothing_off() -> None:
    random, compared = Random("packing"), 0
    for _ in range(trials(200)):
        grid = square(random.randint(2, 5), random.randint(2, 5))
        room, number = random_room(grid, random), random.randint(2, 4)
        packing = pack(grid, room, number)
        if packing is not None:
            compared += 1
            assert len(set(packing.ways)) == len(packing.ways)
            assert set(packing.ways) == set(shadings(grid, room, number))
            assert packing.capacity == max(n for n in range(len(room) + 1) if any(shadings(grid, room, n)))
    assert compared


def test_a_bundle_of_lines_is_broken_in_all_ways_that_its_rooms_leave() -> None:
    random, compared = Random("bundles"), 0
    for _ in range(trials(400)):
        board = random_board(GENRE, square(random.randint(3, 5), random.randint(3, 5)), random)
        for cells, (lines, rooms, ways) in bundles(board).items():
            compared += 1
            limits = {room: board.clues["rooms"][room] for room in rooms}
            assert set(ways) == {
                way
                for number in range(len(cells) + 1)
                for way in shadings(board.grid, cells, number)
                if not any(way.isdisjoint(line) for line in lines)
                and all(len(way & room) <= limit for room, limit in limits.items() if isinstance(limit, int))
            }
    assert compared


@pytest.mark.parametrize("size", [(2, 2), (2, 5), (3, 3), (3, 4), (4, 4), (3, 5)])
def test_no_shading_has_more_gaps_than_its_number_allows(size: tuple[int, int]) -> None:
    rows, columns = size
    for number in range(rows * columns // 2 + 1):
        rooms = [[f"a={number}" if not row + column else "a" for column in range(columns)] for row in range(rows)]
        board = masume.read(f"{GENRE.name}\n\n" + "\n".join(map(" ".join, rooms)))
        gaps = possible_gaps(board.grid)
        found = [
            sum(cells.isdisjoint(gap) for gap in gaps)
            for cells in shadings(board.grid, frozenset(board.grid.cells), number)
        ]
        assert max(found, default=0) <= max(most_gaps(board), 0)
        assert not found or most_gaps(board) >= 0
