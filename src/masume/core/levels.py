"""Levels: how hard a board is, in six words; docs/rating.md defines them."""

from masume.core.errors import UnknownNameError
from masume.core.messages import quote, suggest_names

LEVELS = ("beginner", "easy", "medium", "hard", "expert", "needs trial")  # the names of the levels 1 to 6


def find_level(level: object) -> int:
    """Return a level given by its number or its name; raise UnknownNameError if there is no such level."""
    if isinstance(level, int) and not isinstance(level, bool) and 1 <= level <= len(LEVELS):
        return level
    name = str(level).strip().lower()
    if name in LEVELS:
        return LEVELS.index(name) + 1
    if name.isdecimal() and 1 <= int(name) <= len(LEVELS):
        return int(name)
    raise UnknownNameError(f"unknown level {quote(level)}: {suggest_names(name, LEVELS)}, or a number from 1 to 6")
