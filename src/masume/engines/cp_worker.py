"""The worker in the child process of the engine cp: it runs CP-SAT on a compiled model."""

from collections.abc import Callable, Iterator, Sequence
from time import perf_counter
from typing import Any

from ortools.sat.python import cp_model

from masume.core.child_worker import Worker
from masume.engines.cp_translation import CpTranslation
from masume.engines.cuts import find_cuts, relevant_literals
from masume.modelling.compiled_model import CompiledModel, GuardedStructure

Values = list[int]


class CpWorker(Worker):
    """One model and the searches in it."""

    def __init__(self, send_reply: Callable[[Any], None]) -> None:
        super().__init__(send_reply)
        self._building_seconds = self._solving_seconds = 0.0
        self._branches = self._conflicts = self._candidates = self._cuts = 0
        self._clauses_added = 0  # of those that the session added after it was opened

    def load(self, task: dict[str, Any]) -> dict[str, Any]:
        """Build CP-SAT's model."""
        begin = perf_counter()
        self._compiled: CompiledModel = task["compiled"]
        self._translation = CpTranslation(self._compiled)
        for literal in dict.fromkeys(self._compiled.preferred):  # CP-SAT rejects two hints for one variable
            self._translation.add_hint(literal)
        proto = self._translation.model.proto
        self._size = {"variables": len(proto.variables), "constraints": len(proto.constraints)}
        self._building_seconds += perf_counter() - begin
        return {"statistics": {**self._size, "building_seconds": round(self._building_seconds, 6)}}

    def solutions(self, task: dict[str, Any]) -> dict[str, Any]:
        """Send solutions that differ in at least one of the variables, up to a limit (0: all)."""
        for clause in task["clauses"][self._clauses_added :]:
            self._translation.add_clause(clause)
        self._clauses_added = len(task["clauses"])
        variables, assumptions, limit = task["variables"], task["assumptions"], task["limit"]
        self._core: list[int] = []
        self._translation.ensure_variables(variables)
        if self._compiled.tested:
            self._enumerate_and_test(variables, assumptions, limit)
        else:
            for number, values in enumerate(self._enumerate_by_blocking(variables, assumptions), 1):
                self._send_reply({"values": values})
                if number == limit:
                    break
        return {"core": self._core, "statistics": self._statistics()}

    def _enumerate_by_blocking(self, variables: list[int], assumptions: list[int]) -> Iterator[Values]:
        """Yield solutions: search again after each, with all previous ones excluded."""
        active = self._translation.model.new_bool_var("")
        while (values := self._solve(assumptions, active)) is not None:
            if cuts := self._find_all_cuts(values):
                self._cuts += len(cuts)
                for cut in cuts:
                    self._translation.add_clause(cut)
                continue
            blocking_clause = self._translation.blocking_clause(variables, values)
            self._translation.add_clause(blocking_clause).only_enforce_if(active)
            yield values

    def _solve(self, assumptions: list[int], *activation: cp_model.IntVar) -> Values | None:
        model, literals = self._translation.model, [self._translation.literal(literal) for literal in assumptions]
        assumed = {literal.index: assumption for literal, assumption in zip(literals, assumptions, strict=True)}
        model.clear_assumptions()
        model.add_assumptions([*literals, *activation])
        solver = _new_solver()
        status = self._run(solver, lambda: solver.solve(model))
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return self._translation.values(solver.value)
        if status != cp_model.INFEASIBLE:
            raise RuntimeError(f"CP-SAT returned the status {solver.status_name(status)}")
        indices = solver.sufficient_assumptions_for_infeasibility()
        self._core = [assumed[index] for index in indices if index in assumed]
        if not self._core and assumptions:  # CP-SAT also returns none if presolve finds the contradiction
            self._core = [] if self._solve([]) is None else list(assumptions)
        return None

    def _find_all_cuts(self, values: Values) -> list[list[int]]:
        """Return the cuts of all structures that the values violate."""
        return [
            [-guarded.guard, *clause]
            for guarded in self._translation.untranslated
            if _is_active(guarded, values)
            for clause in find_cuts(guarded.structure, values)
        ]

    def _enumerate_and_test(self, variables: list[int], assumptions: list[int], limit: int) -> None:
        """Enumerate all candidates in one search and send those that pass the tests."""
        tests = [*self._translation.untranslated, *self._compiled.tested]
        for guarded in tests:
            self._translation.ensure_variables(relevant_literals(guarded.structure))
        assumed = [self._translation.literal(literal) for literal in assumptions]
        model = self._translation.model.clone()
        model.add_bool_and(assumed)
        solver, sent = _new_solver(), set[tuple[int, ...]]()
        solver.parameters.enumerate_all_solutions = True
        self._core = list(assumptions)

        def test_candidate(callback: cp_model.CpSolverSolutionCallback) -> None:
            values = self._translation.values(callback.value)
            self._candidates += 1
            if any(_is_active(guarded, values) and find_cuts(guarded.structure, values) for guarded in tests):
                return
            answer = tuple(values[variable - 1] for variable in variables)
            if answer not in sent:
                sent.add(answer)
                self._send_reply({"values": values})
                if len(sent) == limit:
                    callback.stop_search()

        status = self._run(solver, lambda: solver.solve(model, _SolutionCallback(test_candidate)))
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE):
            raise RuntimeError(f"CP-SAT returned the status {solver.status_name(status)}")

    def _run(self, solver: cp_model.CpSolver, search: Callable[[], Any]) -> Any:
        begin = perf_counter()
        status = search()
        self._solving_seconds += perf_counter() - begin
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
            "building_seconds": round(self._building_seconds, 6),
            "solving_seconds": round(self._solving_seconds, 6),
        }


class _SolutionCallback(cp_model.CpSolverSolutionCallback):
    """Calls a function with every solution of CP-SAT."""

    def __init__(self, function: Callable[[cp_model.CpSolverSolutionCallback], None]) -> None:
        super().__init__()
        self._function = function

    def on_solution_callback(self) -> None:
        self._function(self)


def _new_solver() -> cp_model.CpSolver:
    """Return a solver with one thread, so that runs are comparable and repeatable."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return solver


def _is_active(guarded: GuardedStructure, values: Sequence[int]) -> bool:
    return values[guarded.guard - 1] > 0


WORKER = CpWorker
