"""A run as Markdown for people and as JSON for machines."""

import json
from collections.abc import Callable

from masume.bench.boards import SEED
from masume.bench.explain import tables
from masume.bench.explain.measurement import Explained, Hinted, Sized
from masume.bench.explain.runner import Run
from masume.bench.report_tables import Table, Value, section

_TITLE = "# How boards are explained\n\nWritten by `masume bench explain`."

_MEANING = (
    "Goals are judged by the clock, as a player waits. Where the clock says much more than the CPU, the processor had "
    "other things to do: then times by the clock, and what a hint finds in its time, say little."
)


def all_tables(run: Run) -> list[Table]:
    """All tables of a run, in the order in which they are shown."""
    makers = (
        tables.goals,
        tables.hints,
        tables.whole_boards,
        tables.sizes,
        tables.manners,
        tables.hardest,
        tables.trouble,
    )
    return [make(run.explained) for make in makers]


def markdown(run: Run) -> str:
    """A page with a section for each table."""
    head = [*run.machine.items(), *_settings(run).items()]
    return "\n\n".join(
        [_TITLE, _MEANING, "\n".join(f"- {name}: {value}" for name, value in head), *map(section, all_tables(run))]
    )


def _settings(run: Run) -> dict[str, Value]:
    boards = len(run.explained) if run.is_whole else f"{len(run.explained)} of {len(run.boards)}"
    return {
        "boards": boards,
        "seed": SEED,
        "time limit in seconds": run.settings.limit,
        "seconds for a hint": run.settings.budget,
        "hints on each board": run.settings.hints,
        "time by the clock / CPU": _disturbance(run),
    }


def _disturbance(run: Run) -> Value:
    """How much longer all took than the processor worked on it: 1 if there was nothing else to do."""
    taken = [each for one in run.explained for each in (one.taken, *(hint.taken for hint in one.hints))]
    cpu = sum(each.cpu for each in taken)
    return round(sum(each.wall for each in taken) / cpu, 2) if cpu else None


def as_json(run: Run) -> str:
    """Everything as one object: the machine, the tables, and every single measurement."""
    told = {
        "machine": run.machine,
        **_settings(run),
        "tables": [table._asdict() for table in all_tables(run)],
        "measurements": [_plain(one) for one in run.explained],
    }
    return json.dumps(told, ensure_ascii=False)


def _plain(one: Explained) -> dict[str, object]:
    return {
        **one.board._asdict(),
        "verdict": one.verdict,
        **one.taken._asdict(),
        "steps": [_step(step) for step in one.steps],
        "hints": [_hint(hint) for hint in one.hints],
        "note": one.note,
    }


def _step(step: Sized) -> dict[str, object]:
    return {**step._asdict(), "manner": step.manner.value}


def _hint(hint: Hinted) -> dict[str, object]:
    return {"after": hint.after, **hint.taken._asdict(), "step": _step(hint.step) if hint.step else None}


WRITERS: dict[str, Callable[[Run], str]] = {"markdown": markdown, "json": as_json}
