"""json: everything a board has, with places by name.

    {"masume": 1, "genre": "slitherlink", "grid": {"kind": "square", "rows": 5, "cols": 5},
     "options": {"visit_all": "no"}, "clues": {"numbers": {"r1c1": 2}}, "given": {}, "marks": {}, "info": {}}

"masume" is the version of the format.  A mark is a value, or {"not": [values]} if these are ruled out.  Tuples are
written as lists.
"""

import json
from collections.abc import Mapping
from typing import Any

from masume import genres
from masume.core.board import Board
from masume.core.errors import FormatError, InputError
from masume.core.grid import Grid, find_place, place_name
from masume.core.grids import grid_from_json
from masume.core.layers import LONGEST_NUMBER, RuledOut, Value
from masume.core.messages import quote, suggest_names
from masume.core.places import Place

VERSION = 1
_KEYS = ("masume", "genre", "grid", "options", "clues", "given", "marks", "info")


def read(text: str) -> Board:
    """Read a board from its JSON form."""
    try:
        return from_json(json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_refuse_repeats))
    except json.JSONDecodeError as error:
        raise _error(f"line {error.lineno} column {error.colno}", "this is not JSON") from None
    except ValueError:  # Python refuses to convert thousands of digits
        raise _error("text", f"a number is too long: expected at most {LONGEST_NUMBER} digits") from None
    except RecursionError:
        raise _error("text", "it is nested too deeply") from None


def write(board: Board) -> str:
    """Write a board as one line of JSON."""
    return json.dumps(to_json(board), ensure_ascii=False)


def to_json(board: Board) -> dict[str, Any]:
    """Return a board as plain dictionaries, lists, strings and numbers."""
    return {
        "masume": VERSION,
        "genre": board.genre.name,
        "grid": board.grid.to_json(),
        "options": {name: value_to_json(value) for name, value in board.options.items()},
        "clues": layers_to_json(board.grid, board.clues),
        "given": layers_to_json(board.grid, board.given),
        "marks": layers_to_json(board.grid, board.marks),
        "info": dict(board.info),
    }


def from_json(data: object) -> Board:
    """Return the board that `to_json` has turned into this data; raise FormatError if the data is not a board."""
    if not isinstance(data, dict) or data.get("masume") != VERSION:
        raise _error("keys", f'expected "masume": {VERSION}, the version of the format')
    if unknown := set(data).difference(_KEYS):
        key = min(unknown)
        raise _error("keys", f"unknown key {quote(key)}: {suggest_names(key, _KEYS)}")
    if not isinstance(data.get("genre"), str):
        raise _error("genre", "expected the name of a genre")
    try:
        genre, grid = genres.find(data["genre"]), grid_from_json(data.get("grid"))
        options = {name: _value(value) for name, value in _object(data, "options").items()}
        clues, given, marks = (_layers(grid, data, role) for role in ("clues", "given", "marks"))
        return Board(genre, grid, clues, given, marks, options, _object(data, "info"))
    except FormatError:
        raise
    except InputError as error:
        raise _error("board", str(error)) from None


def layers_to_json(grid: Grid, layers: Mapping[str, Mapping[Place, Any]]) -> dict[str, dict[str, Any]]:
    """Return the layers that have entries, with places by name."""
    return {
        name: {place_name(grid, place): value_to_json(value) for place, value in entries.items()}
        for name, entries in layers.items()
        if entries
    }


def _layers(grid: Grid, data: dict[str, Any], role: str) -> dict[str, dict[Place, Any]]:
    layers = _object(data, role)
    return {name: _entries(grid, name, _object(layers, name)) for name in layers}


def _entries(grid: Grid, layer: str, values: dict[str, Any]) -> dict[Place, Any]:
    entries: dict[Place, Any] = {}
    for name, value in values.items():
        place = find_place(grid, name)
        if place in entries:  # an edge or a corner has a name for each cell beside it
            raise _error(layer, f"{place_name(grid, place)} occurs twice")
        entries[place] = _value(value)
    return entries


def value_to_json(value: Any) -> Any:
    """Return a value, or values ruled out, as data for JSON."""
    if isinstance(value, RuledOut):
        return {"not": sorted(map(value_to_json, value), key=str)}
    return [value_to_json(part) for part in value] if isinstance(value, tuple) else value


def _value(data: object) -> Any:
    if isinstance(data, dict):
        if set(data) != {"not"} or not isinstance(data["not"], list):
            raise _error("mark", 'expected a value or {"not": [values]}')
        return RuledOut(map(_check_value, data["not"]))
    return _check_value(data)


def _check_value(data: object) -> Value:
    if isinstance(data, list):
        return tuple(_check_value(part) for part in data)
    if not isinstance(data, int | str) or isinstance(data, bool):
        raise _error("value", f"expected a number, a string or a list, not {quote(data)}")
    return data


def _object(data: dict[str, Any], key: str) -> dict[str, Any]:
    found = data.get(key, {})
    if not isinstance(found, dict):
        raise _error(key, "expected an object")
    return found


def _refuse_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise _error("keys", f"{quote(name)} occurs twice")
        found[name] = value
    return found


def _refuse_constant(name: str) -> None:
    raise _error("text", f"this is not JSON, which has no {name}")


def _error(where: str, expected: str) -> FormatError:
    return FormatError("json", where, expected)
