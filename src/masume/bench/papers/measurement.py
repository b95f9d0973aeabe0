"""What measures one task after the other in a process of its own, so that it can be killed.

    python -m masume.bench.papers.measurement

A line of JSON comes in for each task, and one goes out: the status, seconds, statistics.  The engines' own processes
end with it.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import masume
from masume.bench.papers.plan import Task
from masume.bench.worker_process import serve
from masume.core.cancellation import run_job
from masume.core.errors import InputError, OutOfMemoryError, OutOfTimeError, UnknownNameError
from masume.solving.program_search import ProgramSearch

Statistics = Mapping[str, int | float | str]
SOLVED, TIMEOUT, MEMORY = masume.Status.SOLVED.value, masume.Status.TIMEOUT.value, "memory"
UNSAID, MISSING, ERROR = "cannot be said", "missing", "error"
_OWN_CLOCK = (("grounding_seconds", "solving_seconds"), ("building_seconds", "solving_seconds"))


class Measurement(NamedTuple):
    """How a task ended, what it took, what it told, and a sentence if there is something to say."""

    status: str
    seconds: float | None = None
    statistics: Statistics = {}  # noqa: RUF012 - a mapping that nobody writes to
    note: str = ""


def measured(task: Task, seconds: float) -> Measurement:
    """Solve a board up to the first solution; whatever goes wrong is a status."""
    limits = masume.Limits(seconds=seconds, solutions=1)
    try:
        board = masume.read(task.address)
        if task.without:
            return _without(task, board, limits)
        outcome = masume.solve(board, task.engine, limits, formulation=task.formulation)
        took = _seconds(outcome.statistics, outcome.seconds) if outcome.status is not masume.Status.TIMEOUT else None
        own_clock = took is None or task.formulation is None or "solving_seconds" in outcome.statistics
        note = "" if own_clock else "the engine told no times of its own, so the start of its process counts"
        told = _size(task, board, limits) if took is None else {}
        return Measurement(outcome.status.value, took, {**outcome.statistics, **told}, note)
    except OutOfTimeError:
        return Measurement(TIMEOUT)
    except (MemoryError, OutOfMemoryError):
        return Measurement(MEMORY)
    except (ImportError, UnknownNameError) as error:
        return Measurement(MISSING, note=str(error))
    except InputError as error:
        return Measurement(MISSING if _is_not_installed(error) else UNSAID, note=str(error))
    except Exception as error:
        return Measurement(ERROR, note=f"{type(error).__name__}: {error}")


def _without(task: Task, board: masume.Board, limits: masume.Limits) -> Measurement:
    """The first answer with some rules left out, which need not be a solution."""
    if task.engine != "asp":
        return Measurement(UNSAID)  # no other engine can leave out a rule
    statistics: dict[str, int | float | str] = {}

    def search() -> bool:
        with ProgramSearch(
            board, masume.formulations.find(board.genre, task.formulation), without=task.without
        ) as opened:
            found = [*opened.atoms(1)]
            statistics.update(opened.statistics)
            return bool(found)

    found = run_job(search, limits.deadline())
    status = masume.Status.SOLVED if found else masume.Status.UNSOLVABLE
    return Measurement(status.value, _seconds(statistics, None), statistics)


def _size(task: Task, board: masume.Board, limits: masume.Limits) -> Statistics:
    """The size of a program that was not solved in time; print tells it too."""
    if task.engine != "asp":  # the others tell theirs before they search
        return {}

    def size() -> Statistics:
        with ProgramSearch(board, masume.formulations.find(board.genre, task.formulation)) as opened:
            told = opened.sized()
            return {name: told[name] for name in ("atoms", "rules")}

    return run_job(size, limits.deadline())


def _seconds(statistics: Statistics, otherwise: float | None) -> float | None:
    """What the engine took by its own clock, without the start of a process; or what it took in all."""
    for names in _OWN_CLOCK:
        if all(name in statistics for name in names):
            return sum(float(statistics[name]) for name in names)
    return otherwise


def _is_not_installed(error: InputError) -> bool:
    return "pip install" in str(error)


def warm(task: Task, seconds: float, seen: set[tuple[str, str]]) -> Measurement:
    """Measure a task; again if it is the first of its engine and genre, and loading both was counted."""
    result, key = measured(task, seconds), (task.engine, task.address.partition("?")[2].partition("/")[0])
    if key in seen or result.status != SOLVED or "solving_seconds" in result.statistics:
        return result
    seen.add(key)
    return measured(task, seconds)


def main() -> None:
    """Measure what comes in until the input ends."""
    seen: set[tuple[str, str]] = set()

    def answer(asked: dict[str, Any]) -> dict[str, Any]:
        address, engine, formulation, without = asked["task"]
        return warm(Task(address, engine, formulation, tuple(without)), asked["seconds"], seen)._asdict()

    serve(answer)


if __name__ == "__main__":
    main()
