"""Nearness: how far places are from the marks of the last step, so that a story goes on where it was."""

from collections.abc import Iterable, Mapping, Sequence

from masume.core.grid import Grid
from masume.core.places import Place, PlaceKind

JUMP = 3  # cells; a step that is further away than this from the last marks is a jump


class Nearness:
    """Measures distances from a set of places, in moves from cell to cell."""

    def __init__(self, grid: Grid, places: Iterable[Place] = ()) -> None:
        self._grid = grid
        self._distances = _distances(grid, {cell for place in places for cell in cells_of(grid, place)})

    def distance(self, place: Place) -> int:
        """Return the distance of a place; 0 if there is nothing to measure from."""
        return min((self._distances.get(cell, 0) for cell in cells_of(self._grid, place)), default=0)

    def is_jump(self, place: Place) -> bool:
        """Return whether a place is far away."""
        return self.distance(place) > JUMP


def cells_of(grid: Grid, place: Place) -> Sequence[int]:
    """Return the cells of a place, or those beside it."""
    if not isinstance(place, int):
        return [cell for part in place for cell in cells_of(grid, part)]
    match grid.kind_of(place):
        case PlaceKind.CELL:
            return (place,)
        case PlaceKind.EDGE:
            return grid.cells_beside(place)
        case PlaceKind.CORNER:
            return grid.cells_at(place)
        case PlaceKind.LINE:
            return grid.cells_on(place)
        case PlaceKind.SEAT:
            return grid.view(place)[:1]
    return ()


def _distances(grid: Grid, cells: set[int]) -> Mapping[int, int]:
    distances = dict.fromkeys(sorted(cells), 0)
    queue = list(distances)
    for cell in queue:  # grows during the iteration
        for neighbour in grid.neighbours(cell):
            if neighbour not in distances:
                distances[neighbour] = distances[cell] + 1
                queue.append(neighbour)
    return distances
