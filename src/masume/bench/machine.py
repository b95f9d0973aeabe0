"""What times depend on: the machine, how busy it was, and the versions of what ran."""

import os
import platform
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

import masume

_PACKAGES = ("clingo", "python-sat")


def machine(further: Iterable[str] = ()) -> dict[str, str]:
    """The machine in words, with the versions of further packages."""
    told = {
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "load before": load(),
        "system": platform.system(),
        "Python": platform.python_version(),
        "masume": masume.__version__,
    }
    return told | {name: version(name) or "none" for name in (*_PACKAGES, *further)}


def version(package: str) -> str | None:
    """The version of a package, None if it is not installed."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def load() -> str:
    """How many processes wanted to run, on average over 1, 5 and 15 minutes."""
    return " ".join(f"{average:.2f}" for average in os.getloadavg()) if hasattr(os, "getloadavg") else "not told"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, platform.processor() or platform.machine() or "unknown")
