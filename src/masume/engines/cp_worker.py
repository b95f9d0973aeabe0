"""What runs in the child process of the engine cp: CP-SAT, told a compiled model."""

from collections.abc import Callable, Iterator, Sequence
from time import perf_counter
from typing import Any

from ortools.sat.python import cp_model

from masume.engines.cp_translation import Translation
from masume.engines.cuts import cuts, looked_at
from masume.modelling.compiled import Compiled, Guarded

Values = list[int]


class Worker:
    """One model, and the searches that are made in it."""

    def __init__(self, tell: Callable[[Any], None]) -> None:
        self._tell = tell
        self._building = self._solving = 0.0
        self._branches = self._conflicts = self._candidates = self._cuts = 0
        self._added = 0

    def complaint(self, error: Exception) -> str | None:
        """No model is refused: whatever goes wrong is our fault."""
        return None

    def load(self, task: dict[str, Any]) -> dict[str, Any]:
        """State a compiled model to CP-SAT."""
        begin = perf_counter()
        self._compiled: Compiled = task["compiled"]
        self._words = Translation(self._compiled)
        for literal in dict.fromkeys(self._compiled.preferred):  # CP-SAT refuses to be told twice
            self._words.hint(literal)
        proto = self._words.model.proto
        self._size = {"variables": len(proto.variables), "constraints": len(proto.constraints)}
        self._building += perf_counter() - begin
        return {"statistics": {**self._size, "building_seconds": round(self._building, 6)}}

    def solutions(self, task: dict[str, Any]) -> dict[str, Any]:
        """Tell solutions that differ in the variables, up to a number (0: all)."""
        for clause in task["clauses"][self._added :]:
            self._words.clause(clause)
        self._added = len(task["clauses"])
        variables, assumptions, most = task["variables"], task["assumptions"], task["most"]
        self._core: list[int] = []
        self._words.know(variables)
        if self._compiled.tested:
            self._tested(variables, assumptions, most)
        else:
            for found, values in enumerate(self._one_by_one(variables, assumptions), 1):
                self._tell({"values": values})
                if found == most:
                    break
        return {"core": self._core, "statistics": self._statistics()}

    def _one_by_one(self, variables: list[int], assumptions: list[int]) -> Iterator[Values]:
        """Solve, and solve again with what was found excluded."""
        active = self._words.model.new_bool_var("")
        while (values := self._solved(assumptions, active)) is not None:
            if broken := self._broken(values):
                self._cuts += len(broken)
                for clause in broken:
                    self._words.clause(clause)
                continue
            self._words.clause(self._words.refusal(variables, values)).only_enforce_if(active)
            yield values

    def _solved(self, assumptions: list[int], *further: cp_model.IntVar) -> Values | None:
        model, assumed = self._words.model, {self._words.literal(one).index: one for one in assumptions}
        model.clear_assumptions()
        model.add_assumptions([*(self._words.literal(one) for one in assumptions), *further])
        solver = _solver()
        status = self._run(solver, lambda: solver.solve(model))
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return self._words.values(solver.value)
        if status != cp_model.INFEASIBLE:
            raise RuntimeError(f"CP-SAT says {solver.status_name(status)}")
        named = solver.sufficient_assumptions_for_infeasibility()
        self._core = [assumed[index] for index in named if index in assumed]
        if not self._core and assumptions:  # it names none also where they contradict each other at once
            self._core = [] if self._solved([]) is None else list(assumptions)
        return None

    def _broken(self, values: Values) -> list[list[int]]:
        """Cuts for all structures that a solution breaks."""
        return [clause for one in self._words.unstated if _applies(one, values) for clause in _guarded(one, values)]

    def _tested(self, variables: list[int], assumptions: list[int], most: int) -> None:
        """Go through all candidates in one search and keep those that pass the tests."""
        tests = [*self._words.unstated, *self._compiled.tested]
        for one in tests:
            self._words.know(looked_at(one.structure))
        assumed = [self._words.literal(literal) for literal in assumptions]
        model = self._words.model.clone()
        model.add_bool_and(assumed)
        solver, told = _solver(), set[tuple[int, ...]]()
        solver.parameters.enumerate_all_solutions = True
        self._core = list(assumptions)

        def candidate(callback: cp_model.CpSolverSolutionCallback) -> None:
            values = self._words.values(callback.value)
            self._candidates += 1
            if any(_applies(one, values) and cuts(one.structure, values) for one in tests):
                return
            seen = tuple(values[variable - 1] for variable in variables)
            if seen not in told:
                told.add(seen)
                self._tell({"values": values})
                if len(told) == most:
                    callback.stop_search()

        status = self._run(solver, lambda: solver.solve(model, _Callback(candidate)))
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE):
            raise RuntimeError(f"CP-SAT says {solver.status_name(status)}")

    def _run(self, solver: cp_model.CpSolver, search: Callable[[], Any]) -> Any:
        begin = perf_counter()
        status = search()
        self._solving += perf_counter() - begin
        self._branches += solver.num_branches
        self._conflicts += solver.num_conflicts
        return status

    def _statistics(self) -> dict[str, int | float]:
        return {
            **self._size,
            "cuts": self._cuts,
            "branches": self._branches,
            "conflicts": self._conflicts,
            **({"candidates": self._candidates} if self._compiled.tested else {}),
            "building_seconds": round(self._building, 6),
            "solving_seconds": round(self._solving, 6),
        }


class _Callback(cp_model.CpSolverSolutionCallback):
    """Calls a function with every candidate."""

    def __init__(self, candidate: Callable[[cp_model.CpSolverSolutionCallback], None]) -> None:
        super().__init__()
        self._candidate = candidate

    def on_solution_callback(self) -> None:
        self._candidate(self)


def _solver() -> cp_model.CpSolver:
    """One thread, so that runs can be compared and repeated."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return solver


def _applies(one: Guarded, values: Sequence[int]) -> bool:
    return values[one.guard - 1] > 0


def _guarded(one: Guarded, values: Sequence[int]) -> list[list[int]]:
    return [[-one.guard, *clause] for clause in cuts(one.structure, values)]
