"""A run as Markdown for people, as CSV and JSON for programs."""

import json
from collections.abc import Callable
from statistics import median
from typing import Any

from masume.bench import csv_tables
from masume.bench.boards import SEED
from masume.bench.explain import tables
from masume.bench.explain.measurement import ExplainMeasurement, HintMeasurement, StepKind, StepSummary
from masume.bench.explain.runner import ExplainRun
from masume.bench.report_tables import ReportTable, Value, format_section
from masume.bench.timed_job import Elapsed, wall_to_cpu_ratio

_TITLE = "# Explanations: speed and quality\n\nWritten by `masume bench explain`."

_INTRODUCTION = (
    "Targets apply to wall-clock time, which is what a player waits for. If wall-clock time is much longer than CPU "
    "time, the processor was busy with other work: then the wall-clock times, and the quality of hints, mean little."
)

_COLUMNS = (
    *("genre", "id", "address", "cells", "known", "kind", "verdict", "wall", "cpu", "steps", "largest_step"),
    *(f"{kind.value}_steps" for kind in StepKind),
    *("cut_steps", "words", "bookkeeping_steps", "large_steps", "named_large_steps", "unargued_claims"),
    *(
        "jumps",
        "needless_jumps",
        "hints",
        "hint_wall_median",
        "hint_wall_most",
        "hint_cpu_median",
        "hint_cpu_most",
        "note",
    ),
)


def build_tables(run: ExplainRun) -> list[ReportTable]:
    """Return all tables of a run, in the order of the report."""
    builders = (
        tables.tabulate_targets,
        tables.tabulate_hints,
        tables.tabulate_boards,
        tables.tabulate_step_sizes,
        tables.tabulate_step_kinds,
        tables.tabulate_voice,
        tables.tabulate_extremes,
        tables.tabulate_problems,
    )
    return [build(run.measurements) for build in builders]


def format_markdown(run: ExplainRun) -> str:
    """Return a page with a section for each table."""
    facts = [*run.machine.items(), *_settings(run).items()]
    fact_list = "\n".join(f"- {name}: {value}" for name, value in facts)
    return "\n\n".join([_TITLE, _INTRODUCTION, fact_list, *map(format_section, build_tables(run))])


def _settings(run: ExplainRun) -> dict[str, Value]:
    measured = len(run.measurements)
    times = [time for each in run.measurements for time in (each.elapsed, *(hint.elapsed for hint in each.hints))]
    return {
        "boards": measured if run.is_complete else f"{measured} of {len(run.boards)}",
        "seed": SEED,
        "time limit in seconds": run.settings.time_limit,
        "seconds for a hint": run.settings.hint_seconds,
        "hints on each board": run.settings.hints,
        "time by the clock / CPU": wall_to_cpu_ratio(times),
    }


def format_json(run: ExplainRun) -> str:
    """Return one JSON object with the machine, the tables and every measurement."""
    data = {
        "machine": run.machine,
        **_settings(run),
        "tables": [table._asdict() for table in build_tables(run)],
        "measurements": [_measurement_data(measurement) for measurement in run.measurements],
    }
    return json.dumps(data, ensure_ascii=False)


def format_csv(run: ExplainRun) -> str:
    """Return one CSV table with a row for each board: the times in seconds, and the numbers of steps and hints."""
    return csv_tables.format_csv(_COLUMNS, map(_measurement_row, run.measurements))


def _measurement_row(measurement: ExplainMeasurement) -> dict[str, Any]:
    steps, kinds = measurement.steps, [step.kind for step in measurement.steps]
    times = {name: [getattr(hint.elapsed, name) for hint in measurement.hints] for name in Elapsed._fields}
    return {
        **measurement.board.to_json(),
        "verdict": measurement.verdict,
        **measurement.elapsed._asdict(),
        "steps": len(steps),
        "largest_step": measurement.max_step_size if steps else None,
        **{f"{kind.value}_steps": kinds.count(kind) for kind in StepKind},
        "cut_steps": sum(step.has_cut for step in steps),
        "words": sum(step.words for step in steps),
        "bookkeeping_steps": sum(step.is_bookkeeping for step in steps),
        "large_steps": sum(step.is_argued_by_several for step in steps),
        "named_large_steps": sum(step.is_argued_by_several and bool(step.technique) for step in steps),
        "unargued_claims": sum(step.unargued for step in steps),
        "jumps": sum(step.is_jump for step in steps),
        "needless_jumps": sum(step.is_needless for step in steps),
        "hints": len(measurement.hints),
        **{f"hint_{name}_median": median(seconds) if seconds else None for name, seconds in times.items()},
        **{f"hint_{name}_most": max(seconds, default=None) for name, seconds in times.items()},
        "note": measurement.note,
    }


def _measurement_data(measurement: ExplainMeasurement) -> dict[str, object]:
    return {
        **measurement.board.to_json(),
        "verdict": measurement.verdict,
        **measurement.elapsed._asdict(),
        "steps": [_step_data(step) for step in measurement.steps],
        "hints": [_hint_data(hint) for hint in measurement.hints],
        "note": measurement.note,
    }


def _step_data(step: StepSummary) -> dict[str, object]:
    return {
        "size": step.size,
        "manner": step.kind.value,
        "has_cut": step.has_cut,
        "words": step.words,
        "technique": step.technique or None,
        "bookkeeping": step.is_bookkeeping,
        "jump": step.is_jump,
        "needless": step.is_needless,
        "unargued": step.unargued,
    }


def _hint_data(hint: HintMeasurement) -> dict[str, object]:
    return {"after": hint.after, **hint.elapsed._asdict(), "step": _step_data(hint.step) if hint.step else None}


WRITERS: dict[str, Callable[[ExplainRun], str]] = {
    "markdown": format_markdown,
    "csv": format_csv,
    "json": format_json,
}
