"""native: clingo's search, fed with a model's clauses and counts, and propagators in C++ for what hangs together."""

from array import array
from collections.abc import Collection, Mapping
from threading import Lock

from masume.core.errors import InputError
from masume.core.stopping import Stopped, breathe
from masume.engines.cuts import refused
from masume.engines.native_library import Solver
from masume.engines.session import Session, Solution
from masume.engines.working import alone, interruptible
from masume.modelling import Model
from masume.modelling.compiling import Counts, Guarded, compiled
from masume.modelling.counting import positive
from masume.modelling.kernel import TRUE, Connected, Count, Region, Route

# How many fixpoints a structure that found nothing lets pass at most before it looks again (docs/engines.md).
_LONGEST_PAUSE = {Connected: 16, Route: 256, Region: 16}
_PATIENCE = 8  # how often a core may be asked for again without getting smaller
_MOST_WEIGHT = 2**30  # of a count; clingo adds up in 32 bits


class NativeSession(Session):
    """One solver of clingo; what it learns stays true, so it keeps it."""

    def __init__(self, model: Model, guarded: bool) -> None:
        super().__init__(model, compiled(model, guarded=guarded, counts=Counts.MOST))
        self._busy = Lock()
        self._searches, self._candidates = 0, 0
        self._core_found: list[int] = []
        self._clauses = self._compiled.clauses.count(0)
        self._new_clauses = array("i")
        self._solver: Solver | None = Solver()
        self._hand_over(self._solver)

    def _hand_over(self, solver: Solver) -> None:
        solver.prefer(self.model.preferred)
        solver.add_clauses(array("i", self._compiled.clauses))
        self._compiled.clauses = []
        for count in self._compiled.counts:
            _add_count(solver, count)
        for structure in self._compiled.structures:
            breathe()
            _add_structure(solver, structure)

    def close(self) -> None:
        self._solver = None

    @property
    def statistics(self) -> Mapping[str, int | float | str]:
        solver = self._solver
        return {
            "engine": "native",
            "variables": self._compiled.variables,
            "clauses": self._clauses,
            "searches": self._searches,
            **({"candidates": self._candidates} if self._compiled.tested else {}),
            **(solver.statistics() if solver is not None else {}),
        }

    def _search(self, assumptions: list[int]) -> Solution | None:
        while True:
            with alone(self._busy):
                solver = self._solver
                if solver is None:
                    raise ValueError("the session is closed")
                if not self._is_solvable(solver, assumptions):
                    self._core_found = self._less(solver, solver.core(len(assumptions)))
                    return None
                values = solver.values(self._compiled.variables)
            self._candidates += 1
            clause = refused(self._compiled.tested, values)
            if clause is None:
                return Solution(values)
            self._add_clause(clause)

    def _is_solvable(self, solver: Solver, assumptions: list[int]) -> bool:
        self._searches += 1
        solver.grow(self._compiled.variables)
        if self._new_clauses:
            self._clauses += self._new_clauses.count(0)
            solver.add_clauses(self._new_clauses)
            self._new_clauses = array("i")
        with interruptible(solver.interrupt):
            solvable = solver.solve(assumptions)
        if solvable is None:
            raise Stopped
        return solvable

    def _less(self, solver: Solver, core: list[int]) -> list[int]:
        """A smaller core: clingo names all assumptions up to the first that cannot hold by propagation alone.

        So that one comes first next time, and the next one, until each has or nothing was left out for a while.
        """
        stuck = 0
        while len(core) > 1 and stuck < min(len(core), _PATIENCE):
            self._is_solvable(solver, [core[-1], *core[:-1]])
            found = solver.core(len(core))
            stuck = stuck + 1 if len(found) == len(core) else 0
            core = found
        return core

    def _core(self) -> Collection[int]:
        return self._core_found

    def _add_clause(self, clause: list[int]) -> None:
        self._new_clauses.extend((*clause, 0))


def _add_count(solver: Solver, count: Count) -> None:
    count = positive(count)
    if sum(count.weights) > _MOST_WEIGHT:
        raise InputError(f"native: a count weighs {sum(count.weights)}, expected at most {_MOST_WEIGHT}")
    solver.add_count(count.literals, count.weights, count.low, count.high, count.when)


def _add_structure(solver: Solver, guarded: Guarded) -> None:
    structure, guard = guarded.structure, 0 if guarded.guard == TRUE else guarded.guard
    graph, pause = structure.graph, _LONGEST_PAUSE[type(structure)]
    on = (graph.size, graph.ends, structure.literals)
    if isinstance(structure, Connected):
        solver.add_connected(*on, structure.links, guard, pause)
    elif isinstance(structure, Route):
        solver.add_route(*on, guard, pause)
    else:
        solver.add_region(*on, structure.roots, structure.least, structure.most, guard, pause)


def open_session(model: Model, *, guarded: bool = False) -> NativeSession:
    """Open a session on a model."""
    return NativeSession(model, guarded)
