"""Detection of the format of a text, without importing any format."""

import re

from masume import genres

FACTS_HEADING = "% masume facts:"  # the start of a first line that names genre and dialect
_FACTS = re.compile(r"(?:%[^\n]*\n\s*)*(?:#const\b|[a-z]\w*\s*\()", re.ASCII)
_ESSENCE = re.compile(r"(?:\$[^\n]*+\n\s*+)*+(?:letting|language\s+essence'?)\s", re.ASCII | re.IGNORECASE)
_FILE = re.compile(r"(v:[^/\n]*[/\n])?pzprv3(\.\d+)?\s*([/\n]|$)", re.ASCII)
_BARE_URL = re.compile(r"[A-Za-z][A-Za-z0-9_.]*/")
_URL_WITH_SIZE = re.compile(r"(?P<genre>[^/]+)/(?:[^/]+/)?\d+/\d+(?:/|$)", re.ASCII)
_NUMBER = re.compile(r"/\d+(?:/|$)", re.ASCII)
_FILE_NAME = re.compile(
    r"(?:~?|\.\.?|[A-Za-z]:)[/\\].*|.*\.(?:txt|text|json|jsonl|csv|lp|asp|param|essence|url|pzprv?3?|html|svg|png|pdf)",
    re.IGNORECASE,
)
_NOT_IN_FILE_NAMES = re.compile(r"[\n?%{]|://")
_LONGEST_FILE_NAME = 1000
GAME_SCHEME = "sgtpuzzles:"
GAME_PAGE = re.compile(r"[^?#\s]*/(?P<game>\w+)\.html#(?P<id>\d\S*)", re.ASCII)
_GAME_ID = re.compile(r"(?:\w++:)?\d++x\d++\w*+[:#]", re.ASCII)
_GAME_WITH_NUMBER = re.compile(r"(\w++):\d", re.ASCII)
_ROLE = re.compile(r"type=(editor|player|edit|play)&")


def detect_format(text: str) -> str | None:
    """Return the name of the module that reads this text, None if no format fits."""
    if text.startswith("{"):
        return "json"
    if _ESSENCE.match(text):
        return "essence"
    if is_pzprv3_file(text) or ("\n" not in text and is_pzprv3_file(puzzle_part(text))):
        return "pzprv3"
    if is_game_id(text):
        return "sgt"
    if "\n" not in text and ("://" in text or _BARE_URL.match(puzzle_part(text))):
        return "pzpr"
    if genres.is_known(text.split("\n", 1)[0]):
        return "text"
    return "facts" if _FACTS.match(text) else None


def looks_like_file_name(text: str) -> bool:
    """Return whether a text looks like the name of a file rather than a board; the file may or may not exist."""
    if len(text) > _LONGEST_FILE_NAME or _NOT_IN_FILE_NAMES.search(text) or is_pzprv3_file(text):
        return False
    if (url := _URL_WITH_SIZE.match(text)) and genres.is_known(url["genre"]):
        return False
    return _FILE_NAME.fullmatch(text) is not None


def looks_like_url(text: str) -> bool:
    """Return whether a text looks like a URL, or a part of one, rather than the name of a file."""
    if "://" in text or "?" in text or is_pzprv3_file(text) or _URL_WITH_SIZE.match(text):
        return True
    return is_game_id(text) or (_NUMBER.search(text) is not None and genres.is_known(text.split("/", 1)[0]))


def is_game_id(text: str) -> bool:
    """Return whether a text looks like a game id of Simon Tatham's, with or without the name of the game."""
    if "\n" in text:
        return False
    if text.startswith(GAME_SCHEME) or _GAME_ID.match(text) or (".html#" in text and GAME_PAGE.match(text)):
        return True
    named = _GAME_WITH_NUMBER.match(text)  # perhaps an id with a mistake in it
    return named is not None and genres.is_known(named[1])


def is_pzprv3_file(text: str) -> bool:
    """Return whether a text begins like a pzprv3 file."""
    return _FILE.match(text) is not None


def puzzle_part(text: str) -> str:
    """Return the part of a URL that describes the puzzle: what follows the "?", if there is one."""
    puzzle = text.split("?", 1)[1] if "?" in text and ("://" in text or "/" in text.split("?", 1)[1]) else text
    return puzzle[match.end() :] if (match := _ROLE.match(puzzle)) else puzzle
