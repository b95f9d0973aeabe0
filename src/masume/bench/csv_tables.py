"""CSV for programs such as pandas: one table with a header row, plain numbers, and nothing for a missing figure."""

import csv
import io
from collections.abc import Iterable, Mapping

from masume.bench.report_tables import Value


def format_csv(columns: Iterable[str], rows: Iterable[Mapping[str, Value]]) -> str:
    """Return rows as CSV; a column that a row does not have is empty, truth values are `true` and `false`."""
    output = io.StringIO()
    writer = csv.DictWriter(output, list(columns), lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _plain(value) for name, value in row.items()} for row in rows)
    return output.getvalue().rstrip("\n")


def _plain(value: Value) -> Value:
    return str(value).lower() if isinstance(value, bool) else value
