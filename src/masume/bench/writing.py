"""Tables in Markdown, and figures as people like to read them."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

Value: TypeAlias = int | float | str | None


def table(heads: Sequence[str], labels: int, rows: Iterable[Sequence[str]]) -> list[str]:
    """The lines of a table; the first columns, so many, are labels and the others figures."""
    figures = len(heads) - labels
    return [_line(heads), "|" + "---|" * labels + "---:|" * figures, *map(_line, rows)]


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def shown(value: Value, is_time: bool = False) -> str:
    """A figure for people: thousands set apart, times and ratios with what matters of their digits."""
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, int):
        return f"{value:,}"
    if is_time:
        return f"{value:.3f}" if value < 10 else f"{value:,.1f}"
    return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"
