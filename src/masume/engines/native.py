"""native: clingo's search, fed with a model's clauses and counts, and propagators in C++ for what hangs together."""

from array import array
from collections.abc import Collection, Mapping
from threading import Lock

from masume.core.stopping import Stopped
from masume.engines.cuts import refused
from masume.engines.native_library import Solver
from masume.engines.native_program import WORDS, program
from masume.engines.session import Session, Solution
from masume.engines.working import alone, interruptible
from masume.modelling import Model
from masume.modelling.compiled import Compiled, Counts
from masume.modelling.compiling import compiled

_PATIENCE = 8  # how often a core may be asked for again without getting smaller
_AS_THEY_ARE = -1  # what stands for the number of given literals if a program's own are the model's


class NativeSession(Session):
    """One solver of clingo; what it learns stays true, so it keeps it."""

    def __init__(self, model: Model, guarded: bool) -> None:
        super().__init__(model, compiled(model, guarded=guarded, counts=Counts.MOST, words=WORDS, in_parts=True))
        self._busy = Lock()
        self._searches, self._candidates = 0, 0
        self._core_found: list[int] = []
        self._clauses = 0
        self._new_clauses = array("i")
        self._solver: Solver | None = Solver()
        self._hand_over(self._solver, self._compiled)

    def _hand_over(self, solver: Solver, made: Compiled) -> None:
        _, address, size, self._clauses = program(made)
        programs, settings = [address, size], [_AS_THEY_ARE, 0]
        for part, literals, first_helper in made.parts:
            _, address, size, clauses = part.kept or program(part)
            programs += (address, size)
            self._clauses += clauses
            if isinstance(literals, range) and part.variables == len(literals):  # a skeleton without helpers
                settings += (_AS_THEY_ARE, 0)
            else:
                settings += (len(literals), first_helper)
                settings += literals
        solver.state(array("q", programs), array("i", settings))
        made.clauses, made.kept, made.parts = [], None, []

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


def open_session(model: Model, *, guarded: bool = False) -> NativeSession:
    """Open a session on a model."""
    return NativeSession(model, guarded)
