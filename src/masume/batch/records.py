"""Records: the result for one board of a list as plain data, one line of JSON.

    {"id": "a7", "command": "solve", "status": "solved", "unique": true, …, "board": {…}}
    {"id": "boards-8", "digest": "…", "command": "solve", "status": "unreadable", "error": "…", "file": …, "line": …}

After the keys that identify the board come those of the command's own JSON.  A board without an id of its own has a
"digest" of its text; the second board with the same id and digest has "occurrence": 2.
"""

import json
from collections.abc import Sequence
from typing import Any, TypeAlias

import masume
from masume.formats import BoardEntry, BoardId

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


def check_to_dict(board: masume.Board, broken: Sequence[masume.BrokenRule]) -> dict[str, Any]:
    """Return the result of checking a board as plain data."""
    marks = sum(len(entries) for layers in (board.given, board.marks) for entries in layers.values())
    rules = [{"rule": rule, "places": [board.place_name(place) for place in places]} for rule, places in broken]
    return {"right": not rules, "marks": marks, "broken": rules}


def count_to_dict(count: int, search: masume.SearchEnd) -> dict[str, Any]:
    """Return a number of solutions as plain data; `more` is None if it is not known whether there are more."""
    more = {masume.SearchEnd.COMPLETE: False, masume.SearchEnd.LIMIT: True, masume.SearchEnd.TIMEOUT: None}
    return {"count": count, "more": more[search], "search": search.value}
