"""Tables as Markdown for people, as CSV and JSON for programs."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from masume.bench import csv_tables
from masume.bench.papers.tables import DASH, Cell, Column, PaperTable, Row
from masume.bench.report_tables import Value, format_table, format_value

_TITLE = (
    "# The papers' tables, measured again\n\nWritten by `masume bench papers`; the papers' figures are in parentheses."
)
_FIGURE_COLUMNS = ("group", "figure", "figure in print", "ours", "print", "ours in words", "print in words")


def format_markdown(tables: Sequence[PaperTable]) -> str:
    """Return a page with a section for each table, with the printed figures in parentheses."""
    return "\n\n".join([_TITLE, *map(_format_section, tables)])


def _format_section(table: PaperTable) -> str:
    headings = [*table.labels, *map(_format_heading, table.columns)]
    rows = (_format_row(row, table.columns) for row in table.rows)
    lines = [f"## {table.title}", "", *format_table(headings, len(table.labels), rows)]
    notes = [f"- {note}" for note in table.notes]
    return "\n".join([*lines, "", *notes] if notes else lines)


def _format_heading(column: Column) -> str:
    if column.ours is None:
        return f"({column.printed})"
    name = f"{column.group}: {_format_statistic(column.ours)}"
    return name if column.printed is None else f"{name} ({column.printed})"


def _format_statistic(name: str) -> str:
    return name.replace("grounding_seconds", "grounding s").replace("_seconds", " s").replace("_", " ")


def _format_row(row: Row, columns: Iterable[Column]) -> list[str]:
    emphasis = "" if row.kind == "board" else "*"
    labels = [f"{emphasis}{label}{emphasis}" if label else "" for label in row.labels]
    return labels + [_format_cell(cell, column.ours or "") for cell, column in zip(row.cells, columns, strict=True)]


def _format_cell(cell: Cell, statistic: str) -> str:
    ours, printed = format_value(cell.ours, "seconds" in statistic), format_value(cell.printed)
    return f"{ours} ({printed})".strip() if printed else ours


def format_csv(tables: Sequence[PaperTable]) -> str:
    """Return one CSV table with a row for each figure; rows of tables without figures have their labels only.

    The columns `ours` and `print` hold numbers only, and nothing for what is not known.  Words that stand in place of a
    number, such as a status, are in columns of their own.
    """
    labels = dict.fromkeys(name for table in tables for name in table.labels)
    return csv_tables.format_csv(["table", "row", *labels, *_FIGURE_COLUMNS], _list_figures(tables))


def _list_figures(tables: Iterable[PaperTable]) -> Iterator[Mapping[str, Value]]:
    for table in tables:
        for row in table.rows:
            start = {"table": table.id, "row": row.kind, **dict(zip(table.labels, row.labels, strict=True))}
            if not row.cells:
                yield start
            for column, cell in zip(table.columns, row.cells, strict=True):
                if cell != Cell():
                    figures = (*column, *map(_number, cell), *map(_words, cell))
                    yield {**start, **dict(zip(_FIGURE_COLUMNS, figures, strict=True))}


def _number(value: Value) -> Value:
    return None if isinstance(value, str) else value


def _words(value: Value) -> Value:
    return value if isinstance(value, str) and value != DASH else None


def format_json(tables: Sequence[PaperTable]) -> str:
    """Return one JSON object with all tables."""
    return json.dumps({"tables": [_table_data(table) for table in tables]}, ensure_ascii=False)


def _table_data(table: PaperTable) -> dict[str, object]:
    return {
        "id": table.id,
        "title": table.title,
        "columns": [column._asdict() for column in table.columns],
        "rows": [
            {
                "kind": row.kind,
                **dict(zip(table.labels, row.labels, strict=True)),
                "cells": [cell._asdict() for cell in row.cells],
            }
            for row in table.rows
        ],
        "notes": list(table.notes),
    }


WRITERS: dict[str, Callable[[Sequence[PaperTable]], str]] = {
    "markdown": format_markdown,
    "csv": format_csv,
    "json": format_json,
}
