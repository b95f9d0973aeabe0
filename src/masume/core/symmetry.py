"""Symmetries: the rotations and mirror images of a grid.

A symmetry maps every place of a grid to a place of the image grid.  The image may have another shape: a quarter turn
of 5 rows and 7 columns has 7 rows and 5 columns.  What symmetries do to boards is in `board_symmetry`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from masume.core.errors import InputError, UnknownNameError
from masume.core.grid import Direction, Grid, cached_per_grid, forward_directions, places_of, runs
from masume.core.messages import quote, suggest_names
from masume.core.places import Place, PlaceKind

IDENTITY = "identity"
# What the places of clues can have in common with their image, in the words of setters: a half turn, a quarter turn.
CLUE_SYMMETRIES: Mapping[str, str] = {
    "none": IDENTITY,
    "rot2": "rot180",
    "rot4": "rot90",
    **{name: name for name in ("horizontal", "vertical", "diagonal", "antidiagonal")},
}


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A rotation or mirror image of a grid; `numbers` has the number of the image at the number of each place."""

    name: str
    grid: Grid
    image: Grid
    numbers: Sequence[int]

    def image_of(self, place: Place) -> Place:
        """Return the image of a place; a chain keeps its order."""
        if isinstance(place, frozenset):
            return frozenset(map(self.numbers.__getitem__, place))
        if isinstance(place, tuple):
            return tuple(map(self.numbers.__getitem__, place))
        return self.numbers[place]

    def image_of_direction(self, direction: Direction) -> Direction:
        """Return the image of a direction, on a grid with edges and rays: north becomes east in a turn clockwise."""
        cell, position = self.grid.cells[0], self.grid.directions.index(direction)
        edge = self.numbers[self.grid.edges_of(cell)[position]]
        return self.image.directions[self.image.edges_of(self.numbers[cell]).index(edge)]

    def image_runs(self) -> Mapping[int, int]:
        """Return the image of each run; runs are given by the edges through which they are entered, as in `runs`.

        A mirrored row is entered through the image of the edge that was at its other end.
        """
        numbers, forward = self.numbers, forward_directions(self.image)
        keeps = {each: self.image_of_direction(each) in forward for each in forward_directions(self.grid)}
        return {
            entry: numbers[entry if keeps[direction] else exit_edge]
            for entry, (direction, exit_edge) in _run_ends(self.grid).items()
        }

    def inverse(self) -> "Symmetry":
        """Return the symmetry of the image grid that undoes this one."""
        places = _all_places(self.grid)
        images = [self.numbers[place] for place in places]
        candidates = map(self.image.symmetry, self.image.symmetries)
        return next(each for each in candidates if [each.numbers[image] for image in images] == places)


def find_symmetry(grid: Grid, name: object) -> Symmetry:
    """Return the symmetry of a grid with this name; raise UnknownNameError if there is none."""
    if not isinstance(name, str) or name not in grid.symmetries:
        raise UnknownNameError(f"unknown symmetry {quote(name)}: {suggest_names(name, grid.symmetries)}")
    return grid.symmetry(name)


def find_clue_symmetry(grid: Grid, name: object) -> Symmetry:
    """Return the symmetry of a grid by its name in CLUE_SYMMETRIES; raise InputError if the grid does not have it."""
    if not isinstance(name, str) or name not in CLUE_SYMMETRIES:
        raise UnknownNameError(f"unknown symmetry {quote(name)}: {suggest_names(name, CLUE_SYMMETRIES)}")
    if CLUE_SYMMETRIES[name] not in grid.symmetries or grid.symmetry(CLUE_SYMMETRIES[name]).image != grid:
        raise InputError(f"the grid of this board, {grid.size}, does not have the symmetry {name}")
    return grid.symmetry(CLUE_SYMMETRIES[name])


def _all_places(grid: Grid) -> list[int]:
    return [place for kind in PlaceKind for place in places_of(grid, kind)]


@cached_per_grid
def _run_ends(grid: Grid) -> Mapping[int, tuple[Direction, int]]:
    """Return the direction of each run and the edge at its end, keyed by the edge through which it is entered."""
    ends, half = {}, len(grid.directions) // 2
    for entry, run in runs(grid).items():
        forward = (grid.edges_of(run[0]).index(entry) + half) % len(grid.directions)
        ends[entry] = grid.directions[forward], grid.edges_of(run[-1])[forward]
    return ends
