"""lazy: Glucose 4 through PySAT; a solution that violates a structure is excluded by cuts, and the search repeated."""

from collections import deque
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from threading import Lock
from typing import Any

from pysat.solvers import Glucose4

from masume.core.cancellation import Cancelled, call_interruptibly, checkpoint, exclusive
from masume.engines.cuts import find_blocking_clause, find_cuts
from masume.engines.session import Effort, Session, Solution
from masume.modelling import Model
from masume.modelling.basic_constraints import TRUE
from masume.modelling.compiler import compile_model
from masume.modelling.statements import Guarded

_CLAUSES_PER_CHECKPOINT = 1000
_NO_BUDGET, _MOST_CONFLICTS = -1, 2**31 - 1


class LazySession(Session):
    """One Glucose solver, which keeps all cuts, because they hold in every search.

    Glucose reacts to an interrupt only at a restart, perhaps after its job was abandoned.  So the solver is used only
    inside `_exclusive_solver`, and is freed when the last reference to it is dropped.
    """

    def __init__(self, model: Model, guarded: Guarded) -> None:
        compiled = compile_model(model, guarded=guarded)
        super().__init__(model, compiled.variables, compiled.guards, compiled.tested)
        self._structures = compiled.structures
        self._new_clauses = deque(compiled.iter_clauses())
        self._clauses, self._cuts, self._searches, self._candidates = len(self._new_clauses), 0, 0, 0
        self._busy = Lock()
        self._solver: Any = Glucose4()
        with self._exclusive_solver() as solver:
            if compiled.preferred:
                solver.set_phases(compiled.preferred)

    def close(self) -> None:
        self._solver = None

    @property
    def statistics(self) -> Mapping[str, int | float | str]:
        statistics = self._solver.accum_stats() if self._solver is not None else {}
        return {
            "engine": "lazy",
            "variables": self._variables,
            "clauses": self._clauses,
            "cuts": self._cuts,
            "searches": self._searches,
            **({"candidates": self._candidates} if self._tested else {}),
            **{name: statistics[name] for name in ("conflicts", "decisions", "propagations") if name in statistics},
        }

    def _search(self, assumptions: list[int], effort: Effort) -> Solution | None:
        while True:
            self._searches += 1
            values = self._solve_clauses(assumptions, effort)
            if values is None:
                return None
            values += range(-len(values) - 1, -self._variables - 1, -1)  # variables that no clause mentions
            clauses = self._find_violated_clauses(values)
            if not clauses:
                return Solution(values)
            self._cuts += len(clauses)
            self._new_clauses += clauses

    def _solve_clauses(self, assumptions: list[int], effort: Effort) -> list[int] | None:
        """Return a model of the clauses as signed variables, None if there is none."""
        with self._exclusive_solver() as solver:
            solver.clear_interrupt()
            solver.conf_budget(effort.allow(_MOST_CONFLICTS) if effort.conflicts is not None else _NO_BUDGET)
            before = solver.accum_stats()["conflicts"]
            verdict: bool | None = call_interruptibly(
                lambda: solver.solve_limited(assumptions, expect_interrupt=True), solver.interrupt
            )
            effort.spend(solver.accum_stats()["conflicts"] - before)
            if verdict is None:
                effort.allow(1)  # raises if that is why the search ended
                raise Cancelled
            model: list[int] | None = solver.get_model() if verdict else None
            return model

    @contextmanager
    def _exclusive_solver(self) -> Iterator[Any]:
        """Yield the solver with all clauses added, as soon as no abandoned search runs in it."""
        with exclusive(self._busy):
            solver = self._solver
            if solver is None:
                raise ValueError("the session is closed")
            while self._new_clauses:
                checkpoint()
                for _ in range(min(_CLAUSES_PER_CHECKPOINT, len(self._new_clauses))):
                    solver.add_clause(self._new_clauses.popleft())
            yield solver

    def _find_violated_clauses(self, values: list[int]) -> list[list[int]]:
        """Return clauses that exclude the values; none if all structures hold and the values pass all tests."""
        clauses: list[list[int]] = []
        for structure, guard in self._structures:
            checkpoint()
            if guard == TRUE:
                clauses += find_cuts(structure, values)
            elif values[guard - 1] > 0:
                clauses += ([-guard, *clause] for clause in find_cuts(structure, values))
        if not clauses:
            self._candidates += 1
            clause = find_blocking_clause(self._tested, values)
            clauses = [] if clause is None else [clause]
        return clauses

    def _core(self) -> Collection[int]:
        core: list[int] = self._solver.get_core() or []
        return core

    def _add_clause(self, clause: list[int]) -> None:
        self._new_clauses.append(clause)


def open_session(model: Model, *, guarded: Guarded = False) -> LazySession:
    """Open a session on a model."""
    return LazySession(model, guarded)
