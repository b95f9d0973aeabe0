"""What the tests of the page need besides Python's packages: whether it is there, and where."""

import importlib.util
import os
import shutil
from pathlib import Path

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")


def find_chromium() -> str | None:
    """Return the path of Chromium, or None if it is not installed."""
    return next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)


def find_axe() -> Path | None:
    """Return the script of axe-core, which `make browser` installs, or None."""
    script = Path(os.environ.get("MASUME_NPM", "")) / "node_modules" / "axe-core" / "axe.min.js"
    return script if script.is_file() else None


def what_is_missing() -> str:
    """Return what has to be installed before the page can be tested; empty if nothing has."""
    if importlib.util.find_spec("playwright") is None:
        return "the Python package playwright is missing: pip install 'masume[test]'"
    if find_chromium() is None:
        return "Chromium is missing: install Debian's package chromium, or Google Chrome"
    if find_axe() is None:
        return "axe-core is missing: run `make browser`, which needs npm"
    return ""
