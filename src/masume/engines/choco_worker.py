"""The worker in the child process of the engine choco: it builds a new Choco model for every search."""

import os
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any

from masume.core.child_worker import Worker
from masume.engines.cuts import find_cuts, relevant_literals
from masume.modelling.basic_constraints import FALSE
from masume.modelling.compiled_model import CompiledModel

try:
    import fcntl
    import resource
except ImportError:  # not on this system
    pass
else:
    # Choco reserves more address space than there is memory; it uses at most four fifths of the memory.
    resource.setrlimit(resource.RLIMIT_AS, (resource.getrlimit(resource.RLIMIT_AS)[1],) * 2)

from pychoco import backend

from masume.engines.choco_translation import ChocoTranslation, block_solutions

Values = list[int]


class ChocoWorker(Worker):
    """One model and the searches in it."""

    def __init__(self, send_reply: Callable[[Any], None]) -> None:
        super().__init__(send_reply)
        self._building_seconds = self._solving_seconds = 0.0
        self._branches = self._conflicts = self._candidates = 0

    def load(self, task: dict[str, Any]) -> dict[str, Any]:
        """Build the Choco model of the first search.

        Each search needs its own, because Choco cannot retract the assumptions of a search.
        """
        self._compiled: CompiledModel = task["compiled"]
        self._ready: ChocoTranslation | None = self._translate()
        self._size = {"variables": self._ready.variables, "constraints": self._ready.constraints}
        return {"statistics": {**self._size, "building_seconds": round(self._building_seconds, 6)}}

    def solutions(self, task: dict[str, Any]) -> dict[str, Any]:
        """Send solutions that differ in at least one of the variables, up to a limit (0: all)."""
        variables, assumptions = task["variables"], task["assumptions"]
        translation, self._ready = self._ready or self._translate(), None
        translation.add_clauses([*task["clauses"], *([literal] for literal in assumptions)])
        for guarded in self._compiled.tested:  # create variables that no constraint has mentioned
            for literal in relevant_literals(guarded.structure):
                translation.literal(literal)
        solver = translation.model.get_solver()
        projection = translation.project(variables)
        if not self._compiled.tested:  # otherwise a rejected candidate would block others with the same values
            block_solutions(solver, projection)
        sent = set[tuple[int, ...]]()
        for values in self._search(translation, solver):
            answer = tuple(values[variable - 1] for variable in variables)
            if answer not in sent:
                sent.add(answer)
                self._send_reply({"values": values})
            if len(sent) == task["limit"] or not variables:
                break
        return {"core": _find_core(translation, assumptions), "statistics": self._statistics()}

    def _translate(self) -> ChocoTranslation:
        begin = perf_counter()
        translation = ChocoTranslation(self._compiled)
        self._building_seconds += perf_counter() - begin
        return translation

    def _search(self, translation: ChocoTranslation, solver: Any) -> Iterator[Values]:
        """Yield the solutions that pass the tests."""
        tests = self._compiled.tested
        while not translation.is_false and self._find_next(solver):
            self._candidates += 1
            values = translation.values()
            if not any(values[test.guard - 1] > 0 and find_cuts(test.structure, values) for test in tests):
                yield values

    def _find_next(self, solver: Any) -> bool:
        begin, (branches, conflicts) = perf_counter(), _node_and_fail_counts(solver)
        with _exit_at_end_of_input():
            found: bool = solver.solve()
        branches_after, conflicts_after = _node_and_fail_counts(solver)
        self._branches += branches_after - branches
        self._conflicts += conflicts_after - conflicts
        self._solving_seconds += perf_counter() - begin
        return found

    def _statistics(self) -> dict[str, int | float]:
        return {
            **self._size,
            "branches": self._branches,
            "conflicts": self._conflicts,
            **({"candidates": self._candidates} if self._compiled.tested else {}),
            "building_seconds": round(self._building_seconds, 6),
            "solving_seconds": round(self._solving_seconds, 6),
        }


def _node_and_fail_counts(solver: Any) -> tuple[int, int]:
    """Return the nodes and fails so far; pychoco's own `get_node_count` returns a time by mistake."""
    return backend.get_node_count(solver._handle), backend.get_fail_count(solver._handle)


def _find_core(translation: ChocoTranslation, assumptions: list[int]) -> list[int]:
    """Return assumptions that cannot hold together: in most cases all, because Choco does not find cores."""
    if translation.is_false:
        return []
    if FALSE in assumptions:
        return [FALSE]
    assumed = set(assumptions)
    return next(([literal, -literal] for literal in assumptions if -literal in assumed), assumptions)


@contextmanager
def _exit_at_end_of_input() -> Iterator[None]:
    """Let the system end the process when its input ends, because no Python thread can run while Choco searches."""
    if not sys.platform.startswith("linux"):
        yield
        return
    flags = fcntl.fcntl(0, fcntl.F_GETFL)
    fcntl.fcntl(0, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(0, fcntl.F_SETFL, flags | os.O_ASYNC)  # from now on any event raises SIGIO, which ends the process
    if any(event & select.POLLHUP for _, event in _poll_input()):
        os._exit(0)
    try:
        yield
    finally:
        fcntl.fcntl(0, fcntl.F_SETFL, flags)


def _poll_input() -> list[tuple[int, int]]:
    poll = select.poll()
    poll.register(0, select.POLLHUP)
    return poll.poll(0)


WORKER = ChocoWorker
