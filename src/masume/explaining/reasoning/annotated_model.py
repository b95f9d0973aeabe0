"""Annotated model: the view of a model's statements that explanations use, in which each constraint has its owner.

An owner is the number of the rule instance that a constraint belongs to, counted from 1, or BOOKKEEPING for
definitions of helper variables, which always hold and cost nothing in an explanation.

The constraints differ from those that engines get.  Where a statement has `explained_as`, one constraint replaces its
own, because people think of them as one; and theorems, which are owners, too, are added.  Redundant statements are left
out.  Sums, tables and the like are kept whole instead of being lowered to clauses, so that each of them is one reason;
"exactly one" and "at most one" are counts.
"""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from masume.core.cancellation import checkpoint
from masume.engines.closed_routes import is_closed_route
from masume.engines.cuts import relevant_literals
from masume.explaining.reasoning.numbered_statements import Recurring, number_own_statements
from masume.modelling.basic_constraints import (
    TRUE,
    BasicConstraint,
    CandidateTest,
    Clause,
    Connected,
    Count,
    Region,
    Route,
    VariableAllocator,
    at_most,
    exactly,
)
from masume.modelling.integers import AllDifferent, Integer, Sum
from masume.modelling.literal_table import LiteralTable
from masume.modelling.mark_literals import DerivedMarkLiterals, MarkLiterals
from masume.modelling.model import Model
from masume.modelling.statements import (
    DEFINITION,
    REDUNDANT,
    Constraint,
    PreferredLiterals,
    RuleInstance,
    Statement,
    Theorem,
)
from masume.modelling.visibility import Visibility

BOOKKEEPING = 0  # the owner of definitions
NO_STATEMENT = -1  # instead of the id of a statement: a definition that several statements share
MAX_SUM_VALUES = 12  # values of an integer in a sum; with more, the combinations take too long
MAX_TABLE_LITERALS = 64  # the extension keeps a row in 64 bits


@dataclass(frozen=True, slots=True)
class ClosedRoute:
    """A route that, by the rules, is one closed loop; more follows from it than from any route."""

    route: Route


@dataclass(frozen=True, slots=True)
class Parity:
    """A closed loop crosses the border of every set of vertices an even number of times."""

    route: Route


ExplainableConstraint: TypeAlias = (
    Clause | Count | LiteralTable | Visibility | Sum | Connected | Route | ClosedRoute | Parity | Region
)


class Origin(NamedTuple):
    """Where a constraint comes from: a statement, by its id, and the number of the constraint in the statement.

    The numbers count the constraints of this view, from 0.
    """

    statement: int = NO_STATEMENT
    constraint: int = 0


class OwnedConstraint(NamedTuple):
    """A constraint, its origin and its owner."""

    origin: Origin
    owner: int
    constraint: ExplainableConstraint


@dataclass(slots=True)
class AnnotatedModel:
    """The owned constraints of a model, and their owners in the order of their numbers: instances, then theorems."""

    model: Model
    variables: int
    instances: list[RuleInstance]
    constraints: list[OwnedConstraint]
    # The other rule instances behind what explanations state for an instance.
    rests_on: dict[RuleInstance, tuple[RuleInstance, ...]] = field(default_factory=dict)
    theorems: list[Theorem] = field(default_factory=list)

    def instance_of(self, owner: int) -> RuleInstance:
        """Return the rule and the place of an owner; for a theorem, its own id instead of a rule's."""
        number = owner - 1 - len(self.instances)
        return self.instances[owner - 1] if number < 0 else RuleInstance(*self.theorems[number][:2])

    def instances_behind(self, owner: int) -> tuple[RuleInstance, ...]:
        """Return the rule instance of an owner and those that it rests on; for a theorem, only the latter."""
        number = owner - 1 - len(self.instances)
        if number >= 0:
            return self.theorems[number].rests_on
        instance = self.instances[owner - 1]
        return (instance, *self.rests_on.get(instance, ()))

    def restricted_to(self, owners: Collection[int]) -> "AnnotatedModel":
        """Return a model with only the constraints of these owners, and bookkeeping."""
        kept = {BOOKKEEPING, *owners}
        return replace(self, constraints=[each for each in self.constraints if each.owner in kept])


