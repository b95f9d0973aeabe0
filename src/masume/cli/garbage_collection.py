"""Garbage collection: the command line lets Python collect seldom, because short commands leave hardly any garbage.

Benchmarks measure what programs get that use the library, so they run with Python's own settings.
"""

import atexit
import gc

_USUAL = gc.get_threshold()
_SELDOM = 50_000  # more objects than a collection is worth while modules are imported and a board is solved


def collect_seldom() -> None:
    """Save the time of most collections, and of the one at the end of the process, which looks at all objects."""
    gc.set_threshold(_SELDOM)
    atexit.register(gc.freeze)


def collect_as_usual() -> None:
    """Return to Python's own settings."""
    gc.set_threshold(*_USUAL)
