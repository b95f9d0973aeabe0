"""Markdown tables, and numbers formatted for people."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

Value: TypeAlias = int | float | str | None


class ReportTable(NamedTuple):
    """A table: its title, column headings and rows, and notes to print below it.

    The first columns are `labels`, aligned left; the others are `figures`, aligned right.
    """

    title: str
    labels: tuple[str, ...]
    figures: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    notes: tuple[str, ...] = ()


def format_section(table: ReportTable) -> str:
    """Return a Markdown section with a table and its notes."""
    lines = [f"## {table.title}", ""]
    if table.rows:
        rows = ([format_rounded(value) for value in row] for row in table.rows)
        lines += format_table([*table.labels, *table.figures], len(table.labels), rows)
    else:
        lines.append("None.")
    return "\n".join([*lines, *(f"\n{note}" for note in table.notes)])


def format_rounded(value: Value) -> str:
    """Return a number with about three significant digits, never in exponent notation."""
    if isinstance(value, float):
        return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"
    return format_value(value)


def format_table(headings: Sequence[str], label_count: int, rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of a Markdown table.

    The first `label_count` columns are labels, aligned left; the others are figures, aligned right.
    """
    figure_count = len(headings) - label_count
    return [_format_row(headings), "|" + "---|" * label_count + "---:|" * figure_count, *map(_format_row, rows)]


def _format_row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def format_value(value: Value, is_time: bool = False) -> str:
    """Return a value as text: commas between thousands, times below 10 s to the millisecond, ratios to four digits."""
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, int):
        return f"{value:,}"
    if is_time:
        return f"{value:.3f}" if value < 10 else f"{value:,.1f}"
    return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"
