"""The registry of grid kinds, by the name in their JSON form.

Other packages add kinds with an entry point in the group `masume.grids`, whose name is the kind and whose value is a
module that calls `register_grid`; it is imported when a board has such a grid.
"""

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
    kind = data.get("kind") if isinstance(data, Mapping) else None
    if isinstance(kind, str) and kind not in _FACTORIES:
        _import_kind(kind)
    if not isinstance(data, Mapping) or not isinstance(kind, str) or kind not in _FACTORIES:
        raise FormatError("json", "grid", f"expected an object whose kind is one of {', '.join(sorted(_FACTORIES))}")
    return _FACTORIES[kind](data)


def _import_kind(kind: str) -> None:
    """Import the module of another package that registers this kind of grid, if there is one."""
    from importlib.metadata import entry_points  # slow to import and rarely needed

    for point in entry_points(group="masume.grids", name=kind):
        point.load()
