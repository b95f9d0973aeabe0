"""Directions in words: on grids with rows and columns by name ("to the left"), on others by their cells."""

from typing import NamedTuple

from masume.core.grid import Grid


class DirectionWords(NamedTuple):
    """A direction as a place ("to the left"), as a source of cells ("the left"), and the line along it ("the row")."""

    there: str
    source: str
    line: str


_WORDS = {
    "NORTH": DirectionWords("upwards", "the top", "the column"),
    "EAST": DirectionWords("to the right", "the right", "the row"),
    "SOUTH": DirectionWords("downwards", "the bottom", "the column"),
    "WEST": DirectionWords("to the left", "the left", "the row"),
}


def direction_words(grid: Grid) -> list[DirectionWords] | None:
    """Return words for the directions of a grid, in the order of its rays; None if it has no rows and columns."""
    if "rows" not in grid.abilities:
        return None
    words = [_WORDS.get(direction.name) for direction in grid.directions]
    return [each for each in words if each is not None] if None not in words else None
