"""Reads CSV of benchmarks back, as a user's program would."""

import csv
import io
from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"


def read_csv(text: str, words: set[str]) -> list[dict[str, str]]:
    """Return the rows; every column must hold plain numbers or nothing, except the columns of `words`."""
    reader = csv.DictReader(io.StringIO(text))
    rows = list(reader)
    columns = list(reader.fieldnames or ())
    assert len(set(columns)) == len(columns)
    assert words <= set(columns)
    for row in rows:
        assert list(row) == columns
        for name in set(columns) - words:
            assert row[name] == "" or float(row[name]) >= 0, name
    return rows


def undocumented_columns(text: str) -> list[str]:
    """Return the columns that the page about benchmarks does not describe."""
    section = PAGE.read_text(encoding="utf-8").partition("\n## The measurements as CSV\n")[2]
    (columns, *_) = csv.reader(io.StringIO(text))
    return [name for name in columns if f"`{name}`" not in section]
