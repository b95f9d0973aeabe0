"""The options --thorough and --browser, the tests that need them, and Ctrl-C for tests that run in the background."""

import os
import signal

import pytest

from browser_tools import what_is_missing
from effort import Effort

ENGINES_IN_CHILDREN = ("asp", "choco", "cp")
collect_ignore: list[str] = []  # folders


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--thorough", action="store_true", help="run every test with all draws, as `make check` does")
    parser.addoption("--browser", action="store_true", help="run the tests in a browser, as `make browser` does")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "thorough: takes long and runs only with --thorough")
    config.addinivalue_line("markers", "slow_in_children: the same on engines that run in child processes")
    Effort.thorough = config.getoption("--thorough")
    if not config.getoption("--browser"):
        collect_ignore.append("browser")
    elif missing := what_is_missing():
        _give_up(missing)
    if (
        signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    ):  # as in background jobs of a shell; our children would inherit it
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _give_up(missing: str) -> None:
    """End without any test: a failure where the tests must run, as in CI."""
    message = f"the page cannot be tested: {missing}"
    if os.environ.get("MASUME_NEEDS_BROWSER"):
        raise pytest.UsageError(message)
    pytest.exit(f"skipped: {message}", returncode=0)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not Effort.thorough:
        slow = [item for item in items if _is_slow(item)]
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if not _is_slow(item)]


def _is_slow(item: pytest.Item) -> bool:
    if item.get_closest_marker("thorough"):
        return True
    parameters = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    return parameters.get("engine") in ENGINES_IN_CHILDREN and item.get_closest_marker("slow_in_children") is not None
