"""Measure how long work takes to stop after a time limit, for each engine, and after Ctrl-C.

    python benchmarks/stopping.py [--times 10] [--limit 0.3]

The tests check that work stops; how fast it stops depends on the machine and is measured here.
"""

import argparse
import signal
import subprocess
import sys
from collections.abc import Iterable
from statistics import median
from time import monotonic, sleep

from masume import engines
from masume.core.outcome import Limits, Status
from masume.modelling import Model, at_most, exactly

PIGEONS = 13  # in one hole fewer: a problem that keeps every engine busy for much longer than the limits here
ENDLESS = ["count", "slitherlink/20/20/", "--limit", "1000000000"]


def build_hard_model() -> Model:
    """Return a pigeonhole problem, which has no solution."""
    model = Model()
    sits = [model.new_literals(PIGEONS - 1) for _ in range(PIGEONS)]
    for number, holes in enumerate(sits):
        model.post("pigeon", number, exactly(1, holes))
    for hole in range(PIGEONS - 1):
        model.post("hole", hole, at_most(1, [holes[hole] for holes in sits]))
    return model


def measure_overruns(engine: str, limit: float, times: int) -> list[float]:
    """Return the seconds by which searches of an engine exceed their time limit, each in a new session."""
    delays = []
    for _ in range(times):
        with engines.open_session(engine, build_hard_model()) as session:
            start = monotonic()
            assert session.solve(limits=Limits(seconds=limit)).status is Status.TIMEOUT
            delays.append(monotonic() - start - limit)
    return delays


def measure_interrupts(times: int) -> list[float]:
    """Return the seconds from Ctrl-C to the end of the process."""
    delays = []
    for _ in range(times):
        with subprocess.Popen(  # noqa: S603 - our own interpreter on our own module
            [sys.executable, "-m", "masume", *ENDLESS], stderr=subprocess.PIPE
        ) as process:
            sleep(1)
            start = monotonic()
            process.send_signal(signal.SIGINT)
            process.communicate()
            delays.append(monotonic() - start)
            assert process.returncode == 130
    return delays


def report(name: str, seconds: Iterable[float]) -> None:
    """Print one line of the table."""
    values = sorted(seconds)
    print(f"{name:16} median {1000 * median(values):6.0f} ms  longest {1000 * values[-1]:6.0f} ms")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=10, help="number of measurements of each kind")
    parser.add_argument("--limit", type=float, default=0.3, help="time limit in seconds")
    options = parser.parse_args()
    for engine in engines.names():
        if engines.takes_models(engine) and engines.why_unavailable(engine) is None:
            report(engine, measure_overruns(engine, options.limit, options.times))
    report("Ctrl-C", measure_interrupts(options.times))


if __name__ == "__main__":
    main()
