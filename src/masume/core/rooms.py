"""Rooms: areas that together divide all cells of a grid."""

from collections.abc import Iterable, Mapping
from typing import Any

from masume.core.errors import InputError
from masume.core.grid import Grid, connected_components, describe_place, inner_edges
from masume.core.layers import UNKNOWN_CLUE
from masume.core.places import Area
from masume.core.square import SquareGrid


def complete_rooms(grid: Grid, entries: Mapping[Any, Any]) -> dict[Area, Any]:
    """Return rooms and their clues ordered by first cell; cells in no room become rooms without a clue."""
    room_of = map_cells_to_rooms(grid, entries)
    for area in connected_components((cell for cell in grid.cells if cell not in room_of), grid.neighbours):
        room_of |= dict.fromkeys(area, frozenset(area))
    return {room: entries.get(room, UNKNOWN_CLUE) for room in dict.fromkeys(room_of[cell] for cell in grid.cells)}


def map_cells_to_rooms(grid: Grid, rooms: Iterable[Any]) -> dict[int, Area]:
    """Return the room of each cell; raise InputError if rooms overlap, are not connected or not sets of cells."""
    room_of: dict[int, Area] = {}
    cells = frozenset(grid.cells)
    for room in rooms:
        if not isinstance(room, frozenset) or not room or not room <= cells:
            raise InputError("a room has to be a set of cells")
        if not room_of.keys().isdisjoint(room):
            raise InputError(f"the room at {describe_place(grid, room)} overlaps another one")
        if len(connected_components(room, grid.neighbours)) > 1:
            raise InputError(f"the room at {describe_place(grid, room)} is not in one piece")
        room_of |= dict.fromkeys(room, room)
    return room_of


def rectangle_bounds(grid: SquareGrid, room: Area) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the top left and the bottom right (row, column) of a room; raise InputError if it is not a rectangle."""
    rows, cols = zip(*map(grid.position, room), strict=True)
    top, left, bottom, right = min(rows), min(cols), max(rows), max(cols)
    if len(room) != (bottom - top + 1) * (right - left + 1):
        raise InputError(f"the room at {describe_place(grid, room)} is not a rectangle")
    return (top, left), (bottom, right)


def walls(grid: Grid, rooms: Iterable[Any]) -> list[int]:
    """Return the edges between different rooms."""
    room_number = {cell: number for number, room in enumerate(rooms) for cell in room}
    beside = ((edge, *grid.cells_beside(edge)) for edge in inner_edges(grid))
    return [edge for edge, first, second in beside if room_number[first] != room_number[second]]


def rooms_from_walls(grid: Grid, wall_edges: Iterable[int]) -> list[Area]:
    """Return the rooms that walls enclose, ordered by first cell; raise InputError if a wall lies inside a room."""
    closed = frozenset(wall_edges)
    separated = {frozenset(grid.cells_beside(edge)) for edge in closed}

    def open_neighbours(cell: int) -> Iterable[int]:
        return (other for other in grid.neighbours(cell) if frozenset((cell, other)) not in separated)

    rooms = [frozenset(component) for component in connected_components(grid.cells, open_neighbours)]
    if loose := closed - set(walls(grid, rooms)):
        raise InputError(f"the wall at {grid.name(min(loose))} has the same room on both sides")
    return rooms
