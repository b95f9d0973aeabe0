"""Boards as plain data: dictionaries, lists, strings and numbers, with places by name."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from masume.core.grid import Grid, place_name
from masume.core.layers import RuledOut
from masume.core.places import Place

if TYPE_CHECKING:
    from masume.core.board import Board

BOARD_VERSION = 1  # of the plain data, and of the format json


def board_to_dict(board: "Board") -> dict[str, Any]:
    """Return everything a board has, as the format json writes it."""
    return {
        "masume": BOARD_VERSION,
        "genre": board.genre.name,
        "grid": board.grid.to_dict(),
        "options": {name: value_to_data(value) for name, value in board.options.items()},
        "clues": layers_to_dict(board.grid, board.clues),
        "given": layers_to_dict(board.grid, board.given),
        "marks": layers_to_dict(board.grid, board.marks),
        "info": dict(board.info),
    }


def layers_to_dict(grid: Grid, layers: Mapping[str, Mapping[Place, Any]]) -> dict[str, dict[str, Any]]:
    """Return the layers that have entries, with places by name."""
    return {
        name: {place_name(grid, place): value_to_data(value) for place, value in entries.items()}
        for name, entries in layers.items()
        if entries
    }


def value_to_data(value: Any) -> Any:
    """Return a value as plain data: a tuple as a list, values ruled out as {"not": [values]}."""
    if isinstance(value, RuledOut):
        return {"not": sorted(map(value_to_data, value), key=str)}
    return [value_to_data(part) for part in value] if isinstance(value, tuple) else value


def place_names(grid: Grid, places: Iterable[Place]) -> list[str]:
    """Return the names of places."""
    return [place_name(grid, place) for place in places]
