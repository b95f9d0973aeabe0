"""What runs in the child process of the engine choco: Choco, told a compiled model anew for every search."""

import os
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any

from masume.engines.cuts import cuts, looked_at
from masume.modelling.compiled import Compiled
from masume.modelling.kernel import FALSE

try:
    import fcntl
    import resource
except ImportError:  # not on this system
    pass
else:
    # Choco reserves more addresses than there is memory; what it takes is four fifths of the memory at most.
    resource.setrlimit(resource.RLIMIT_AS, (resource.getrlimit(resource.RLIMIT_AS)[1],) * 2)

from pychoco import backend

from masume.engines.choco_translation import Translation, refuse_again

Values = list[int]


class Worker:
    """One model, and the searches that are made in it."""

    def __init__(self, tell: Callable[[Any], None]) -> None:
        self._tell = tell
        self._building = self._solving = 0.0
        self._branches = self._conflicts = self._candidates = 0

    def complaint(self, error: Exception) -> str | None:
        """No model is refused: whatever goes wrong is our fault."""
        return None

    def load(self, task: dict[str, Any]) -> dict[str, Any]:
        """State a compiled model to Choco, for the first search: Choco could not take back what that assumes."""
        self._compiled: Compiled = task["compiled"]
        self._ready: Translation | None = self._stated()
        self._size = {"variables": self._ready.variables, "constraints": self._ready.constraints}
        return {"statistics": {**self._size, "building_seconds": round(self._building, 6)}}

    def solutions(self, task: dict[str, Any]) -> dict[str, Any]:
        """Tell solutions that differ in the variables, up to a number (0: all)."""
        variables, assumptions = task["variables"], task["assumptions"]
        words, self._ready = self._ready or self._stated(), None
        words.clauses([*task["clauses"], *([literal] for literal in assumptions)])
        for one in self._compiled.tested:  # else nothing may have mentioned what they look at
            for literal in looked_at(one.structure):
                words.literal(literal)
        solver = words.model.get_solver()
        told_apart = words.told_apart(variables)
        if not self._compiled.tested:  # a candidate that is thrown away must refuse no other
            refuse_again(solver, told_apart)
        told = set[tuple[int, ...]]()
        for values in self._found(words, solver):
            seen = tuple(values[variable - 1] for variable in variables)
            if seen not in told:
                told.add(seen)
                self._tell({"values": values})
            if len(told) == task["most"] or not variables:
                break
        return {"core": _core(words, assumptions), "statistics": self._statistics()}

    def _stated(self) -> Translation:
        begin = perf_counter()
        words = Translation(self._compiled)
        self._building += perf_counter() - begin
        return words

    def _found(self, words: Translation, solver: Any) -> Iterator[Values]:
        """What the search finds and the tests do not throw away."""
        while not words.is_false and self._searched(solver):
            self._candidates += 1
            values = words.values()
            if not any(values[one.guard - 1] > 0 and cuts(one.structure, values) for one in self._compiled.tested):
                yield values

    def _searched(self, solver: Any) -> bool:
        begin, before = perf_counter(), _effort(solver)
        with _ending_with_input():
            found: bool = solver.solve()
        branches, conflicts = _effort(solver)
        self._branches += branches - before[0]
        self._conflicts += conflicts - before[1]
        self._solving += perf_counter() - begin
        return found

    def _statistics(self) -> dict[str, int | float]:
        return {
            **self._size,
            "branches": self._branches,
            "conflicts": self._conflicts,
            **({"candidates": self._candidates} if self._compiled.tested else {}),
            "building_seconds": round(self._building, 6),
            "solving_seconds": round(self._solving, 6),
        }


def _effort(solver: Any) -> tuple[int, int]:
    """Nodes and fails so far; what pychoco itself calls the number of nodes is a time."""
    return backend.get_node_count(solver._handle), backend.get_fail_count(solver._handle)


def _core(words: Translation, assumptions: list[int]) -> list[int]:
    """Assumptions that cannot hold together: all, unless it is plain to see which; Choco does not tell."""
    if words.is_false:
        return []
    if FALSE in assumptions:
        return [FALSE]
    known = set(assumptions)
    return next(([literal, -literal] for literal in assumptions if -literal in known), assumptions)


@contextmanager
def _ending_with_input() -> Iterator[None]:
    """While Choco searches no thread can notice that the input ends: let the system end the process then."""
    if not sys.platform.startswith("linux"):
        yield
        return
    flags = fcntl.fcntl(0, fcntl.F_GETFL)
    fcntl.fcntl(0, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(0, fcntl.F_SETFL, flags | os.O_ASYNC)  # from now on any news are a signal, SIGIO, which ends it
    if any(event & select.POLLHUP for _, event in _polled()):
        os._exit(0)
    try:
        yield
    finally:
        fcntl.fcntl(0, fcntl.F_SETFL, flags)


def _polled() -> list[tuple[int, int]]:
    poll = select.poll()
    poll.register(0, select.POLLHUP)
    return poll.poll(0)
