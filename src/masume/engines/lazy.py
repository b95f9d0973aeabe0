"""lazy: Glucose 4 through PySAT, with cuts added when a solution breaks connected, route or region."""

from collections.abc import Collection, Mapping
from functools import partial
from threading import Lock

from pysat.solvers import Glucose4

from masume.engines.cuts import cuts
from masume.engines.session import Session, Solution
from masume.engines.working import Stopped, breathe, interruptible, preemptible, undisturbed
from masume.modelling import Model
from masume.modelling.compiling import compiled
from masume.modelling.kernel import TRUE

_BREATH = 1000  # clauses handed over between two breaths


class LazySession(Session):
    """One Glucose solver; every cut it was taught stays true, so it keeps them all."""

    def __init__(self, model: Model, guarded: bool) -> None:
        super().__init__(model, preemptible(lambda: compiled(model, guarded=guarded)))
        self._clauses, self._cuts, self._searches = len(self._compiled.clauses), 0, 0
        self._gate = Lock()
        self._solver = Glucose4()
        try:
            self._fill(self._compiled.clauses)
        except Stopped:
            self.close()
            raise
        self._compiled.clauses = []  # the solver has them now

    def _fill(self, clauses: list[list[int]]) -> None:
        for index, clause in enumerate(clauses):
            if index % _BREATH == 0:
                breathe()
            self._solver.add_clause(clause)

    def close(self) -> None:
        undisturbed(self._delete)

    def _delete(self) -> None:
        with self._gate:
            self._solver.delete()

    def _interrupt(self) -> None:
        """Called from another thread, perhaps when this session is being closed."""
        with self._gate:
            self._solver.interrupt()

    @property
    def statistics(self) -> Mapping[str, int | float | str]:
        counted = self._solver.accum_stats() or {}
        return {
            "engine": "lazy",
            "variables": self._compiled.variables,
            "clauses": self._clauses,
            "cuts": self._cuts,
            "searches": self._searches,
            **{name: counted[name] for name in ("conflicts", "decisions", "propagations") if name in counted},
        }

    def _search(self, assumptions: list[int]) -> Solution | None:
        while True:
            self._searches += 1
            if not self._satisfiable(assumptions):
                return None
            values: list[int] = self._solver.get_model()
            values += range(-len(values) - 1, -self._compiled.variables - 1, -1)  # what no clause mentions
            broken = preemptible(partial(self._broken, values))
            if not broken:
                return Solution(values)
            self._cuts += len(broken)
            for clause in broken:
                self._solver.add_clause(clause)

    def _satisfiable(self, assumptions: list[int]) -> bool:
        self._solver.clear_interrupt()
        with interruptible(self._interrupt):
            verdict: bool | None = self._solver.solve_limited(assumptions, expect_interrupt=True)
        if verdict is None:
            raise Stopped
        return verdict

    def _broken(self, values: list[int]) -> list[list[int]]:
        found: list[list[int]] = []
        for structure, guard in self._compiled.structures:
            if guard == TRUE:
                found += cuts(structure, values)
            elif values[guard - 1] > 0:
                found += ([-guard, *clause] for clause in cuts(structure, values))
        return found

    def _core(self) -> Collection[int]:
        core: list[int] = self._solver.get_core() or []
        return core

    def _add_clause(self, clause: list[int]) -> None:
        self._solver.add_clause(clause)


def open_session(model: Model, *, guarded: bool = False) -> LazySession:
    """Open a session on a model."""
    return LazySession(model, guarded)