def annotate_model(model: Model, without: frozenset[str] = frozenset()) -> AnnotatedModel:
    """Return the constraints of a model with their owners, except those of the rules in `without`."""
    instances = [instance for instance in model.instances if instance.rule not in without]
    skeleton = _annotate_skeleton(model.base, without) if model.base else None
    view = _View.of(model, instances)
    if skeleton is not None:
        view.rests_on.update(skeleton.rests_on)
    recurring: list[Recurring] = []
    statements = [
        (number, statement)
        for number, statement in chain(
            _statements_of_skeleton(model, skeleton), number_own_statements(model, recurring)
        )
        if statement.rule != REDUNDANT and statement.rule not in without
    ]
    theorems: list[tuple[int, Theorem]] = []  # each with its statement
    # The order decides which of several proofs of the same size is found: restated constraints and theorems come last.
    for number, statement in statements:
        if statement.instance is not None and statement.explained_as is None:
            view.add(number, view.owners[statement.instance], statement.constraints)
    for number, statement in statements:
        if statement.instance is not None and statement.explained_as is not None:
            restatement = statement.explained_as()
            view.add(number, view.owners[statement.instance], [restatement.constraint])
            view.add_rests_on(statement.instance, restatement.rests_on)
            theorems += ((number, theorem) for theorem in restatement.theorems)
    for owner, (number, theorem) in enumerate(theorems, len(instances) + 1):
        view.add(number, owner, [theorem.constraint])
    used = {abs(literal) for _, _, part in view.constraints for literal in literals_of(part)}
    if skeleton is not None:
        used |= skeleton.used
    definitions = _needed_definitions(view, statements, recurring, used)
    if skeleton is None:
        _replace_closed_routes(view, instances)
    constraints = [
        *_add_origins(definitions),
        *(skeleton.constraints if skeleton is not None else ()),
        *_add_origins(view.constraints),
    ]
    return AnnotatedModel(
        model, view.variables, instances, constraints, view.rests_on, [theorem for _, theorem in theorems]
    )


_Part: TypeAlias = tuple[int, int, ExplainableConstraint]  # a constraint with its statement and owner


