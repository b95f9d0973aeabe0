"""The kinds of grid there are, by the name their JSON form carries."""

from collections.abc import Callable, Mapping
from typing import Any

from masume.core import square
from masume.core.errors import FormatError
from masume.core.grid import Grid

_READERS: dict[str, Callable[[Mapping[str, Any]], Grid]] = {"square": square.from_json}


def register_grid(kind: str, reader: Callable[[Mapping[str, Any]], Grid]) -> None:
    """Make a further kind of grid readable from JSON."""
    _READERS[kind] = reader


def grid_from_json(data: object) -> Grid:
    """Read a grid's JSON form."""
    if not isinstance(data, Mapping) or data.get("kind") not in _READERS:
        raise FormatError("json", "grid", f"expected an object whose kind is one of {', '.join(sorted(_READERS))}")
    return _READERS[data["kind"]](data)
