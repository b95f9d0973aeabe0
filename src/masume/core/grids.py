"""The registry of grid kinds, by the name in their JSON form."""

from collections.abc import Callable, Mapping
from typing import Any

from masume.core import square
from masume.core.errors import FormatError
from masume.core.grid import Grid

_FACTORIES: dict[str, Callable[[Mapping[str, Any]], Grid]] = {"square": square.from_json}


def register_grid(kind: str, factory: Callable[[Mapping[str, Any]], Grid]) -> None:
    """Register a function that makes a grid of this kind from its JSON form."""
    _FACTORIES[kind] = factory


def grid_from_json(data: object) -> Grid:
    """Return the grid of a JSON form; raise FormatError if it is invalid."""
    if not isinstance(data, Mapping) or data.get("kind") not in _FACTORIES:
        raise FormatError("json", "grid", f"expected an object whose kind is one of {', '.join(sorted(_FACTORIES))}")
    return _FACTORIES[data["kind"]](data)
