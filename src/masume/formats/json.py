"""json: everything a board has, with places by name.

    {"masume": 1, "genre": "slitherlink", "grid": {"kind": "square", "rows": 5, "cols": 5},
     "options": {"visit_all": "no"}, "clues": {"numbers": {"r1c1": 2}}, "given": {}, "marks": {}, "info": {}}

"masume" is the version of the format.  A mark is a value, or {"not": [values]} if these are ruled out.  Tuples are
written as lists.
"""

import json
from typing import Any

from masume import genres
from masume.core.board import Board
from masume.core.errors import FormatError, InputError
from masume.core.grid import Grid, find_place, place_name
from masume.core.grids import grid_from_json
from masume.core.layers import LONGEST_NUMBER, RuledOut, Value
from masume.core.messages import quote, suggest_names
from masume.core.places import Place
from masume.core.plain_data import BOARD_VERSION

_KEYS = ("masume", "genre", "grid", "options", "clues", "given", "marks", "info")


def read(text: str) -> Board:
    """Read a board from its JSON form."""
    try:
        return from_dict(json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_refuse_repeats))
    except json.JSONDecodeError as error:
        raise _error(f"line {error.lineno} column {error.colno}", "this is not JSON") from None
    except ValueError:  # Python refuses to convert thousands of digits
        raise _error("text", f"a number is too long: expected at most {LONGEST_NUMBER} digits") from None
    except RecursionError:
        raise _error("text", "it is nested too deeply") from None


def write(board: Board) -> str:
    """Write a board as one line of JSON."""
    return json.dumps(board.to_dict(), ensure_ascii=False)


def from_dict(data: object) -> Board:
    """Return the board that `Board.to_dict` has turned into this data; raise FormatError if the data is not a board."""
    if not isinstance(data, dict) or data.get("masume") != BOARD_VERSION:
        raise _error("keys", f'expected "masume": {BOARD_VERSION}, the version of the format')
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
