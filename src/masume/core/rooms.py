"""Rooms: areas that together divide all cells of a grid."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from masume.core.caching import cached
from masume.core.errors import InputError
from masume.core.grid import (
    Grid,
    cached_per_grid,
    connected_components,
    describe_place,
    inner_edges,
    is_connected,
    place_name,
)
from masume.core.layers import UNKNOWN_CLUE
from masume.core.place_keys import resolve_key
from masume.core.places import Area, PlaceKind
from masume.core.square import SquareGrid

_NUMBERS = frozenset({int})


def complete_rooms(grid: Grid, entries: Mapping[Any, Any]) -> dict[Area, Any]:
    """Return rooms and their clues ordered by first cell; cells in no room become rooms without a clue."""
    if isinstance(entries, WalledRooms) and entries.divide(grid):
        return dict(entries)
    room_of = map_cells_to_rooms(grid, entries)
    rooms = list(entries)
    if len(room_of) < len(grid.cells):
        others = connected_components((cell for cell in grid.cells if cell not in room_of), grid.neighbours)
        rooms += map(frozenset, others)
    rooms.sort(key=min)
    return {room: entries.get(room, UNKNOWN_CLUE) for room in rooms}


def resolve_rooms(grid: Grid, entries: Mapping[Any, Any], rooms: Iterable[Area] = ()) -> Mapping[Any, Any]:
    """Return the entries with rooms as keys: those that are given by name, or by a cell of one of the known rooms.

    If one is given by a cell, all the known rooms are kept.
    """
    if isinstance(entries, WalledRooms) or all(map(_is_area, entries)):
        return entries
    known: dict[Any, Area] = {cell: room for room in rooms for cell in room}
    kinds = {key: PlaceKind.AREA if isinstance(key, frozenset) else PlaceKind.CELL for key in entries}
    places: dict[Any, Any] = {key: resolve_key(grid, key, kind) for key, kind in kinds.items()}
    kept = known.values() if any(place in known for place in places.values()) else ()
    return dict.fromkeys(kept, UNKNOWN_CLUE) | {known.get(places[key], places[key]): entries[key] for key in entries}


def _is_area(key: object) -> bool:
    return isinstance(key, frozenset) and _NUMBERS.issuperset(map(type, key))


def map_cells_to_rooms(grid: Grid, rooms: Iterable[Any]) -> dict[int, Area]:
    """Return the room of each cell; raise InputError if rooms overlap, are not connected or not sets of cells."""
    room_of: dict[int, Area] = {}
    cells = frozenset(grid.cells)
    for room in rooms:
        if not isinstance(room, frozenset) or not room or not room <= cells:
            grid.kind_of(room)  # raises InputError if there is no such place
            one, two = (place_name(grid, frozenset(grid.cells[:size])) for size in (1, 2))
            raise InputError(
                f'expected a room: a name such as "{two}" (or "{one}" if it is one cell), or a frozenset of cells, '
                f"not {describe_place(grid, room)}"
            )
        if not room_of.keys().isdisjoint(room):
            raise InputError(f"the room at {describe_place(grid, room)} overlaps another one")
        if not _is_in_one_piece(grid, room):
            raise InputError(f"the room at {describe_place(grid, room)} is not in one piece")
        room_of |= dict.fromkeys(room, room)
    return room_of


@cached(10_000)
def _is_in_one_piece(grid: Grid, room: Area) -> bool:
    return is_connected(room, grid.neighbours)


def rectangle_bounds(grid: SquareGrid, room: Area) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the top left and the bottom right (row, column) of a room; raise InputError if it is not a rectangle."""
    rows, cols = zip(*map(grid.position, room), strict=True)
    top, left, bottom, right = min(rows), min(cols), max(rows), max(cols)
    if len(room) != (bottom - top + 1) * (right - left + 1):
        raise InputError(f"the room at {describe_place(grid, room)} is not a rectangle")
    return (top, left), (bottom, right)


@cached_per_grid
def _inner_edges_and_cells(grid: Grid) -> Sequence[tuple[int, int, int]]:
    """Return each edge between two cells, with the cells."""
    pairs = ((edge, grid.cells_beside(edge)) for edge in inner_edges(grid))
    return tuple((edge, first, second) for edge, (first, second) in pairs)


def walls(grid: Grid, rooms: Iterable[Any]) -> list[int]:
    """Return the edges between different rooms."""
    number = {cell: number for number, room in enumerate(rooms) for cell in room}
    return [edge for edge, first, second in _inner_edges_and_cells(grid) if number[first] != number[second]]


def rooms_from_walls(grid: Grid, wall_edges: Iterable[int]) -> list[Area]:
    """Return the rooms that walls enclose, ordered by first cell; raise InputError if a wall lies inside a room."""
    closed, pairs = frozenset(wall_edges), _inner_edges_and_cells(grid)
    room_of = {cell: [cell] for cell in grid.cells}
    for edge, first, second in pairs:
        larger, smaller = room_of[first], room_of[second]
        if edge in closed or larger is smaller:
            continue
        if len(larger) < len(smaller):
            larger, smaller = smaller, larger
        larger += smaller
        for cell in smaller:
            room_of[cell] = larger
    between = {edge for edge, first, second in pairs if edge in closed and room_of[first] is not room_of[second]}
    if loose := closed - between:
        raise InputError(f"the wall at {grid.name(min(loose))} has the same room on both sides")
    return [frozenset(room) for room in {id(room): room for room in room_of.values()}.values()]


class WalledRooms(dict[Area, Any]):
    """The rooms that walls enclose, with their clues: "?" at first.

    Because of how they are found, they divide all cells, each room is in one piece, and they are ordered by first cell.
    A board need not check that again.
    """

    def __init__(self, grid: Grid, wall_edges: Iterable[int]) -> None:
        self._grid, self._rooms = grid, rooms_from_walls(grid, wall_edges)
        super().__init__(dict.fromkeys(self._rooms, UNKNOWN_CLUE))

    def divide(self, grid: Grid) -> bool:
        """Return whether these are still the rooms that the walls enclose, and on this grid."""
        return grid == self._grid and list(self) == self._rooms
