"""A run as Markdown for people and as JSON for machines."""

import json
from collections.abc import Callable

from masume.bench import report_tables
from masume.bench.boards import SEED
from masume.bench.report_tables import Table, Value
from masume.bench.speed import comparisons, tables
from masume.bench.speed.measurement import Stages, Timed
from masume.bench.speed.peers import data
from masume.bench.speed.runner import Run

_TITLE = "# How fast it is\n\nWritten by `masume bench speed`."
_MEANING = (
    "Solve time is the model, the hand-over to the engine, the search for a solution and the proof that there is no "
    "second one (or the second one); reading and checking are told apart. Warm: each board "
    "once, in shuffled order, in a process that has seen a board of that size. Cold: masume has just forgotten all it "
    "remembers. `cp` and `choco` search in processes of their own, so wall time stands for their CPU time."
)


def all_tables(run: Run) -> list[Table]:
    """All tables of a run, in the order in which they are shown."""
    engines, timed = run.settings.engines, run.timed
    return [
        *(tables.times(timed, engine) for engine in engines),
        *comparisons.engines(timed, engines),
        *(comparisons.baseline(timed, engines, baseline) for baseline in run.settings.baselines),
        *(comparisons.peer(timed, run.peers, name, engines[0]) for name in (data() if run.settings.peers else ())),
        *(tables.stages(timed, engine) for engine in engines),
        *(tables.growths(timed, engine) for engine in engines),
        tables.held_out(timed, engines),
        tables.memories(run.memory),
        tables.trouble([*timed, *run.peers]),
    ]


def markdown(run: Run) -> str:
    """A page with a section for each table."""
    head = [*run.machine.items(), *_settings(run).items()]
    return "\n\n".join(
        [
            _TITLE,
            _MEANING,
            "\n".join(f"- {name}: {value}" for name, value in head),
            *map(report_tables.section, all_tables(run)),
        ]
    )


def _settings(run: Run) -> dict[str, Value]:
    return {"boards": len(run.boards), "seed": SEED, "time limit in seconds": run.settings.limit}


def as_json(run: Run) -> str:
    """Everything as one object: the machine, the tables, and every single measurement."""
    told = {
        "machine": run.machine,
        **_settings(run),
        "engines": run.settings.engines,
        "tables": [table._asdict() for table in all_tables(run)],
        "measurements": [_plain(one) for one in (*run.timed, *run.peers)],
        "memory": [{**one._asdict(), "board": one.board.id, "genre": one.board.genre} for one in run.memory],
    }
    return json.dumps(told, ensure_ascii=False)


def _plain(one: Timed) -> dict[str, object]:
    return {
        **one.board._asdict(),
        "held_out": one.board.is_held_out,
        "engine": one.engine,
        "cold": one.cold,
        "verdict": one.verdict,
        "cpu": _seconds(one.cpu),
        "wall": _seconds(one.wall),
        "note": one.note,
    }


def _seconds(stages: Stages) -> dict[str, float]:
    return {**{name: round(value, 7) for name, value in stages._asdict().items()}, "solving": round(stages.solving, 7)}


WRITERS: dict[str, Callable[[Run], str]] = {"markdown": markdown, "json": as_json}
