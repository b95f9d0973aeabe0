"""Annotated model: the constraints of a model in the form that explanations use, each with its owner.

An owner is the number of the rule instance that a constraint belongs to, counted from 1, or BOOKKEEPING for
definitions of helper variables, which always hold and cost nothing in an explanation.

The constraints differ from those that engines get.  Where the model declares `explain_as`, one constraint replaces
those of a rule instance, because people think of them as one.  Redundant constraints are left out.  Sums, tables and
the like are kept whole instead of being lowered to clauses, so that each of them is one reason.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from masume.core.cancellation import checkpoint
from masume.engines.closed_routes import is_closed_route
from masume.engines.cuts import relevant_literals
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
)
from masume.modelling.integers import Sum
from masume.modelling.literal_table import LiteralTable
from masume.modelling.model import DEFINITION, REDUNDANT, Constraint, Model, PreferredLiterals, RuleInstance
from masume.modelling.visibility import Visibility

BOOKKEEPING = 0  # the owner of definitions
MAX_SUM_VALUES = 12  # values of an integer in a sum; with more, the combinations take too long
MAX_TABLE_LITERALS = 64  # the extension keeps a row in 64 bits


@dataclass(frozen=True, slots=True)
class ClosedRoute:
    """A route that, by the rules, is one closed loop; more follows from it than from any route."""

    route: Route


ExplainableConstraint: TypeAlias = (
    Clause | Count | LiteralTable | Visibility | Sum | Connected | Route | ClosedRoute | Region
)


class OwnedConstraint(NamedTuple):
    """A constraint and its owner."""

    owner: int
    constraint: ExplainableConstraint


@dataclass(slots=True)
class AnnotatedModel(VariableAllocator):
    """The owned constraints of a model, and its rule instances in the order of their numbers."""

    model: Model
    variables: int
    instances: list[RuleInstance]
    constraints: list[OwnedConstraint] = field(default_factory=list)
    rests_on: dict[RuleInstance, tuple[RuleInstance, ...]] = field(
        default_factory=dict
    )  # other instances behind an instance
    _shared: dict[Hashable, Any] = field(default_factory=dict)  # see `VariableAllocator`

    def add_clauses(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add clauses as bookkeeping."""
        self.constraints += (OwnedConstraint(BOOKKEEPING, tuple(clause)) for clause in clauses)

    def instances_behind(self, owner: int) -> tuple[RuleInstance, ...]:
        """Return the rule instance of an owner and those that it rests on."""
        instance = self.instances[owner - 1]
        return (instance, *self.rests_on.get(instance, ()))


def annotate_model(model: Model, without: frozenset[str] = frozenset()) -> AnnotatedModel:
    """Return the constraints of a model with their owners, except those of the rules in `without`."""
    instances = [instance for instance in model.instances if instance.rule not in without]
    annotated = AnnotatedModel(model, model.variables, instances)
    owners = {instance: owner for owner, instance in enumerate(instances, 1)}
    replaced = {}
    for explained_as in (*(model.base.explained_as if model.base else ()), *model.explained_as):
        replaced[explained_as.instance] = explained_as
        annotated.rests_on[explained_as.instance] = tuple(explained_as.rests_on)
    definitions: list[Constraint] = []
    for rule, place, constraints in model.all_posts():
        if rule == DEFINITION:
            definitions += constraints
        elif rule != REDUNDANT and rule not in without and RuleInstance(rule, place) not in replaced:
            _add_constraints(annotated, owners[RuleInstance(rule, place)], constraints)
    for instance, explained_as in replaced.items():
        checkpoint()
        _add_constraints(annotated, owners[instance], [explained_as.build(*explained_as.arguments)])
    _add_definitions(annotated, definitions)
    _replace_closed_routes(annotated)
    return annotated


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
        case ClosedRoute():
            return constraint.route.literals
        case _:
            return relevant_literals(constraint)


def _add_constraints(annotated: AnnotatedModel, owner: int, constraints: Iterable[Constraint]) -> None:
    for constraint in constraints:
        checkpoint()
        annotated.constraints += (OwnedConstraint(owner, part) for part in _lower(constraint, annotated))


def _lower(constraint: Constraint | BasicConstraint, annotated: AnnotatedModel) -> Iterator[ExplainableConstraint]:
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
        case PreferredLiterals() | CandidateTest():
            return  # the first constrains nothing; the second is only for testing whole candidates
        case _:
            for basic in constraint.lower(annotated):
                yield from _lower(basic, annotated)


def _can_enumerate(constraint: Sum) -> bool:
    domains = {integer.domain for integer in constraint.integers}
    return len(domains) == 1 and all(0 < len(domain) <= MAX_SUM_VALUES for domain in domains)


def _add_definitions(annotated: AnnotatedModel, definitions: list[Constraint]) -> None:
    """Put definitions before all other constraints, without those of helper variables that nothing depends on."""
    all_mark_literals = annotated.model.mark_literals.values()
    marks = {abs(variable) for literals in all_mark_literals for variable in literals.variables} | {TRUE}
    lowered = [part for constraint in definitions for part in _lower(constraint, annotated)]
    helpers = [{abs(literal) for literal in literals_of(part)} - marks for part in lowered]
    used = {abs(literal) for _, constraint in annotated.constraints for literal in literals_of(constraint)}
    indices_by_helper: dict[int, list[int]] = {}
    for index, own_helpers in enumerate(helpers):
        for helper in own_helpers:
            indices_by_helper.setdefault(helper, []).append(index)
    needed = {index for index, own_helpers in enumerate(helpers) if not own_helpers}
    queue = list(used & indices_by_helper.keys())
    while queue:
        for index in indices_by_helper.pop(queue.pop(), ()):
            needed.add(index)
            queue += helpers[index]
    annotated.constraints[:0] = [OwnedConstraint(BOOKKEEPING, lowered[index]) for index in sorted(needed)]


def _replace_closed_routes(annotated: AnnotatedModel) -> None:
    """Replace each route that, by the clauses, is one closed loop; record the rule instances that this rests on."""
    if not any(isinstance(constraint, Route) for _, constraint in annotated.constraints):
        return
    clauses = [(owner, constraint) for owner, constraint in annotated.constraints if isinstance(constraint, tuple)]
    for index, (owner, route) in enumerate(annotated.constraints):
        if isinstance(route, Route) and is_closed_route(route, [clause for _, clause in clauses]):
            annotated.constraints[index] = OwnedConstraint(owner, ClosedRoute(route))
            instance = annotated.instances[owner - 1]
            edges = {abs(literal) for literal in route.literals}
            degree_rules = dict.fromkeys(
                annotated.instances[clause_owner - 1]
                for clause_owner, clause in clauses
                if clause_owner not in (BOOKKEEPING, owner) and edges.issuperset(map(abs, clause))
            )
            annotated.rests_on[instance] = (*annotated.rests_on.get(instance, ()), *degree_rules)
