"""Jobs that are timed within a limit: how each ended, and how long it took."""

from collections.abc import Callable, Iterable
from time import perf_counter, process_time
from typing import NamedTuple

from masume.bench.time_limit import run_within
from masume.core.errors import NoSolutionError, NotUniqueError, OutOfMemoryError, OutOfTimeError

DONE, LATE, NO_SOLUTION, SEVERAL, ERROR = "done", "late", "no solution", "several solutions", "ERROR"


class Elapsed(NamedTuple):
    """Wall-clock and CPU seconds."""

    wall: float
    cpu: float


class JobResult(NamedTuple):
    """The verdict on a job, and a note if something went wrong."""

    verdict: str
    note: str = ""


def run_timed(run: Callable[[], object], time_limit: float) -> tuple[JobResult, Elapsed]:
    """Run a function within a time limit; return how it ended and its time, which is the limit if it was late."""
    elapsed = Elapsed(time_limit, time_limit)

    def job() -> None:
        nonlocal elapsed
        wall, cpu = perf_counter(), process_time()
        run()
        elapsed = Elapsed(perf_counter() - wall, process_time() - cpu)

    try:
        run_within(job, time_limit)
    except (OutOfTimeError, OutOfMemoryError):
        return JobResult(LATE), Elapsed(time_limit, time_limit)
    except NoSolutionError:
        return JobResult(NO_SOLUTION), elapsed
    except NotUniqueError:
        return JobResult(SEVERAL), elapsed
    except Exception as error:
        return JobResult(ERROR, f"{type(error).__name__}: {error}"), elapsed
    return JobResult(DONE), elapsed


def wall_to_cpu_ratio(times: Iterable[Elapsed]) -> float | None:
    """Return total wall-clock time divided by total CPU time: 1 if the processor did nothing else."""
    times = list(times)
    cpu = sum(time.cpu for time in times)
    return round(sum(time.wall for time in times) / cpu, 2) if cpu else None
