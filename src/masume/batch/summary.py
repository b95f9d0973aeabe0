"""The summary of a list: how many boards were solved, have no solution, could not be read, and so on."""

from collections import Counter
from typing import Any, TypeAlias

from masume.core.levels import LEVELS
from masume.core.messages import pluralize
from masume.core.outcome import SearchEnd

Category: TypeAlias = tuple[str, ...]  # a name and perhaps a detail: ("late",) or ("solved", "unique")
_CATEGORIES = {  # by status; `classify` handles those that depend on more
    "converted": ("converted",),
    "generated": ("generated",),
    "several": ("several",),
    "stopped": ("stopped",),
    "unsolvable": ("none",),
    "wrong": ("wrong",),
    "timeout": ("late",),
    "memory": ("out of memory",),
    "unreadable": ("unreadable",),
    "refused": ("refused",),
    "error": ("failed",),
}
_ORDER = (
    *("solved", "counted", "right", "converted", "generated", "rated", *LEVELS),
    *("unique", "several", "unfinished", "stopped"),
    *("none", "broken", "wrong", "late", "out of memory", "unreadable", "refused", "failed"),
)


def classify(record: dict[str, Any]) -> Category:
    """Return how a record counts in the summary."""
    match record["status"]:
        case "solved":
            return _classify_solved(record)
        case "checked":
            return ("right" if record["right"] else "broken",)
        case "counted":
            is_unique = record["count"] == 1 and not record["more"]
            return ("none",) if record["count"] == 0 else ("counted", "unique" if is_unique else "several")
        case "rated":
            return "rated", record["name"]
        case status:
            return _CATEGORIES[status]


def _classify_solved(record: dict[str, Any]) -> Category:
    """Return whether a solution is unique; if the time ran out before all was known, the search is unfinished."""
    if "unique" not in record:  # of `solve --common` or `explain`
        return ("solved",)
    if "missing" in record:  # of `review`
        is_finished = not record["missing"]
        return "solved", "unfinished" if not is_finished else "unique" if record["unique"] else "several"
    is_finished = record["search"] != SearchEnd.TIMEOUT.value
    return "solved", "unique" if record["unique"] else "several" if is_finished else "unfinished"


class Summary:
    """Counts the boards of a list by category."""

    def __init__(self) -> None:
        self._counts: Counter[Category] = Counter()

    def add(self, category: Category) -> None:
        """Count a board."""
        self._counts[category] += 1

    @property
    def categories(self) -> set[Category]:
        """The categories that occurred."""
        return set(self._counts)

    def describe(self) -> str:
        """Return one line, such as "12 boards: 9 solved (8 unique, 1 several), 2 late, 1 unreadable"."""
        names = {name for name, *_ in self.categories}
        parts = (self._describe_category(name) for name in _ORDER if name in names)
        boards = pluralize(self._counts.total(), "board")
        return f"{boards}: {', '.join(parts)}" if self._counts else boards

    def _describe_category(self, name: str) -> str:
        counts = {category: number for category, number in self._counts.items() if category[0] == name}
        details = [f"{counts[name, detail]:,} {detail}" for detail in _ORDER if (name, detail) in counts]
        return f"{sum(counts.values()):,} {name}" + (f" ({', '.join(details)})" if details else "")