@dataclass(slots=True)
class _View(VariableAllocator):
    """The constraints of an annotated model while it is built."""

    variables: int
    owners: dict[RuleInstance, int]
    mark_literals: list[MarkLiterals | DerivedMarkLiterals]
    constraints: list[_Part] = field(default_factory=list)
    rests_on: dict[RuleInstance, tuple[RuleInstance, ...]] = field(default_factory=dict)
    _shared: dict[Hashable, Any] = field(default_factory=dict)  # see `VariableAllocator`

    @classmethod
    def of(cls, model: Model, instances: Sequence[RuleInstance]) -> "_View":
        """Return a view without constraints; the rule instances are numbered in this order."""
        owners = {instance: owner for owner, instance in enumerate(instances, 1)}
        return cls(model.variables, owners, list(model.mark_literals.values()))

    def add(self, statement: int, owner: int, constraints: Iterable[Constraint]) -> None:
        """Add constraints of a statement."""
        for constraint in constraints:
            checkpoint()
            self.constraints += ((statement, owner, part) for part in _lower(constraint, self))

    def add_rests_on(self, instance: RuleInstance, others: Iterable[RuleInstance]) -> None:
        """Record that what explanations state for a rule instance also rests on other instances."""
        self.rests_on[instance] = (*self.rests_on.get(instance, ()), *others)

    def add_clauses(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add clauses that several statements share, as bookkeeping."""
        self.constraints += ((NO_STATEMENT, BOOKKEEPING, tuple(clause)) for clause in clauses)


def _add_origins(constraints: Iterable[_Part]) -> Iterator[OwnedConstraint]:
    """Yield the constraints with their origins."""
    counts: Counter[int] = Counter()  # constraints so far, by statement
    for statement, owner, constraint in constraints:
        yield OwnedConstraint(Origin(statement, counts[statement]), owner, constraint)
        counts[statement] += 1


def literals_of(constraint: ExplainableConstraint) -> Sequence[int]:
    """Return all literals of a constraint."""
    match constraint:
        case tuple():
            return constraint
        case LiteralTable():
            return constraint.literals
        case Count():
            return (*constraint.literals, constraint.when)
        case Visibility():
            return (*(literal for ray in constraint.rays for literal in ray), constraint.when)
        case Sum():
            return (*(literal for integer in constraint.integers for literal in integer.literals), constraint.when)
        case ClosedRoute() | Parity():
            return constraint.route.literals
        case _:
            return relevant_literals(constraint)


def _lower(constraint: Constraint | BasicConstraint, view: _View) -> Iterator[ExplainableConstraint]:
    """Yield a constraint, or, if the reasoner does not support it, constraints with the same meaning."""
    match constraint:
        case tuple():
            yield tuple(dict.fromkeys(constraint))
        case Count() | Connected() | Route() | Region():
            yield constraint
        case LiteralTable() if len(constraint.literals) <= MAX_TABLE_LITERALS:
            yield constraint
        case Visibility() if constraint.low <= constraint.high:
            yield constraint
        case Sum(distinct=True) if _can_enumerate(constraint):
            yield constraint
        case Integer() | AllDifferent() if _is_countable(constraint):
            yield from _lower_to_counts(constraint)
        case PreferredLiterals() | CandidateTest():
            return  # the first constrains nothing; the second is only for testing whole candidates
        case _:
            for basic in constraint.lower(view):
                yield from _lower(basic, view)


def _is_countable(constraint: Integer | AllDifferent) -> bool:
    """Return whether integers differ without the need that each value occurs: they are fewer than their values."""
    if isinstance(constraint, Integer):
        return True
    domains = {integer.domain for integer in constraint.integers}
    return len(domains) == 1 and len(constraint.integers) < len(domains.pop())


def _lower_to_counts(constraint: Integer | AllDifferent) -> Iterator[Count]:
    """Yield counts instead of a clause for each pair of values, of which a board of numbers would have thousands."""
    if isinstance(constraint, Integer):
        yield exactly(1, constraint.literals)
    else:
        for literals in zip(*(integer.literals for integer in constraint.integers), strict=True):
            yield at_most(1, literals, when=constraint.when)


def _can_enumerate(constraint: Sum) -> bool:
    domains = {integer.domain for integer in constraint.integers}
    return len(domains) == 1 and all(0 < len(domain) <= MAX_SUM_VALUES for domain in domains)


@dataclass(frozen=True, slots=True)
class _Skeleton:
    """What annotated models with the same skeleton share."""

    definitions: list[tuple[int, Statement]]
    constraints: list[OwnedConstraint]
    used: set[int]  # variables of the constraints
    rests_on: dict[RuleInstance, tuple[RuleInstance, ...]]


def _statements_of_skeleton(model: Model, skeleton: _Skeleton | None) -> Iterable[tuple[int, Statement]]:
    """Return the statements of a skeleton with their ids; only its definitions if the rest is annotated already."""
    if skeleton is not None:
        return skeleton.definitions
    return enumerate(model.base.statements()) if model.base is not None else ()


def _annotate_skeleton(base: Model, without: frozenset[str]) -> _Skeleton | None:
    """Return the shared part of models with a skeleton; None if it depends on the rest of the model."""
    if not without.isdisjoint(instance.rule for instance in base.instances):
        return None
    if "annotated" not in base.engine_forms:
        base.engine_forms["annotated"] = _make_skeleton(base)
    shared: _Skeleton | None = base.engine_forms["annotated"]
    return shared


def _make_skeleton(base: Model) -> _Skeleton | None:
    instances = base.instances
    view = _View.of(base, instances)
    statements = list(enumerate(base.statements()))
    for number, statement in statements:
        if statement.explained_as is not None:
            return None
        if statement.instance is not None:
            view.add(number, view.owners[statement.instance], statement.constraints)
    _replace_closed_routes(view, instances)
    parts = [part for _, _, part in view.constraints]
    if view.variables > base.variables or view._shared or any(isinstance(part, Route) for part in parts):
        return None
    used = {abs(literal) for part in parts for literal in literals_of(part)}
    definitions = [(number, statement) for number, statement in statements if statement.rule == DEFINITION]
    return _Skeleton(definitions, list(_add_origins(view.constraints)), used, view.rests_on)


def _needed_definitions(
    view: _View, statements: Iterable[tuple[int, Statement]], recurring: Sequence[Recurring], used: Collection[int]
) -> list[_Part]:
    """Return the definitions, without those of helper variables that nothing depends on."""
    marks = {abs(variable) for literals in view.mark_literals for variable in literals.variables} | {TRUE}
    parts = _lower_definitions(view, statements)
    helpers = [{abs(literal) for literal in literals_of(part)} - marks for _, _, part in parts]
    needed = _find_needed([set(use.helpers) - marks for use in recurring], {*used, *chain.from_iterable(helpers)})
    added = _lower_definitions(view, chain.from_iterable(recurring[index].expand() for index in needed))
    parts += added
    helpers += ({abs(literal) for literal in literals_of(part)} - marks for _, _, part in added)
    return sorted((parts[index] for index in _find_needed(helpers, used)), key=itemgetter(0))


def _lower_definitions(view: _View, statements: Iterable[tuple[int, Statement]]) -> list[_Part]:
    return [
        (number, BOOKKEEPING, part)
        for number, statement in statements
        if statement.rule == DEFINITION
        for constraint in statement.constraints
        for part in _lower(constraint, view)
    ]


def _find_needed(helpers: Sequence[Collection[int]], used: Collection[int]) -> list[int]:
    """Return the indices of definitions that have no helper variables or, directly or not, used ones."""
    indices_by_helper: dict[int, list[int]] = {}
    for index, own_helpers in enumerate(helpers):
        for helper in own_helpers:
            indices_by_helper.setdefault(helper, []).append(index)
    needed = {index for index, own_helpers in enumerate(helpers) if not own_helpers}
    queue = [helper for helper in used if helper in indices_by_helper]
    while queue:
        for index in indices_by_helper.pop(queue.pop(), ()):
            needed.add(index)
            queue += helpers[index]
    return sorted(needed)


def _replace_closed_routes(view: _View, instances: Sequence[RuleInstance]) -> None:
    """Replace each route that, by the clauses, is one closed loop; record the rule instances that this rests on."""
    if not any(isinstance(part, Route) for _, _, part in view.constraints):
        return
    clauses = [(owner, part) for _, owner, part in view.constraints if isinstance(part, tuple)]
    for index, (statement, owner, route) in reversed(list(enumerate(view.constraints))):
        if isinstance(route, Route) and is_closed_route(route, [clause for _, clause in clauses]):
            parts: list[ClosedRoute | Parity] = [ClosedRoute(route), Parity(route)]
            view.constraints[index : index + 1] = [(statement, owner, part) for part in parts]
            edges = {abs(literal) for literal in route.literals}
            degree_rules = dict.fromkeys(
                instances[clause_owner - 1]
                for clause_owner, clause in clauses
                if clause_owner not in (BOOKKEEPING, owner) and edges.issuperset(map(abs, clause))
            )
            if owner != BOOKKEEPING:
                view.add_rests_on(instances[owner - 1], degree_rules)
