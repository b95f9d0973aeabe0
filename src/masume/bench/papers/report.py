"""Tables as Markdown for people, as CSV and JSON for machines."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Sequence

from masume.bench import report_tables
from masume.bench.papers.tables import Cell, Column, Row, Table
from masume.bench.report_tables import shown

_TITLE = "# The papers' tables, made again\n\nWritten by `masume bench papers`; figures in parentheses are print's."


def markdown(tables: Sequence[Table]) -> str:
    """A page with a section for each table, print in parentheses."""
    return "\n\n".join([_TITLE, *map(_section, tables)])


def _section(table: Table) -> str:
    heads = [*table.labels, *map(_head, table.columns)]
    lines = [
        f"## {table.title}",
        "",
        *report_tables.as_lines(heads, len(table.labels), (_markdown_row(row, table.columns) for row in table.rows)),
    ]
    notes = [f"- {note}" for note in table.notes]
    return "\n".join([*lines, "", *notes] if notes else lines)


def _head(column: Column) -> str:
    if column.ours is None:
        return f"({column.printed})"
    name = f"{column.group}: {_named(column.ours)}"
    return name if column.printed is None else f"{name} ({column.printed})"


def _named(statistic: str) -> str:
    return statistic.replace("grounding_seconds", "grounding s").replace("_seconds", " s").replace("_", " ")


def _markdown_row(row: Row, columns: Iterable[Column]) -> list[str]:
    emphasis = "" if row.kind == "board" else "*"
    labels = [f"{emphasis}{label}{emphasis}" if label else "" for label in row.labels]
    return labels + [_beside(cell, column.ours or "") for cell, column in zip(row.cells, columns, strict=True)]


def _beside(cell: Cell, name: str) -> str:
    ours, printed = shown(cell.ours, "seconds" in name), shown(cell.printed)
    return f"{ours} ({printed})".strip() if printed else ours


def as_csv(tables: Sequence[Table]) -> str:
    """A line for each figure of all tables, so that one file with one head holds them."""
    written = io.StringIO()
    lines = csv.writer(written, lineterminator="\n")
    names = list(dict.fromkeys(name for table in tables for name in table.labels))
    lines.writerow(["table", "row", *names, "group", "figure", "figure in print", "ours", "print"])
    for table in tables:
        for row in table.rows:
            labels = dict(zip(table.labels, row.labels, strict=True))
            begin = [table.id, row.kind, *(labels.get(name, "") for name in names)]
            for column, cell in zip(table.columns, row.cells, strict=True):
                if cell != Cell():
                    lines.writerow([*begin, *column, *cell])
            if not row.cells:
                lines.writerow([*begin, *[""] * 5])
    return written.getvalue().rstrip("\n")


def as_json(tables: Sequence[Table]) -> str:
    """All tables as one object."""
    return json.dumps({"tables": [_plain(table) for table in tables]}, ensure_ascii=False)


def _plain(table: Table) -> dict[str, object]:
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


WRITERS: dict[str, Callable[[Sequence[Table]], str]] = {"markdown": markdown, "csv": as_csv, "json": as_json}
