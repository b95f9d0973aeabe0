"""Laws of rooms: walls determine rooms and the other way round, and a board's rooms divide all its cells."""

from random import Random

import pytest

import masume
from hexagon import hexagons
from masume.core.errors import InputError
from masume.core.grid import Grid, inner_edges
from masume.core.layers import Where
from masume.core.rooms import WalledRooms, complete_rooms, rooms_from_walls, walls
from masume.core.square import square
from registry import all_genres, random_rooms

GRIDS: list[Grid] = [square(1, 1), square(4, 5), square(3, 4, frozenset({0, 5, 6})), hexagons(3, 4)]
every_grid = pytest.mark.parametrize("grid", GRIDS, ids=repr)


@every_grid
def test_rooms_and_walls_determine_each_other(grid: Grid) -> None:
    random = Random(1)
    for _ in range(30):
        rooms = random_rooms(grid, random)
        assert rooms_from_walls(grid, walls(grid, rooms)) == rooms


@pytest.mark.parametrize("grid", [square(2, 2), hexagons(2, 2)], ids=repr)
def test_a_wall_inside_a_room_is_refused(grid: Grid) -> None:
    for edge in inner_edges(grid):
        with pytest.raises(InputError, match=f"the wall at {grid.name(edge)} has the same room on both sides"):
            rooms_from_walls(grid, [edge])


@every_grid
def test_cells_in_no_room_become_rooms(grid: Grid) -> None:
    random = Random(2)
    for _ in range(30):
        rooms = random_rooms(grid, random)
        some = dict.fromkeys(random.sample(rooms, random.randint(0, len(rooms))), 1)
        completed = complete_rooms(grid, some)
        assert sorted(cell for room in completed for cell in room) == list(grid.cells)
        assert {room: clue for room, clue in completed.items() if clue != "?"} == some
        assert [min(room) for room in completed] == sorted(min(room) for room in completed)


@every_grid
def test_rooms_made_from_walls_are_like_any_other_rooms(grid: Grid) -> None:
    random = Random(3)
    for _ in range(30):
        rooms = WalledRooms(grid, walls(grid, random_rooms(grid, random)))
        assert rooms.divide(grid)
        assert list(complete_rooms(grid, rooms).items()) == list(complete_rooms(grid, dict(rooms)).items())


def test_rooms_made_from_walls_are_checked_again_if_they_were_changed_or_belong_to_another_grid() -> None:
    grid = square(1, 3)
    changed = WalledRooms(grid, walls(grid, [frozenset({0}), frozenset({1, 2})]))
    changed[frozenset({0, 1})] = 1
    with pytest.raises(InputError, match="overlaps another one"):
        complete_rooms(grid, changed)
    tall = square(3, 2)  # its left and right columns are in one piece
    columns = WalledRooms(tall, walls(tall, [frozenset({0, 2, 4}), frozenset({1, 3, 5})]))
    with pytest.raises(InputError, match="is not in one piece"):
        complete_rooms(square(2, 3), columns)


@pytest.mark.parametrize(
    ("rooms", "sentence"),
    [
        ([{0, 1}, {1, 2}], "overlaps another one"),
        ([{0, 2}], "is not in one piece"),
        ([set()], "expected a place"),
        ([{0, 99}], "has no place 99"),
    ],
)
def test_invalid_rooms_are_refused(rooms: list[set[int]], sentence: str) -> None:
    layers = [(genre, layer) for genre in all_genres() for layer in genre.clue_layers if layer.where is Where.ROOMS]
    assert layers
    for genre, layer in layers:
        clues = {layer.name: {frozenset(room): "?" for room in rooms}}
        with pytest.raises(masume.MasumeError, match=sentence):
            masume.Board(genre, square(1, 3), clues)
