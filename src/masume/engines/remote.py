"""Sessions of engines whose solver runs in a child process: the model goes there, solutions come back.

If a search is stopped its process is killed; the next search starts a new one.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from masume.engines.child import Child, borrow, give_back
from masume.engines.session import Session, Solution
from masume.modelling import Model
from masume.modelling.compiled import Compiled, Counts
from masume.modelling.compiler import compiled
from masume.modelling.cyclic_labels import Beside, DifferentAmong
from masume.modelling.integers import AllDifferent, Comparison, Integer, Sum, Table, Tally

WORDS = (Integer, AllDifferent, Comparison, Sum, Table, Tally, Beside, DifferentAmong)  # taken as they are


class RemoteSession(Session):
    """A worker that knows one compiled model and is told the clauses that were added since."""

    def __init__(self, engine: str, solver: str, model: Model, guarded: bool) -> None:
        self._loaded: Compiled = compiled(model, guarded=guarded, counts=Counts.ALL, words=WORDS)
        super().__init__(model, self._loaded)
        self._engine, self._solver = engine, solver
        self._child: Child | None = None
        self._added: list[list[int]] = []
        self._conflict: list[int] = []
        self._statistics: dict[str, int | float | str] = {"engine": engine, "variables": self._loaded.variables}
        self._closed = False

    def close(self) -> None:
        self._closed = True
        if self._child is not None:
            give_back(self._child)
            self._child = None

    @property
    def statistics(self) -> Mapping[str, int | float | str]:
        return self._statistics

    def _search(self, assumptions: list[int]) -> Solution | None:
        found = list(self._solutions((), assumptions, most=1))
        return found[0] if found else None

    def _enumerated(self, variables: Sequence[int], assumptions: list[int], most: int | None) -> Iterator[Solution]:
        return self._solutions(variables, [*self._selected(()), *assumptions], most or 0)

    def _solutions(self, variables: Sequence[int], assumptions: list[int], most: int) -> Iterator[Solution]:
        """Solutions that differ in some of the variables; at most so many, or all."""
        child = self._taken()
        try:
            task = {"variables": list(variables), "assumptions": assumptions, "clauses": self._added}
            for values in child.several("solutions", "values", most, self._learn, **task):
                yield Solution(values)
        finally:
            if child.is_idle and self._child is None and not self._closed:
                self._child = child
            else:
                give_back(child)

    def _learn(self, reply: dict[str, Any]) -> None:
        self._conflict = reply.get("core", [])
        self._statistics |= reply["statistics"]

    def _core(self) -> Collection[int]:
        return self._conflict

    def _add_clause(self, clause: list[int]) -> None:
        self._added.append(clause)

    def _taken(self) -> Child:
        """A child that knows the model, for one search: an enumeration may go on while another search is made."""
        if self._closed:
            raise ValueError("the session is closed")
        child, self._child = self._child, None
        if child is not None:
            return child
        child = borrow(f"{self._engine}_worker.py", self._solver, self._engine)
        try:
            self._learn(child.last("load", compiled=self._loaded))
        except BaseException:
            child.close()
            raise
        return child
