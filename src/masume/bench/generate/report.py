"""A run as Markdown for people, as CSV and JSON for programs."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from masume.bench import csv_tables
from masume.bench.boards import SEED
from masume.bench.generate import tables
from masume.bench.generate.difficulties import RATING, REASONS
from masume.bench.generate.measurement import OTHER, KindTally, Tally
from masume.bench.generate.runner import GenerateRun
from masume.bench.report_tables import ReportTable, Value, format_section
from masume.generating.stages import DRAFT, PATCH, RATE, READ, REDUCE, REPAIR

_TITLE = "# The speed of making boards\n\nWritten by `masume bench generate`."

_INTRODUCTION = (
    "Boards with a unique solution per CPU second on one core. All kinds of boards, and other programs, take turns in "
    "one run: in each round, each makes boards until its share of the budget is spent. Only boards of the wanted "
    "difficulty count, but the time of rejected tries does.\n\n"
    "*By the largest step*: unrated boards may be of any difficulty, and no clue of theirs can be dropped if boards of "
    "the genre drop clues. Easy boards need direct steps only; medium ones steps of up to 3 reasons, with at least one "
    "of 2 or 3; hard ones up to 7, with at least one of 4 to 7. The reasoner that decides this proves by propagation "
    "and chains only, so a board may be easier than it says: two cases may need fewer reasons. *By rating*: boards to "
    "which `masume rate` gives just this level."
)

_STAGES = (DRAFT, REPAIR, READ, REDUCE, PATCH, RATE, OTHER)
_COLUMNS = (
    *("genre", "rows", "columns", "program", "decided_by", "difficulty", "verdict", "note"),
    *("boards", "tries", "cpu", "slowest_round", "fastest_round", *(f"cpu_{stage}" for stage in _STAGES)),
    *("verified", "verified_late", "verified_wrong", "cpu_verify"),
)


def build_tables(run: GenerateRun) -> list[ReportTable]:
    """Return all tables of a run, in the order of the report."""
    found = [
        *tables.tabulate_speeds(run.own, run.verifications, REASONS),
        *tables.tabulate_speeds(run.own, run.verifications, RATING),
        tables.tabulate_tries(run.own),
        tables.tabulate_stages(run.own),
    ]
    if run.settings.peers:
        found.append(tables.tabulate_peers(run.peers, run.own))
    if run.settings.verify:
        found.append(tables.tabulate_verifications(run.verifications))
    return [*found, tables.tabulate_problems(run.own, run.peers, run.missing)]


def format_markdown(run: GenerateRun) -> str:
    """Return a page with a section for each table."""
    facts = [*run.machine.items(), *_settings(run).items()]
    fact_list = "\n".join(f"- {name}: {value}" for name, value in facts)
    return "\n\n".join([_TITLE, _INTRODUCTION, fact_list, *map(format_section, build_tables(run))])


def _settings(run: GenerateRun) -> dict[str, Value]:
    settings = run.settings
    rounds: Value = settings.rounds if run.is_complete else f"{run.rounds} of {settings.rounds}, interrupted"
    return {
        "seed": SEED,
        "CPU seconds for each kind": settings.budget,
        "rounds": rounds,
        "time limit in seconds": settings.time_limit,
    }


def format_json(run: GenerateRun) -> str:
    """Return one JSON object with the machine, the tables and every measurement."""
    data = {
        "machine": run.machine,
        **_settings(run),
        "missing programs": list(dict.fromkeys(kind.program for kind in run.missing)),
        "tables": [table._asdict() for table in build_tables(run)],
        "measurements": [{**row, "rounds": turns} for row, turns in _rows(run)],
    }
    return json.dumps(data, ensure_ascii=False)


def format_csv(run: GenerateRun) -> str:
    """Return one CSV table with a row for each kind of boards; times are in seconds."""
    return csv_tables.format_csv(_COLUMNS, (row for row, _ in _rows(run)))


def _rows(run: GenerateRun) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Yield a row for each kind of boards, and what happened in each of its turns."""
    for own in run.own:
        kind, verification = own.kind, run.verifications.get(own.kind)
        row = {
            **_names(kind.genre, kind.rows, kind.columns, "", kind.difficulty.decided_by, kind.difficulty.name),
            **_figures(own),
            **_stage_times(own),
        }
        if verification is not None:
            row |= dict(zip(_COLUMNS[-4:], verification, strict=True))
        yield row, [turn._asdict() for turn in own.turns]
    for peer in run.peers:
        names = _names(
            peer.kind.genre, peer.kind.rows, peer.kind.columns, peer.kind.program, "program", peer.kind.difficulty
        )
        yield names | _figures(peer), [turn._asdict() for turn in peer.turns]


def _names(*values: Value) -> dict[str, Any]:
    return dict(zip(_COLUMNS[:6], values, strict=True))


def _figures(tally: Tally) -> dict[str, Any]:
    slowest, fastest = (tally.speeds[0], tally.speeds[-1]) if tally.speeds else (None, None)
    return {
        "verdict": tally.verdict,
        "note": tally.note,
        "boards": tally.boards,
        "tries": tally.tries,
        "cpu": tally.cpu,
        "slowest_round": slowest,
        "fastest_round": fastest,
    }


def _stage_times(tally: KindTally) -> dict[str, float]:
    return {f"cpu_{stage}": tally.stages.get(stage, 0.0) for stage in _STAGES}


WRITERS: dict[str, Callable[[GenerateRun], str]] = {
    "markdown": format_markdown,
    "csv": format_csv,
    "json": format_json,
}
