"""lazy: Glucose 4 through PySAT, with cuts added when a solution breaks connected, route or region."""

from collections import deque
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from threading import Lock
from typing import Any

from pysat.solvers import Glucose4

from masume.core.cancellation import Cancelled, checkpoint, exclusive, interruptible
from masume.engines.cuts import cuts, refused
from masume.engines.session import Session, Solution
from masume.modelling import Model
from masume.modelling.compiler import compiled
from masume.modelling.kernel import TRUE

_BREATH = 1000  # clauses handed over between two breaths


class LazySession(Session):
    """One Glucose solver; every cut it was taught stays true, so it keeps them all.

    Glucose heeds an interrupt only when it restarts, perhaps after its job was given up.  So nothing touches the
    solver outside `_alone`, and it is freed by whoever lets go of it last.
    """

    def __init__(self, model: Model, guarded: bool) -> None:
        super().__init__(model, compiled(model, guarded=guarded))
        self._new_clauses, self._compiled.clauses = deque(self._compiled.each_clause()), []
        self._clauses, self._cuts, self._searches, self._candidates = len(self._new_clauses), 0, 0, 0
        self._busy = Lock()
        self._solver: Any = Glucose4()
        with self._alone() as solver:
            if self._compiled.preferred:
                solver.set_phases(self._compiled.preferred)

    def close(self) -> None:
        self._solver = None

    @property
    def statistics(self) -> Mapping[str, int | float | str]:
        counted = self._solver.accum_stats() if self._solver is not None else {}
        return {
            "engine": "lazy",
            "variables": self._compiled.variables,
            "clauses": self._clauses,
            "cuts": self._cuts,
            "searches": self._searches,
            **({"candidates": self._candidates} if self._compiled.tested else {}),
            **{name: counted[name] for name in ("conflicts", "decisions", "propagations") if name in counted},
        }

    def _search(self, assumptions: list[int]) -> Solution | None:
        while True:
            self._searches += 1
            values = self._model(assumptions)
            if values is None:
                return None
            values += range(-len(values) - 1, -self._compiled.variables - 1, -1)  # what no clause mentions
            broken = self._broken(values)
            if not broken:
                return Solution(values)
            self._cuts += len(broken)
            self._new_clauses += broken

    def _model(self, assumptions: list[int]) -> list[int] | None:
        """A model of the clauses, as signed variables; None if there is none."""
        with self._alone() as solver:
            solver.clear_interrupt()
            with interruptible(solver.interrupt):
                verdict: bool | None = solver.solve_limited(assumptions, expect_interrupt=True)
            if verdict is None:
                raise Cancelled
            model: list[int] | None = solver.get_model() if verdict else None
            return model

    @contextmanager
    def _alone(self) -> Iterator[Any]:
        """The solver, with all clauses, once no interrupted search goes on in it."""
        with exclusive(self._busy):
            solver = self._solver
            if solver is None:
                raise ValueError("the session is closed")
            while self._new_clauses:
                checkpoint()
                for _ in range(min(_BREATH, len(self._new_clauses))):
                    solver.add_clause(self._new_clauses.popleft())
            yield solver

    def _broken(self, values: list[int]) -> list[list[int]]:
        found: list[list[int]] = []
        for structure, guard in self._compiled.structures:
            checkpoint()
            if guard == TRUE:
                found += cuts(structure, values)
            elif values[guard - 1] > 0:
                found += ([-guard, *clause] for clause in cuts(structure, values))
        if not found:
            self._candidates += 1
            clause = refused(self._compiled.tested, values)
            found = [] if clause is None else [clause]
        return found

    def _core(self) -> Collection[int]:
        core: list[int] = self._solver.get_core() or []
        return core

    def _add_clause(self, clause: list[int]) -> None:
        self._new_clauses.append(clause)


def open_session(model: Model, *, guarded: bool = False) -> LazySession:
    """Open a session on a model."""
    return LazySession(model, guarded)
