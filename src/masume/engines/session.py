"""Session: the interface of all engines.

    with open_session("lazy", model) as session:
        answer = session.solve(assumptions=[3, -4], limits=Limits(seconds=1))

An engine implements `_search`, `_add_clause` and `_core`.  This class builds enumeration, backbones and minimal cores
on them.  The clauses of one call contain an activation literal, so that they do not affect other calls.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import TracebackType

from masume.core.cancellation import run_in_place
from masume.core.deadline import Deadline
from masume.core.errors import OutOfTimeError
from masume.core.outcome import NO_LIMITS, Limits, Status
from masume.core.records import record
from masume.modelling import Model, RuleInstance
from masume.modelling.compiled_model import GuardedStructure


class Solution:
    """A truth value for every variable."""

    __slots__ = ("values",)

    def __init__(self, values: Sequence[int]) -> None:
        self.values = values  # values[i] is i + 1 or -(i + 1)

    def is_true(self, literal: int) -> bool:
        """Return whether a literal is true."""
        return self.values[literal - 1] > 0 if literal > 0 else self.values[-literal - 1] < 0

    def true_literal(self, variable: int) -> int:
        """Return the variable or its negation, whichever is true."""
        return self.values[variable - 1]


@record
class Core:
    """Rule instances (of a guarded session) and assumptions that cannot hold together."""

    instances: tuple[RuleInstance, ...]
    assumptions: tuple[int, ...]


@record
class Answer:
    """The result of a search: a solution, or a core if there is none, or neither if time ran out."""

    status: Status
    solution: Solution | None = None
    core: Core | None = None


class Session(ABC):
    """An engine opened on one model."""

    def __init__(
        self, model: Model, variables: int, selectors: range = range(0), tested: Sequence[GuardedStructure] = ()
    ) -> None:
        self.model = model
        self._variables = variables  # the number of variables, which grows
        self._all_selectors = selectors  # one per rule instance; none if the session is not guarded
        self._tested = tested  # structures that are only tested on candidates

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *error: tuple[type[BaseException], BaseException, TracebackType] | None) -> None:
        self.close()

    @abstractmethod
    def close(self) -> None:
        """Free the engine's resources."""

    @property
    @abstractmethod
    def statistics(self) -> Mapping[str, int | float | str]:
        """What all searches of this session have cost so far."""

    @abstractmethod
    def _search(self, assumptions: list[int]) -> Solution | None:
        """Return a solution, or None if there is none; raise `Cancelled` if the job is cancelled."""

    @abstractmethod
    def _core(self) -> Collection[int]:
        """Return assumptions of the last search that cannot hold together."""

    @abstractmethod
    def _add_clause(self, clause: list[int]) -> None:
        """Add a clause permanently."""

    def _new_variable(self) -> int:
        self._variables += 1
        return self._variables

    def solve(
        self, assumptions: Iterable[int] = (), limits: Limits = NO_LIMITS, without: Collection[RuleInstance] = ()
    ) -> Answer:
        """Search for a solution under assumptions.  A guarded session can leave out the rule instances `without`."""
        if without and self.model.instances and not self._all_selectors:
            raise ValueError("only a guarded session can leave out instances")
        literals = list(assumptions)
        try:
            return run_in_place(lambda: self._solve(literals, without), limits.deadline())
        except OutOfTimeError:
            return Answer(Status.TIMEOUT)

    def solutions(
        self, variables: Sequence[int], assumptions: Iterable[int] = (), limits: Limits = NO_LIMITS
    ) -> Iterator[Solution]:
        """Yield solutions that differ in at least one of the variables; raise OutOfTimeError at the time limit.

        The clock starts when the first solution is requested, and also runs while the caller handles a solution.
        """
        deadline, number = limits.deadline(), 0
        solutions = self._enumerate(variables, list(assumptions), limits.solutions)
        while limits.solutions is None or number < limits.solutions:
            solution = run_in_place(lambda: next(solutions, None), deadline)
            if solution is None:
                return
            number += 1
            yield solution

    def _enumerate(self, variables: Sequence[int], assumptions: list[int], limit: int | None) -> Iterator[Solution]:
        """Yield solutions that differ in the variables, for `solutions`, which takes at most `limit` of them."""
        activation = self._new_variable()
        try:
            while (solution := self._search([*self._selectors(()), *assumptions, activation])) is not None:
                # Block it before the yield, because the caller may never come back.
                values = solution.values
                self._add_clause([-activation, *[-values[variable - 1] for variable in variables]])
                yield solution
        finally:
            self._add_clause([-activation])

    def backbone(
        self, variables: Iterable[int], assumptions: Iterable[int] = (), limits: Limits = NO_LIMITS
    ) -> list[int] | None:
        """Return the literals of these variables that are true in all solutions; None if there is no solution.

        Raise OutOfTimeError at the time limit.
        """
        assumed, deadline = list(assumptions), limits.deadline()
        solution = self._solve_before(deadline, assumed)
        if solution is None:
            return None
        common = [solution.true_literal(variable) for variable in variables]
        while common:
            activation = self._new_variable()
            self._add_clause([-activation, *(-literal for literal in common)])
            try:
                other = self._solve_before(deadline, [*assumed, activation])
            finally:
                self._add_clause([-activation])
            if other is None:
                break
            common = [literal for literal in common if other.is_true(literal)]
        return common

    def minimize_core(self, core: Core, limits: Limits = NO_LIMITS) -> Core:
        """Return a minimal core that is part of a core; raise OutOfTimeError at the time limit."""
        selectors = dict(zip(self.model.instances, self._all_selectors, strict=False))
        literals = [*(selectors[instance] for instance in core.instances), *core.assumptions]
        return run_in_place(lambda: self._make_core(self._minimize(literals)), limits.deadline())

    def _minimize(self, literals: list[int]) -> list[int]:
        """Try to remove one literal after the other; return those that are needed for the contradiction."""
        needed: list[int] = []
        while literals:
            literal, *rest = literals
            if self._search([*needed, *rest]) is not None:
                needed.append(literal)
                literals = rest
            else:
                smaller = set(self._core())
                needed = [literal for literal in needed if literal in smaller]
                literals = [literal for literal in rest if literal in smaller]
        return needed

    def _solve(self, assumptions: list[int], without: Collection[RuleInstance]) -> Answer:
        solution = self._search(self._selectors(without) + assumptions)
        if solution is not None:
            return Answer(Status.SOLVED, solution)
        return Answer(Status.UNSOLVABLE, core=self._make_core(self._core()))

    def _solve_before(self, deadline: Deadline, assumptions: list[int]) -> Solution | None:
        """Return a solution, or None if there is none; raise OutOfTimeError at the deadline."""
        return run_in_place(lambda: self._solve(assumptions, ()).solution, deadline)

    def _selectors(self, without: Collection[RuleInstance]) -> list[int]:
        """Return the literals that switch on all rule instances but these; none in a session that is not guarded."""
        if not without:
            return list(self._all_selectors)
        pairs = zip(self.model.instances, self._all_selectors, strict=False)
        return [selector for instance, selector in pairs if instance not in without]

    def _make_core(self, literals: Collection[int]) -> Core:
        """Split literals into rule instances, for which their selectors stand, and assumptions."""
        selectors = self._all_selectors
        instances = (self.model.instances[literal - selectors.start] for literal in literals if literal in selectors)
        return Core(tuple(instances), tuple(literal for literal in literals if literal not in selectors))
