"""Session: the interface of all engines.

    with open_session("lazy", model) as session:
        answer = session.solve(assumptions=[3, -4], limits=Limits(seconds=1))

An engine implements `_search`, `_add_clause` and `_core`.  This class builds enumeration, backbones and minimal cores
on them.  The clauses of one call contain an activation literal, so that they do not affect other calls.  So do clauses
that can be retracted.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType

from masume.core.cancellation import run_in_place
from masume.core.deadline import Deadline
from masume.core.errors import OutOfTimeError
from masume.core.outcome import NO_LIMITS, Limits, Status
from masume.core.records import record
from masume.modelling import Model, RuleInstance
from masume.modelling.compiled_model import NO_GUARDS, GuardedStructure, Guards

CORE_EFFORT = 8  # the default of `Session.solve`


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
    """The result of a search: a solution, or a core if there is none, or neither if it reached a limit."""

    status: Status
    solution: Solution | None = None
    core: Core | None = None


@record
class Backbone:
    """What is known about the literals that are true in all solutions.

    `literals` are true in all `solutions` that were found.  If `complete`, they are true in every solution there is, or
    there is none at all; otherwise a limit was reached, and some of them may be false in further solutions.
    """

    literals: tuple[int, ...]
    solutions: tuple[Solution, ...]
    complete: bool


@dataclass(slots=True)
class Effort:
    """What the searches of one call may still spend: conflicts (None: no limit), and searches for smaller cores."""

    conflicts: int | None = None
    core_effort: int = CORE_EFFORT

    def allow(self, conflicts: int) -> int:
        """Return how many of these conflicts the next search may have; raise OutOfTimeError if none are left."""
        if self.conflicts is None:
            return conflicts
        if self.conflicts <= 0:
            raise OutOfTimeError("out of conflicts")
        return min(conflicts, self.conflicts)

    def spend(self, conflicts: int) -> None:
        """Subtract the conflicts that a search had."""
        if self.conflicts is not None:
            self.conflicts -= conflicts


class Session(ABC):
    """An engine opened on one model."""

    def __init__(
        self, model: Model, variables: int, guards: Guards = NO_GUARDS, tested: Sequence[GuardedStructure] = ()
    ) -> None:
        self.model = model
        self._variables = variables  # the number of variables, which grows
        self._guards = guards  # the selectors of the guarded rule instances
        self._guarded_by = {selector: instance for instance, selector in guards.items()}
        self._activations: dict[int, None] = {}  # of the clauses that can be retracted
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
    def _search(self, assumptions: list[int], effort: Effort) -> Solution | None:
        """Return a solution, or None if there is none.

        Raise `Cancelled` if the job is cancelled, and OutOfTimeError if the conflicts that it may have are spent.
        """

    @abstractmethod
    def _core(self) -> Collection[int]:
        """Return assumptions of the last search that cannot hold together."""

    @abstractmethod
    def _add_clause(self, clause: list[int]) -> None:
        """Add a clause permanently."""

    def _new_variable(self) -> int:
        self._variables += 1
        return self._variables

    def new_literal(self) -> int:
        """Return a new literal, which no rule mentions, to use in clauses and assumptions."""
        return self._new_variable()

    def add_clause(self, clause: Iterable[int]) -> None:
        """Add a clause, which holds from now on: at least one of the literals is true."""
        self._add_clause(list(clause))

    def add_retractable_clause(self, clause: Iterable[int]) -> int:
        """Add a clause that holds until it is retracted; return the number to pass to `retract`."""
        activation = self._new_variable()
        self._add_clause([-activation, *clause])
        self._activations[activation] = None
        return activation

    def retract(self, number: int) -> None:
        """Retract a clause; raise ValueError if there is no such clause."""
        if number not in self._activations:
            raise ValueError(f"there is no retractable clause {number}")
        del self._activations[number]
        self._add_clause([-number])

    def solve(
        self,
        assumptions: Iterable[int] = (),
        limits: Limits = NO_LIMITS,
        without: Collection[RuleInstance] = (),
        *,
        only: Collection[RuleInstance] | None = None,
        core_effort: int = CORE_EFFORT,
    ) -> Answer:
        """Search for a solution under assumptions.

        Of the guarded rule instances, all are switched on, or all but those in `without`, or `only` these.  If there is
        no solution, `core_effort` says how many searches in a row may fail to make the core smaller; with 0, the first
        core is returned.
        """
        literals, effort = [*self._selectors(without, only), *assumptions], Effort(limits.conflicts, core_effort)
        try:
            return run_in_place(lambda: self._solve(literals, effort), limits.deadline())
        except OutOfTimeError:
            return Answer(Status.TIMEOUT)

    def solutions(
        self, variables: Sequence[int], assumptions: Iterable[int] = (), limits: Limits = NO_LIMITS
    ) -> Iterator[Solution]:
        """Yield solutions that differ in at least one of the variables; raise OutOfTimeError at a limit.

        The clock starts when the first solution is requested, and also runs while the caller handles a solution.
        """
        deadline, number = limits.deadline(), 0
        solutions = self._enumerate(variables, list(assumptions), limits.solutions, Effort(limits.conflicts))
        while limits.solutions is None or number < limits.solutions:
            solution = run_in_place(lambda: next(solutions, None), deadline)
            if solution is None:
                return
            number += 1
            yield solution

    def _enumerate(
        self, variables: Sequence[int], assumptions: list[int], limit: int | None, effort: Effort
    ) -> Iterator[Solution]:
        """Yield solutions that differ in the variables, for `solutions`, which takes at most `limit` of them."""
        activation = self._new_variable()
        try:
            while (solution := self._search([*self._selectors(), *assumptions, activation], effort)) is not None:
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

        Raise OutOfTimeError at a limit.
        """
        found = self.find_backbone(variables, assumptions, limits)
        if not found.complete:
            raise OutOfTimeError
        return list(found.literals) if found.solutions else None

    def find_backbone(
        self,
        variables: Iterable[int],
        assumptions: Iterable[int] = (),
        limits: Limits = NO_LIMITS,
        *,
        max_searches: int | None = None,
    ) -> Backbone:
        """Return what can be found out about the backbone with this many searches and within the limits.

        Each search looks for a solution in which one more of the literals is false.
        """
        deadline, effort = limits.deadline(), Effort(limits.conflicts)
        return self._find_backbone(variables, list(assumptions), deadline, effort, max_searches)

    def _find_backbone(
        self,
        variables: Iterable[int],
        assumptions: list[int],
        deadline: Deadline,
        effort: Effort,
        max_searches: int | None,
    ) -> Backbone:
        common: list[int] = []
        solutions: list[Solution] = []
        complete = False
        try:
            while max_searches is None or len(solutions) < max_searches:
                solution = self._search_for_other(common if solutions else None, assumptions, deadline, effort)
                if solution is None:
                    complete = True
                    break
                common = [
                    literal
                    for literal in (common if solutions else map(solution.true_literal, variables))
                    if solution.is_true(literal)
                ]
                solutions.append(solution)
        except OutOfTimeError:
            pass
        return Backbone(tuple(common), tuple(solutions), complete)

    def _search_for_other(
        self, common: list[int] | None, assumptions: list[int], deadline: Deadline, effort: Effort
    ) -> Solution | None:
        """Return a solution in which one of these literals is false, or (None) any solution; None if there is none."""
        assumed = [*self._selectors(), *assumptions]
        if common is None:
            return run_in_place(lambda: self._search(assumed, effort), deadline)
        if not common:
            return None
        activation = self._new_variable()
        self._add_clause([-activation, *(-literal for literal in common)])
        try:
            return run_in_place(lambda: self._search([*assumed, activation], effort), deadline)
        finally:
            self._add_clause([-activation])

    def minimize_core(self, core: Core, limits: Limits = NO_LIMITS) -> Core:
        """Return a minimal core that is part of a core; raise OutOfTimeError at a limit."""
        literals = [*(self._guards[instance] for instance in core.instances), *core.assumptions]
        effort = Effort(limits.conflicts)
        return run_in_place(lambda: self._make_core(self._minimize(literals, effort)), limits.deadline())

    def _minimize(self, literals: list[int], effort: Effort) -> list[int]:
        """Try to remove one literal after the other; return those that are needed for the contradiction."""
        needed: list[int] = []
        while literals:
            literal, *rest = literals
            if self._search([*self._activations, *needed, *rest], effort) is not None:
                needed.append(literal)
                literals = rest
            else:
                smaller = set(self._core())
                needed = [literal for literal in needed if literal in smaller]
                literals = [literal for literal in rest if literal in smaller]
        return needed

    def _solve(self, assumptions: list[int], effort: Effort) -> Answer:
        solution = self._search(assumptions, effort)
        if solution is not None:
            return Answer(Status.SOLVED, solution)
        return Answer(Status.UNSOLVABLE, core=self._make_core(self._core()))

    def _selectors(
        self, without: Collection[RuleInstance] = (), only: Collection[RuleInstance] | None = None
    ) -> list[int]:
        """Return the literals that switch on guarded rule instances and clauses that are not retracted."""
        guards = self._guards
        for instance in (*without, *(only or ())):
            if instance not in guards and instance in self.model.instances:
                raise ValueError(f"{instance} is not guarded, so it cannot be switched off")
        if only is not None:
            left_out = frozenset(without)
            selectors = [guards[instance] for instance in only if instance in guards and instance not in left_out]
        elif without:
            left_out = frozenset(without)
            selectors = [selector for instance, selector in guards.items() if instance not in left_out]
        else:
            selectors = list(guards.values())
        return [*self._activations, *selectors]

    def _make_core(self, literals: Collection[int]) -> Core:
        """Split literals into rule instances, for which their selectors stand, and assumptions."""
        guarded_by = self._guarded_by
        own = [literal for literal in literals if literal not in self._activations]
        instances = tuple(guarded_by[literal] for literal in own if literal in guarded_by)
        return Core(instances, tuple(literal for literal in own if literal not in guarded_by))
