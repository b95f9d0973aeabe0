"""Records of boards that `masume generate` made, one line of JSON each: a list of boards, and what is needed to resume.

{"id": "akari-7-1", "command": "generate", "status": "generated", "request": {"genre": "akari", …}, "seed": 7,
 "number": 1, "rejected": 0, "verified": false, "board": {…}}
"""

from collections.abc import Iterable
from typing import Any

import masume
from masume import InputError, messages
from masume.core.levels import LEVELS
from masume.core.symmetry import CLUE_SYMMETRIES

_LONGEST_QUOTE = 60  # characters


def generated_record(series: masume.Series, made: masume.NumberedBoard) -> dict[str, Any]:
    """Return a board of a series as plain data, with everything that is needed to make it again."""
    return {
        "id": f"{series.request.plan.genre.name}-{series.seed}-{made.number}",
        "command": "generate",
        "status": "generated",
        "request": _request_to_dict(series.request),
        "seed": series.seed,
        "number": made.number,
        "rejected": made.rejected,
        "verified": series.verify,
        "board": made.board.to_dict(),
    }


def require_same_series(name: str, records: Iterable[dict[str, Any]], series: masume.Series) -> None:
    """Raise InputError if the records of a file are not the first ones of a series; `name` is that of the file."""
    wanted: dict[str, Any] = {"seed": series.seed, "verified": series.verify, **_request_to_dict(series.request)}
    for number, record in enumerate(records, 1):
        request = record.get("request")
        found = {"seed": record.get("seed"), "verified": record.get("verified")}
        found |= request if isinstance(request, dict) else {}
        for key, value in wanted.items():
            if found.get(key) != value:
                difference = f"{key}: {_in_words(found.get(key))}, not {_in_words(value)}"
                expected = "expected the same options, or another file"
                raise InputError(f"{name} holds boards of another request ({difference}): {expected}")
        if record.get("number") != number or not isinstance(record.get("board"), dict):
            raise InputError(f"{name} cannot be resumed: line {number} should hold the board with the number {number}")


def _request_to_dict(request: masume.generating.Request) -> dict[str, Any]:
    """Return a request as plain data."""
    plan = request.plan
    empty = plan.make_board({}, {}).to_dict()
    return {
        "genre": empty["genre"],
        "grid": empty["grid"],
        "options": empty["options"],
        "level": None if request.level is None else LEVELS[request.level - 1],
        "symmetry": next(name for name, own in CLUE_SYMMETRIES.items() if own == plan.symmetry.name),
        "style": plan.style or None,
        "density": plan.density,
    }


def _in_words(value: object) -> str:
    """Return a value of a request as messages show it."""
    if isinstance(value, dict):
        shown = ", ".join(f"{key} {part}" for key, part in value.items())
        return messages.shorten(shown, _LONGEST_QUOTE) if shown else "none"
    if value is None or isinstance(value, bool):
        return "none" if value is None else "yes" if value else "no"
    return messages.quote(value, _LONGEST_QUOTE)
