"""Measure how long `masume solve URL` takes from the prompt, including the start of Python.

    python benchmarks/startup.py [FOLDER …] [--times 20]

Each folder is a checkout of masume (default: this one).  With several, they take turns, so that a busy machine slows
all of them down alike.  The times are medians in milliseconds: wall-clock time, and CPU time of the process.
"""

import argparse
import os
import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

# The board slitherlink-medium.
URL = "https://puzz.link/p?slither/10/10/i0bh3558368a7dgb2bg37c71ah25d83bg2bdg6c6616883ch2cg"


class StartUp(NamedTuple):
    """The seconds of one run."""

    wall: float
    cpu: float


def measure_start_up(folder: Path) -> StartUp:
    """Solve the board in a new process, with a checkout."""
    command = [sys.executable, "-P", "-m", "masume", "solve", URL]
    environment = {**os.environ, "PYTHONPATH": str((folder / "src").resolve())}
    cpu, wall = _children_cpu(), perf_counter()
    done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8")  # noqa: S603 - our own module
    result = StartUp(perf_counter() - wall, _children_cpu() - cpu)
    if done.returncode:
        raise SystemExit(f"{folder}: masume ended with status {done.returncode}: {done.stderr.strip()}")
    return result


def _children_cpu() -> float:
    """Return the CPU seconds of all child processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure_in_turn(folders: Sequence[Path], times: int) -> list[list[StartUp]]:
    """Return the runs of each checkout; one more run of each, before these, does not count: it fills the disk cache."""
    for folder in folders:
        measure_start_up(folder)
    rounds = [[measure_start_up(folder) for folder in folders] for _ in range(times)]
    return [list(runs) for runs in zip(*rounds, strict=True)]


def main() -> None:
    """Print the medians of each checkout."""
    parser = argparse.ArgumentParser(description="Measure `masume solve URL` from the prompt.")
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER", help="checkouts; default: this one")
    parser.add_argument("--times", type=int, default=20, help="runs of each checkout; default: 20")
    options = parser.parse_args()
    folders = options.folders or [Path(__file__).parent.parent]
    print("| checkout | wall ms | CPU ms |\n|---|---:|---:|")
    for folder, runs in zip(folders, measure_in_turn(folders, options.times), strict=True):
        wall, cpu = (1000 * median(column) for column in zip(*runs, strict=True))
        print(f"| {folder} | {wall:.0f} | {cpu:.0f} |")


if __name__ == "__main__":
    main()
