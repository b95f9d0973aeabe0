"""Detection of the format of a text, without importing any format."""

import re

from masume import genres

FACTS_HEADING = "% masume facts:"  # the start of a first line that names genre and dialect
_FACTS = re.compile(r"(?:%[^\n]*\n\s*)*(?:#const\b|[a-z]\w*\s*\()", re.ASCII)
_ESSENCE = re.compile(r"(?:\$[^\n]*+\n\s*+)*+(?:letting|language\s+essence'?)\s", re.ASCII | re.IGNORECASE)
_FILE = re.compile(r"(v:[^/\n]*[/\n])?pzprv3(\.\d+)?\s*([/\n]|$)", re.ASCII)
_BARE_URL = re.compile(r"[A-Za-z][A-Za-z0-9_.]*/")
_ROLE = re.compile(r"type=(editor|player|edit|play)&")


def detect_format(text: str) -> str | None:
    """Return the name of the module that reads this text, None if no format fits."""
    if text.startswith("{"):
        return "json"
    if _ESSENCE.match(text):
        return "essence"
    if is_pzprv3_file(text) or ("\n" not in text and is_pzprv3_file(puzzle_part(text))):
        return "pzprv3"
    if "\n" not in text and ("://" in text or _BARE_URL.match(puzzle_part(text))):
        return "pzpr"
    if genres.is_known(text.split("\n", 1)[0]):
        return "text"
    return "facts" if _FACTS.match(text) else None


def is_pzprv3_file(text: str) -> bool:
    """Return whether a text begins like a pzprv3 file."""
    return _FILE.match(text) is not None


def puzzle_part(text: str) -> str:
    """Return the part of a URL that describes the puzzle: what follows the "?", if there is one."""
    puzzle = text.split("?", 1)[1] if "?" in text and ("://" in text or "/" in text.split("?", 1)[1]) else text
    return puzzle[match.end() :] if (match := _ROLE.match(puzzle)) else puzzle
