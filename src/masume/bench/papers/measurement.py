"""Measures one task: its status, seconds and statistics."""

from collections.abc import Mapping
from typing import NamedTuple

import masume
from masume.bench.papers.plan import Task
from masume.core.cancellation import run_job
from masume.core.errors import InputError, OutOfMemoryError, OutOfTimeError, UnknownNameError
from masume.solving.program_search import ProgramSearch

Statistics = Mapping[str, int | float | str]
SOLVED, TIMEOUT, MEMORY = masume.Status.SOLVED.value, masume.Status.TIMEOUT.value, "memory"
INEXPRESSIBLE, MISSING, ERROR = "cannot be said", "missing", "error"
_ENGINE_TIMES = (("grounding_seconds", "solving_seconds"), ("building_seconds", "solving_seconds"))


class PaperMeasurement(NamedTuple):
    """The status of a task, its seconds and statistics, and a note if something is unusual."""

    status: str
    seconds: float | None = None
    statistics: Statistics = {}  # noqa: RUF012 - never written to
    note: str = ""


def measure_task(task: Task, time_limit: float) -> PaperMeasurement:
    """Search a board for its first solution; every failure is a status."""
    limits = masume.Limits(seconds=time_limit, solutions=1)
    try:
        board = masume.read(task.url)
        if task.without:
            return _measure_without_rules(task, board, limits)
        outcome = masume.solve(board, engine=task.engine, limits=limits, formulation=task.formulation)
        is_late = outcome.status is masume.Status.TIMEOUT
        seconds = None if is_late else _engine_seconds(outcome.statistics, outcome.seconds)
        has_own_times = seconds is None or task.formulation is None or "solving_seconds" in outcome.statistics
        note = "" if has_own_times else "the engine reported no times, so the start of its process is included"
        sizes = _measure_program_size(task, board, limits) if seconds is None else {}
        return PaperMeasurement(outcome.status.value, seconds, {**outcome.statistics, **sizes}, note)
    except OutOfTimeError:
        return PaperMeasurement(TIMEOUT)
    except (MemoryError, OutOfMemoryError):
        return PaperMeasurement(MEMORY)
    except (ImportError, UnknownNameError) as error:
        return PaperMeasurement(MISSING, note=str(error))
    except InputError as error:
        return PaperMeasurement(MISSING if _is_not_installed(error) else INEXPRESSIBLE, note=str(error))
    except Exception as error:
        return PaperMeasurement(ERROR, note=f"{type(error).__name__}: {error}")


def _measure_without_rules(task: Task, board: masume.Board, limits: masume.Limits) -> PaperMeasurement:
    """Search for the first answer with some rules left out; the answer may break those rules."""
    if task.engine != "asp":
        return PaperMeasurement(INEXPRESSIBLE)  # no other engine can leave out a rule
    statistics: dict[str, int | float | str] = {}
    formulation = masume.formulations.find(board.genre, task.formulation)

    def search() -> bool:
        with ProgramSearch(board, formulation, without=task.without) as program:
            answers = [*program.answer_atoms(1)]
            statistics.update(program.statistics)
            return bool(answers)

    status = masume.Status.SOLVED if run_job(search, limits.deadline()) else masume.Status.UNSOLVABLE
    return PaperMeasurement(status.value, _engine_seconds(statistics, None), statistics)


def _measure_program_size(task: Task, board: masume.Board, limits: masume.Limits) -> Statistics:
    """Return the size of a program that was not solved in time, since the papers print it too."""
    if task.engine != "asp":  # other engines report it before they search
        return {}

    def ground() -> Statistics:
        with ProgramSearch(board, masume.formulations.find(board.genre, task.formulation)) as program:
            sizes = program.measure_size()
            return {name: sizes[name] for name in ("atoms", "rules")}

    return run_job(ground, limits.deadline())


def _engine_seconds(statistics: Statistics, default: float | None) -> float | None:
    """Return the time that the engine reports, without the start of its process, or else `default`."""
    for names in _ENGINE_TIMES:
        if all(name in statistics for name in names):
            return sum(float(statistics[name]) for name in names)
    return default


def _is_not_installed(error: InputError) -> bool:
    return "pip install" in str(error)
