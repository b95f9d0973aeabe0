"""By which signs each format is told from the others; only the one that is meant is then imported."""

import re

from masume import genres

FACTS = "% masume facts:"  # how the first line of facts begins that say what they are
_FACTS = re.compile(r"(?:%[^\n]*\n\s*)*(?:#const\b|[a-z]\w*\s*\()", re.ASCII)
_ESSENCE = re.compile(r"(?:\$[^\n]*+\n\s*+)*+(?:letting|language\s+essence'?)\s", re.ASCII | re.IGNORECASE)
_FILE = re.compile(r"(v:[^/\n]*[/\n])?pzprv3(\.\d+)?\s*([/\n]|$)", re.ASCII)
_BARE_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9_.]*/")
_ROLE = re.compile(r"type=(editor|player|edit|play)&")


def recognised(text: str) -> str | None:
    """The module of the format that a text is in, None if it is in none."""
    if text.startswith("{"):
        return "json"
    if _ESSENCE.match(text):
        return "essence"
    if begins_file(text) or ("\n" not in text and begins_file(tail(text))):
        return "pzprv3"
    if "\n" not in text and ("://" in text or _BARE_ADDRESS.match(tail(text))):
        return "pzpr"
    if genres.knows(text.split("\n", 1)[0]):
        return "text"
    return "facts" if _FACTS.match(text) else None


def begins_file(text: str) -> bool:
    """Whether this begins as files of pzpr do."""
    return _FILE.match(text) is not None


def tail(text: str) -> str:
    """What follows an address: the puzzle itself."""
    end = text.split("?", 1)[1] if "?" in text and ("://" in text or "/" in text.split("?", 1)[1]) else text
    return end[match.end() :] if (match := _ROLE.match(end)) else end
