"""Session: the contract of all engines, and what follows from it once an engine can search.

    with open_session("lazy", model) as session:
        answer = session.solve(assumptions=[3, -4], limits=Limits(seconds=1))

An engine gives `_search`, `_add_clause` and `_core`; enumeration, backbone and minimal cores are made of those
here.  Clauses of one call stand under an activation literal, so that no call spoils the next one.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic
from types import TracebackType

from masume.core.cancellation import run_job
from masume.core.errors import OutOfTimeError
from masume.core.outcome import NO_LIMITS, Limits, Status
from masume.modelling import Instance, Model
from masume.modelling.compiled import Compiled


class Solution:
    """Which literals are true."""

    __slots__ = ("values",)

    def __init__(self, values: Sequence[int]) -> None:
        self.values = values  # values[i] is i + 1 or -(i + 1)

    def true(self, literal: int) -> bool:
        return self.values[literal - 1] > 0 if literal > 0 else self.values[-literal - 1] < 0

    def signed(self, variable: int) -> int:
        """The variable, or its negation, whichever is true."""
        return self.values[variable - 1]


@dataclass(frozen=True, slots=True)
class Core:
    """Rule instances (of a guarded session) and assumptions that cannot hold together."""

    instances: tuple[Instance, ...]
    assumptions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a search found: a solution, a core if there is none, neither if time was up."""

    status: Status
    solution: Solution | None = None
    core: Core | None = None


class Session(ABC):
    """An engine opened on one model."""

    def __init__(self, model: Model, compiled: Compiled) -> None:
        self.model, self._compiled = model, compiled

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *error: tuple[type[BaseException], BaseException, TracebackType] | None) -> None:
        self.close()

    @abstractmethod
    def close(self) -> None:
        """Free what the engine holds."""

    @property
    @abstractmethod
    def statistics(self) -> Mapping[str, int | float | str]:
        """What the searches of this session cost so far."""

    @abstractmethod
    def _search(self, assumptions: list[int]) -> Solution | None:
        """Find a solution or prove that there is none; may be stopped by `Cancelled`."""

    @abstractmethod
    def _core(self) -> Collection[int]:
        """Assumptions of the last search that cannot hold together."""

    @abstractmethod
    def _add_clause(self, clause: list[int]) -> None:
        """Add a clause for good."""

    def solve(
        self, assumptions: Iterable[int] = (), limits: Limits = NO_LIMITS, without: Collection[Instance] = ()
    ) -> Answer:
        """Search for a solution under assumptions; a guarded session can leave out instances."""
        if without and self.model.instances and not self._compiled.selectors:
            raise ValueError("only a guarded session can leave out instances")
        chosen = list(assumptions)
        try:
            return run_job(lambda: self._solve(chosen, without), limits.deadline())
        except OutOfTimeError:
            return Answer(Status.TIMEOUT)

    def solutions(
        self, variables: Sequence[int], assumptions: Iterable[int] = (), limits: Limits = NO_LIMITS
    ) -> Iterator[Solution]:
        """Solutions that differ in some of the variables, one after the other; OutOfTimeError at the limit.

        The clock starts with the first one and runs while the caller looks at them.
        """
        deadline, found = limits.deadline(), 0
        solutions = self._enumerated(variables, list(assumptions), limits.solutions)
        while limits.solutions is None or found < limits.solutions:
            solution = run_job(lambda: next(solutions, None), deadline)
            if solution is None:
                return
            found += 1
            yield solution

    def _enumerated(self, variables: Sequence[int], assumptions: list[int], most: int | None) -> Iterator[Solution]:
        """Solutions that differ in some of the variables, by blocking those that were found; no more are looked at."""
        activation = self._compiled.new()
        try:
            while (solution := self._search([*self._selected(()), *assumptions, activation])) is not None:
                # Block it before it is shown, so that a caller who stops here leaves nothing half done.
                values = solution.values
                self._add_clause([-activation, *[-values[variable - 1] for variable in variables]])
                yield solution
        finally:
            self._add_clause([-activation])

    def backbone(
        self, variables: Iterable[int], assumptions: Iterable[int] = (), limits: Limits = NO_LIMITS
    ) -> list[int] | None:
        """The literals common to all solutions, None if there is none; OutOfTimeError at the limit."""
        chosen, deadline = list(assumptions), limits.deadline()
        solution = self._next(chosen, deadline)
        if solution is None:
            return None
        common = [solution.signed(variable) for variable in variables]
        while common:
            activation = self._compiled.new()
            self._add_clause([-activation, *(-literal for literal in common)])
            try:
                other = self._next([*chosen, activation], deadline)
            finally:
                self._add_clause([-activation])
            if other is None:
                break
            common = [literal for literal in common if other.true(literal)]
        return common

    def minimal(self, core: Core, limits: Limits = NO_LIMITS) -> Core:
        """A core of which nothing can be left out, made from a given one by leaving out."""
        index = dict(zip(self.model.instances, self._compiled.selectors, strict=False))
        literals = [*(index[instance] for instance in core.instances), *core.assumptions]
        return run_job(lambda: self._named(self._shrunk(literals)), limits.deadline())

    def _shrunk(self, literals: list[int]) -> list[int]:
        needed: list[int] = []
        while literals:
            literal, *rest = literals
            if self._search([*needed, *rest]) is not None:
                needed.append(literal)
                literals = rest
            else:
                kept = set(self._core())
                needed = [one for one in needed if one in kept]
                literals = [one for one in rest if one in kept]
        return needed

    def _solve(self, assumptions: list[int], without: Collection[Instance]) -> Answer:
        solution = self._search(self._selected(without) + assumptions)
        if solution is not None:
            return Answer(Status.SOLVED, solution)
        return Answer(Status.UNSOLVABLE, core=self._named(self._core()))

    def _next(self, assumptions: list[int], deadline: float | None) -> Solution | None:
        left = None if deadline is None else max(0.0, deadline - monotonic())
        answer = self.solve(assumptions, Limits(seconds=left))
        if answer.status is Status.TIMEOUT:
            raise OutOfTimeError("out of time")
        return answer.solution

    def _selected(self, without: Collection[Instance]) -> list[int]:
        selectors = self._compiled.selectors
        if not without:
            return list(selectors)
        named = zip(self.model.instances, selectors, strict=False)
        return [selector for instance, selector in named if instance not in without]

    def _named(self, literals: Collection[int]) -> Core:
        selectors = self._compiled.selectors
        instances = (self.model.instances[literal - selectors.start] for literal in literals if literal in selectors)
        return Core(tuple(instances), tuple(literal for literal in literals if literal not in selectors))
