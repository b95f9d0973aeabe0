"""A run as Markdown for people, as CSV and JSON for programs."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from masume.bench import csv_tables
from masume.bench.boards import SEED
from masume.bench.rate import tables
from masume.bench.rate.labels import is_held_out
from masume.bench.rate.runner import RateRun
from masume.bench.report_tables import ReportTable, Value, format_section
from masume.bench.timed_job import wall_to_cpu_ratio

_TITLE = "# Ratings: calibration and times\n\nWritten by `masume bench rate`."

_INTRODUCTION = (
    "Labels are what the source of a board says about its difficulty. They are compared only within one source, genre "
    "and size: the easy boards of one source may be harder than the hard ones of another. Held-out boards, one in "
    "three, were not used to tune the weights of the rating. Spread and times are those of the selected boards, "
    "published ones by default, whether they have a label or not."
)

_COLUMNS = (
    *("genre", "id", "address", "cells", "known", "kind", "label", "held_out", "in_spread"),
    *("verdict", "wall", "cpu", "score", "level", "note"),
)


def build_tables(run: RateRun) -> list[ReportTable]:
    """Return all tables of a run, in the order of the report."""
    return [
        tables.tabulate_labels(run.labelled),
        tables.tabulate_correlations(run.labelled),
        tables.tabulate_spread(run.spread),
        tables.tabulate_times(run.spread),
        tables.tabulate_disagreements(run.labelled),
        tables.tabulate_problems(run.measurements),
    ]


def format_markdown(run: RateRun) -> str:
    """Return a page with a section for each table."""
    facts = [*run.machine.items(), *_settings(run).items()]
    fact_list = "\n".join(f"- {name}: {value}" for name, value in facts)
    return "\n\n".join([_TITLE, _INTRODUCTION, fact_list, *map(format_section, build_tables(run))])


def _settings(run: RateRun) -> dict[str, Value]:
    measured = len(run.measurements)
    return {
        "boards": measured if run.is_complete else f"{measured} of {len(run.boards.all)}",
        "labelled boards": len(run.labelled),
        "seed": SEED,
        "time limit in seconds": run.time_limit,
        "time by the clock / CPU": wall_to_cpu_ratio(each.elapsed for each in run.measurements),
    }


def format_json(run: RateRun) -> str:
    """Return one JSON object with the machine, the tables and every measurement."""
    data = {
        "machine": run.machine,
        **_settings(run),
        "tables": [table._asdict() for table in build_tables(run)],
        "measurements": list(_measurement_rows(run)),
    }
    return json.dumps(data, ensure_ascii=False)


def format_csv(run: RateRun) -> str:
    """Return one CSV table with a row for each board: its label, its rating, and the times in seconds."""
    return csv_tables.format_csv(_COLUMNS, _measurement_rows(run))


def _measurement_rows(run: RateRun) -> Iterator[dict[str, Any]]:
    labelled, in_spread = ({each.board.key for each in part} for part in (run.labelled, run.spread))
    for each in run.measurements:
        board = each.board
        yield {
            **board.to_json(),
            "label": board.label if board.key in labelled else "",
            "held_out": is_held_out(board),
            "in_spread": board.key in in_spread,
            "verdict": each.verdict,
            **each.elapsed._asdict(),
            "score": each.score,
            "level": each.level,
            "note": each.note,
        }


WRITERS: dict[str, Callable[[RateRun], str]] = {"markdown": format_markdown, "csv": format_csv, "json": format_json}
