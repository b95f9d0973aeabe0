"""Tables in Markdown, and figures as people like to read them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

Value: TypeAlias = int | float | str | None


class Table(NamedTuple):
    """A table: its title, the names of its labels and figures, its rows, and what is to be said under it."""

    title: str
    labels: tuple[str, ...]
    figures: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    notes: tuple[str, ...] = ()


def section(table: Table) -> str:
    """A section of a page, with a table and its notes."""
    lines = [f"## {table.title}", ""]
    if table.rows:
        rows = ([figure(value) for value in row] for row in table.rows)
        lines += as_lines([*table.labels, *table.figures], len(table.labels), rows)
    else:
        lines.append("None.")
    return "\n".join([*lines, *(f"\n{note}" for note in table.notes)])


def figure(value: Value) -> str:
    """A figure with three digits that matter, and no power of ten."""
    if isinstance(value, float):
        return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"
    return shown(value)


def as_lines(heads: Sequence[str], labels: int, rows: Iterable[Sequence[str]]) -> list[str]:
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
