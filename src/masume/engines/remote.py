"""Sessions of engines whose solver runs in a child process, which gets the model and sends solutions.

Stopping a search kills its process; the next search starts a new one.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from masume.core.child_process import ChildProcess
from masume.core.errors import InputError
from masume.engines.child_pool import acquire_child, release_child
from masume.engines.session import Effort, Session, Solution
from masume.modelling import Model
from masume.modelling.compiled_model import CountSupport
from masume.modelling.compiler import compile_model
from masume.modelling.cyclic_labels import ConditionalAllDifferent, CyclicNeighbours
from masume.modelling.integers import AllDifferent, Comparison, Integer, Sum, Table, Tally
from masume.modelling.statements import Guarded

SUPPORTED = (
    Integer,
    AllDifferent,
    Comparison,
    Sum,
    Table,
    Tally,
    CyclicNeighbours,
    ConditionalAllDifferent,
)  # the derived constraints that are not compiled to clauses


class RemoteSession(Session):
    """A session whose child process holds the compiled model; each search sends it the clauses added later."""

    def __init__(self, engine: str, solver: str, model: Model, guarded: Guarded) -> None:
        compiled = compile_model(model, guarded=guarded, counts=CountSupport.ALL, supported=SUPPORTED)
        super().__init__(model, compiled.variables, compiled.guards, compiled.tested)
        self._compiled = compiled  # for each child that this session starts
        self._engine, self._solver = engine, solver
        self._child: ChildProcess | None = None
        self._added_clauses: list[list[int]] = []
        self._last_core: list[int] = []
        self._statistics: dict[str, int | float | str] = {"engine": engine, "variables": compiled.variables}
        self._closed = False

    def close(self) -> None:
        self._closed = True
        if self._child is not None:
            release_child(self._child)
            self._child = None

    @property
    def statistics(self) -> Mapping[str, int | float | str]:
        return self._statistics

    def _search(self, assumptions: list[int], effort: Effort) -> Solution | None:
        solutions = list(self._stream_solutions((), assumptions, 1, effort))
        return solutions[0] if solutions else None

    def _enumerate(
        self, variables: Sequence[int], assumptions: list[int], limit: int | None, effort: Effort
    ) -> Iterator[Solution]:
        return self._stream_solutions(variables, [*self._selectors(), *assumptions], limit or 0, effort)

    def _stream_solutions(
        self, variables: Sequence[int], assumptions: list[int], limit: int, effort: Effort
    ) -> Iterator[Solution]:
        """Yield solutions that differ in at least one of the variables, up to a limit (0: all)."""
        if effort.conflicts is not None:
            raise InputError(f"the engine {self._engine} has no limit in conflicts: use seconds instead")
        child = self._take_child()
        try:
            task = {"variables": list(variables), "assumptions": assumptions, "clauses": self._added_clauses}
            for values in child.stream_items("solutions", "values", limit, self._keep_result, **task):
                yield Solution(values)
        finally:
            if child.is_idle and self._child is None and not self._closed:
                self._child = child
            else:
                release_child(child)

    def _keep_result(self, reply: dict[str, Any]) -> None:
        self._last_core = reply.get("core", [])
        self._statistics |= reply["statistics"]

    def _core(self) -> Collection[int]:
        return self._last_core

    def _add_clause(self, clause: list[int]) -> None:
        self._added_clauses.append(clause)

    def _take_child(self) -> ChildProcess:
        """Return a child that holds the model and runs no search: the idle one, or a new one during an enumeration."""
        if self._closed:
            raise ValueError("the session is closed")
        child, self._child = self._child, None
        if child is not None:
            return child
        child = acquire_child(f"{self._engine}_worker.py", self._solver, self._engine)
        try:
            self._keep_result(child.call("load", compiled=self._compiled))
        except BaseException:
            child.close()
            raise
        return child
