"""The server's log: one line on standard error for what should not have happened."""

import sys
import traceback
from contextlib import suppress

from masume.core.messages import shorten

_LONGEST_LINE = 500  # characters


def log(message: str) -> None:
    """Write one line; if standard error is closed, nobody wants to know."""
    with suppress(OSError, ValueError):
        sys.stderr.write(f"masume web: {shorten(message, _LONGEST_LINE)}\n")
        sys.stderr.flush()


def describe(error: BaseException) -> str:
    """Return an exception with the place where it was raised, in one line."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({frames[-1].filename}:{frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{where}"
