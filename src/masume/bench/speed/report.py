"""A run as Markdown for people, as CSV and JSON for programs."""

import json
from collections.abc import Callable
from typing import Any

from masume.bench import csv_tables
from masume.bench.boards import SEED
from masume.bench.report_tables import ReportTable, Value, format_section
from masume.bench.speed import comparisons, tables
from masume.bench.speed.measurement import SpeedMeasurement, Stages
from masume.bench.speed.peers import peer_data
from masume.bench.speed.runner import SpeedRun

_TITLE = "# Speed\n\nWritten by `masume bench speed`."
_INTRODUCTION = (
    "URL to verdict is what a user waits for: the time to read the board, build its model, pass it to the engine, "
    "search for a solution, prove that there is no second one (or find it), and check the answers. Solving leaves out "
    "reading and checking, which are the same for all engines. The comparison with a baseline, the table of the "
    "held-out third and the plots use URL to verdict; the comparisons of engines and with peers, and the growth, use "
    "solving. Warm: each board once, in shuffled order, in a process that has seen a board of that size. Cold: all "
    "caches are cleared before each board. `cp` and `choco` search in other processes, so wall-clock time replaces "
    "their CPU time."
)


_COLUMNS = (
    *("genre", "id", "address", "cells", "known", "kind", "held_out", "engine", "cold", "verdict"),
    *(f"{clock}_{stage}" for clock in ("cpu", "wall") for stage in (*Stages._fields, "solving", "url_to_verdict")),
    "note",
)


def build_tables(run: SpeedRun) -> list[ReportTable]:
    """Return all tables of a run, in the order of the report."""
    engines, measurements = run.settings.engines, run.measurements
    peers = peer_data() if run.settings.peers else ()
    return [
        *(tables.tabulate_times(measurements, engine) for engine in engines),
        *comparisons.compare_engines(measurements, engines),
        *(comparisons.compare_baseline(measurements, engines, baseline) for baseline in run.settings.baselines),
        *(comparisons.compare_peer(measurements, run.peer_measurements, peer, engines[0]) for peer in peers),
        *(tables.tabulate_stages(measurements, engine) for engine in engines),
        *(tables.tabulate_growth(measurements, engine) for engine in engines),
        tables.tabulate_held_out(measurements, engines),
        tables.tabulate_memory(run.memory),
        tables.tabulate_problems([*measurements, *run.peer_measurements]),
    ]


def format_markdown(run: SpeedRun) -> str:
    """Return a page with a section for each table."""
    facts = [*run.machine.items(), *_settings(run).items()]
    fact_list = "\n".join(f"- {name}: {value}" for name, value in facts)
    return "\n\n".join([_TITLE, _INTRODUCTION, fact_list, *map(format_section, build_tables(run))])


def _settings(run: SpeedRun) -> dict[str, Value]:
    return {"boards": len(run.boards), "seed": SEED, "time limit in seconds": run.settings.time_limit}


def format_json(run: SpeedRun) -> str:
    """Return one JSON object with the machine, the tables and every measurement."""
    data = {
        "machine": run.machine,
        **_settings(run),
        "engines": run.settings.engines,
        "tables": [table._asdict() for table in build_tables(run)],
        "measurements": [_measurement_data(each) for each in _all_measurements(run)],
        "memory": [{**use._asdict(), "board": use.board.id, "genre": use.board.genre} for use in run.memory],
    }
    return json.dumps(data, ensure_ascii=False)


def format_csv(run: SpeedRun) -> str:
    """Return one CSV table with a row for each measurement: all stages in seconds, in CPU and in wall-clock time."""
    return csv_tables.format_csv(_COLUMNS, map(_measurement_row, _all_measurements(run)))


def _all_measurements(run: SpeedRun) -> list[SpeedMeasurement]:
    return [*run.measurements, *run.peer_measurements]


def _measurement_row(measurement: SpeedMeasurement) -> dict[str, Any]:
    """Return the data of a measurement without nesting: "cpu_model" instead of "model" in "cpu"."""
    data = _measurement_data(measurement)
    for clock in ("cpu", "wall"):
        data |= {f"{clock}_{stage}": seconds for stage, seconds in data.pop(clock).items()}
    return data


def _measurement_data(measurement: SpeedMeasurement) -> dict[str, Any]:
    return {
        **measurement.board.to_json(),
        "held_out": measurement.board.is_held_out,
        "engine": measurement.engine,
        "cold": measurement.cold,
        "verdict": measurement.verdict,
        "cpu": _stages_data(measurement.cpu),
        "wall": _stages_data(measurement.wall),
        "note": measurement.note,
    }


def _stages_data(stages: Stages) -> dict[str, float]:
    seconds = {**stages._asdict(), "solving": stages.solving, "url_to_verdict": stages.url_to_verdict}
    return {name: round(value, 7) for name, value in seconds.items()}


WRITERS: dict[str, Callable[[SpeedRun], str]] = {
    "markdown": format_markdown,
    "csv": format_csv,
    "json": format_json,
}
