"""Rooms: areas that divide all cells of a grid among them."""

from collections.abc import Iterable, Mapping
from typing import Any

from masume.core.errors import InputError
from masume.core.grid import Grid, describe, inner_edges, parts
from masume.core.layers import UNKNOWN_CLUE
from masume.core.places import Area
from masume.core.square import SquareGrid


def divided(grid: Grid, entries: Mapping[Any, Any]) -> dict[Area, Any]:
    """The rooms and their clues in the order of their first cells; cells in no room become rooms without a clue."""
    home = room_by_cell(grid, entries)
    for area in parts((cell for cell in grid.cells if cell not in home), grid.neighbours):
        home |= dict.fromkeys(area, frozenset(area))
    return {room: entries.get(room, UNKNOWN_CLUE) for room in dict.fromkeys(home[cell] for cell in grid.cells)}


def room_by_cell(grid: Grid, rooms: Iterable[Any]) -> dict[int, Area]:
    """The room of each cell; InputError unless rooms are sets of cells in one piece each that do not overlap."""
    home: dict[int, Area] = {}
    cells = frozenset(grid.cells)
    for room in rooms:
        if not isinstance(room, frozenset) or not room or not room <= cells:
            raise InputError("a room has to be a set of cells")
        if not home.keys().isdisjoint(room):
            raise InputError(f"the room at {describe(grid, room)} overlaps another one")
        if len(parts(room, grid.neighbours)) > 1:
            raise InputError(f"the room at {describe(grid, room)} is not in one piece")
        home |= dict.fromkeys(room, room)
    return home


def rectangle(grid: SquareGrid, room: Area) -> tuple[tuple[int, int], tuple[int, int]]:
    """The first and the last row and column of a room; InputError if it is no rectangle."""
    rows, cols = zip(*map(grid.at, room), strict=True)
    top, left, bottom, right = min(rows), min(cols), max(rows), max(cols)
    if len(room) != (bottom - top + 1) * (right - left + 1):
        raise InputError(f"the room at {describe(grid, room)} is no rectangle")
    return (top, left), (bottom, right)


def walls(grid: Grid, rooms: Iterable[Any]) -> list[int]:
    """The edges between different rooms."""
    home = {cell: number for number, room in enumerate(rooms) for cell in room}
    beside = ((edge, *grid.cells_beside(edge)) for edge in inner_edges(grid))
    return [edge for edge, one, other in beside if home[one] != home[other]]


def rooms_within(grid: Grid, wall_edges: Iterable[int]) -> list[Area]:
    """The rooms that walls make, in the order of their first cells; InputError if a wall ends inside a room."""
    shut = frozenset(wall_edges)
    between = {frozenset(grid.cells_beside(edge)) for edge in shut}

    def open_to(cell: int) -> Iterable[int]:
        return (other for other in grid.neighbours(cell) if frozenset((cell, other)) not in between)

    found = [frozenset(part) for part in parts(grid.cells, open_to)]
    if loose := shut - set(walls(grid, found)):
        raise InputError(f"the wall at {grid.name(min(loose))} has the same room on both sides")
    return found
