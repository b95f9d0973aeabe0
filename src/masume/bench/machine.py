"""What times depend on: the machine, its load, and the versions of the software."""

import os
import platform
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

import masume

_PACKAGES = ("clingo", "python-sat")


def describe_machine(more_packages: Iterable[str] = ()) -> dict[str, str]:
    """Describe the machine, with the versions of the solvers' packages and of `more_packages`."""
    machine = {
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "load before": load_averages(),
        "system": platform.system(),
        "Python": platform.python_version(),
        "masume": masume.__version__,
    }
    return machine | {name: installed_version(name) or "none" for name in (*_PACKAGES, *more_packages)}


def installed_version(package: str) -> str | None:
    """Return the version of a package, or None if it is not installed."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def load_averages() -> str:
    """Return the system's load averages over 1, 5 and 15 minutes."""
    return " ".join(f"{average:.2f}" for average in os.getloadavg()) if hasattr(os, "getloadavg") else "unknown"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, platform.processor() or platform.machine() or "unknown")
