"""Markdown tables, and numbers formatted for people."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

Value: TypeAlias = int | float | str | None


class ReportTable(NamedTuple):
    """A table: its title, the names of its label and figure columns, its rows, and notes to print below it."""

    title: str
    labels: tuple[str, ...]
    figures: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    notes: tuple[str, ...] = ()


def format_section(table: ReportTable) -> str:
    """Return a Markdown section with a table and its notes."""
    lines = [f"## {table.title}", ""]
    if table.rows:
        rows = ([format_figure(value) for value in row] for row in table.rows)
        lines += format_table([*table.labels, *table.figures], len(table.labels), rows)
    else:
        lines.append("None.")
    return "\n".join([*lines, *(f"\n{note}" for note in table.notes)])


def format_figure(value: Value) -> str:
    """Return a number with about three significant digits, never in exponent notation."""
    if isinstance(value, float):
        return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"
    return format_value(value)


def format_table(headings: Sequence[str], labels: int, rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of a Markdown table.

    The first `labels` columns are labels, aligned left; the others are figures, aligned right.
    """
    figures = len(headings) - labels
    return [_format_row(headings), "|" + "---|" * labels + "---:|" * figures, *map(_format_row, rows)]


def _format_row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def format_value(value: Value, is_time: bool = False) -> str:
    """Return a value as text: thousands separated by commas, times and ratios rounded."""
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, int):
        return f"{value:,}"
    if is_time:
        return f"{value:.3f}" if value < 10 else f"{value:,.1f}"
    return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"
