"""Records: the result for one board of a list as plain data, one line of JSON.

    {"id": "a7", "command": "solve", "status": "solved", "unique": true, …, "board": {…}}
    {"id": "boards-8", "digest": "…", "command": "solve", "status": "unreadable", "error": "…", "file": …, "line": …}

After the keys that identify the board come those of the command's own JSON.  A board without an id of its own has a
"digest" of its text; the second board with the same id has "occurrence": 2.
"""

import json
from typing import Any, TypeAlias

import masume
from masume.checking import BrokenRule
from masume.core.grid import place_name
from masume.formats import json as board_json
from masume.formats.board_lists import BoardEntry, BoardId

RecordKey: TypeAlias = tuple[BoardId, str | None, int]


def start_of_record(entry: BoardEntry, command: str) -> dict[str, Any]:
    """Return the keys with which the record of a board begins."""
    start: dict[str, Any] = {"id": entry.id}
    if entry.digest is not None:
        start["digest"] = entry.digest
    if entry.occurrence > 1:
        start["occurrence"] = entry.occurrence
    return {**start, "command": command}


def key_of_entry(entry: BoardEntry) -> RecordKey:
    """Return what identifies a board in a file of results."""
    return entry.id, entry.digest, entry.occurrence


def key_of_record(record: dict[str, Any]) -> RecordKey:
    """Return what identifies the board of a record."""
    return record["id"], record.get("digest"), record.get("occurrence", 1)


def format_record(record: dict[str, Any]) -> str:
    """Return a record as one line of JSON."""
    line = json.dumps(record, ensure_ascii=False)
    try:
        line.encode()
    except UnicodeEncodeError:  # a lone surrogate, which JSON can hold but UTF-8 cannot
        return json.dumps(record)
    return line


def escape_record(line: str) -> str:
    """Return the same line of JSON in ASCII, for outputs that cannot encode other characters."""
    return json.dumps(json.loads(line))


def outcome_to_json(outcome: masume.Outcome, limit: int | None = None) -> dict[str, Any]:
    """Return an outcome as plain data; with a limit, include up to that many solutions."""
    boards = [board_json.to_json(board) for board in outcome.boards[: limit or 1]]
    data: dict[str, Any] = {
        "status": outcome.status.value,
        "unique": outcome.unique,
        "formulation": outcome.formulation,
        "vouched": outcome.vouched,
        "seconds": round(outcome.seconds, 6),
        "statistics": dict(outcome.statistics),
        "board": boards[0] if boards else None,
    }
    return data if limit is None else {**data, "boards": boards}


def broken_rules_to_json(board: masume.Board, broken: list[BrokenRule]) -> dict[str, Any]:
    """Return broken rules as plain data."""
    rules = [{"rule": rule, "places": [place_name(board.grid, place) for place in places]} for rule, places in broken]
    return {"right": not rules, "broken": rules}
