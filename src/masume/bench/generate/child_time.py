"""The CPU time of child processes that have ended."""

import contextlib


def ended_children_seconds() -> float:
    """Return the CPU seconds of all child processes that have ended; 0 on systems that do not tell."""
    with contextlib.suppress(ImportError):  # Windows
        import resource

        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime
    return 0.0
