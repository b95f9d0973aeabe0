"""The option --thorough, the mark of tests that only run with it, and Ctrl-C for tests that run in the background."""

import signal

import pytest

from effort import Effort


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--thorough", action="store_true", help="run every test with all draws, as `make check` does")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "thorough: takes long and runs only with --thorough")
    Effort.thorough = config.getoption("--thorough")
    if (
        signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    ):  # as in background jobs of a shell; our children would inherit it
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not Effort.thorough:
        slow = [item for item in items if item.get_closest_marker("thorough")]
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if not item.get_closest_marker("thorough")]
