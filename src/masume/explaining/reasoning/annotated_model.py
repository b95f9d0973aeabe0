"""Reading: a model as people read it, statement by statement, each with the rule instance it belongs to."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from masume.core.cancellation import checkpoint
from masume.engines.closed_routes import is_closed
from masume.engines.cuts import looked_at
from masume.modelling.integers import Sum
from masume.modelling.kernel import TRUE, Clause, Connected, Count, Forging, Kernel, Region, Route, Tested
from masume.modelling.literal_table import LiteralTable
from masume.modelling.model import DEFINITION, REDUNDANT, Constraint, Instance, Model, Preferred
from masume.modelling.visibility import Visibility

NOBODY = 0  # whose statements are bookkeeping: they always hold and are never counted
MOST_VALUES = 12  # that numbers in a sum can have; more take too long to combine
MOST_CHOOSABLE = 64  # literals of choices, as many as a row has bits


@dataclass(frozen=True, slots=True)
class Loop:
    """A route that is known to be one closed loop."""

    route: Route


Word: TypeAlias = Clause | Count | LiteralTable | Visibility | Sum | Connected | Route | Loop | Region


class Statement(NamedTuple):
    """What belongs to a rule instance, given by its number, or to nobody."""

    owner: int
    word: Word


@dataclass(slots=True)
class Reading(Forging):
    """A model's statements, and its rule instances, numbered from 1 on."""

    model: Model
    variables: int
    instances: list[Instance]
    statements: list[Statement] = field(default_factory=list)
    rests_on: dict[Instance, tuple[Instance, ...]] = field(default_factory=dict)  # and not only on itself
    _shared: dict[Hashable, Any] = field(default_factory=dict)

    def add_clauses(self, clauses: Iterable[Sequence[int]]) -> None:
        """State clauses that are nobody's."""
        self.statements += (Statement(NOBODY, tuple(clause)) for clause in clauses)

    def basis(self, number: int) -> tuple[Instance, ...]:
        """The rule instances that a numbered one rests on, itself first."""
        instance = self.instances[number - 1]
        return (instance, *self.rests_on.get(instance, ()))


def read(model: Model, without: frozenset[str] = frozenset()) -> Reading:
    """Read a model; rules that are left `without` are known otherwise."""
    instances = [one for one in model.instances if one.rule not in without]
    made = Reading(model, model.variables, instances)
    number = {instance: index for index, instance in enumerate(instances, 1)}
    read_otherwise = {}
    for reading in (*(model.base.readings if model.base else ()), *model.readings):
        read_otherwise[reading.instance] = reading
        made.rests_on[reading.instance] = tuple(reading.rests_on)
    definitions: list[Constraint] = []
    for rule, place, constraints in model.said():
        if rule == DEFINITION:
            definitions += constraints
        elif rule != REDUNDANT and rule not in without and Instance(rule, place) not in read_otherwise:
            _state(made, number[Instance(rule, place)], constraints)
    for instance, reading in read_otherwise.items():
        checkpoint()
        _state(made, number[instance], [reading.word(*reading.arguments)])
    _define(made, definitions)
    _close_loops(made, model)
    return made


def _state(made: Reading, owner: int, constraints: Iterable[Constraint]) -> None:
    for constraint in constraints:
        checkpoint()
        made.statements += (Statement(owner, word) for word in _words(constraint, made))


def _words(constraint: Constraint | Kernel, made: Reading) -> Iterator[Word]:
    """A constraint in words that can be reasoned with."""
    match constraint:
        case tuple():
            yield tuple(dict.fromkeys(constraint))
        case Count() | Connected() | Route() | Region():
            yield constraint
        case LiteralTable() if len(constraint.literals) <= MOST_CHOOSABLE:
            yield constraint
        case Visibility() if constraint.low <= constraint.high:
            yield constraint
        case Sum(distinct=True) if _can_be_combined(constraint):
            yield constraint
        case Preferred() | Tested():
            return  # a hint to searches; what no search may reason with
        case _:
            for kernel in constraint.lowered(made):
                yield from _words(kernel, made)


def _can_be_combined(word: Sum) -> bool:
    domains = {integer.domain for integer in word.integers}
    return len(domains) == 1 and all(0 < len(domain) <= MOST_VALUES for domain in domains)


def _define(made: Reading, definitions: list[Constraint]) -> None:
    """State those definitions that somebody's statements need, first of all."""
    marks = {abs(variable) for marking in made.model.markings.values() for variable in marking.variables} | {TRUE}
    words = [word for constraint in definitions for word in _words(constraint, made)]
    helpers = [{abs(literal) for literal in literals_of(word)} - marks for word in words]
    wanted = {abs(literal) for statement in made.statements for literal in literals_of(statement.word)}
    using: dict[int, list[int]] = {}
    for index, found in enumerate(helpers):
        for helper in found:
            using.setdefault(helper, []).append(index)
    chosen = {index for index, found in enumerate(helpers) if not found}
    queue = list(wanted & using.keys())
    while queue:
        for index in using.pop(queue.pop(), ()):
            chosen.add(index)
            queue += helpers[index]
    made.statements[:0] = [Statement(NOBODY, words[index]) for index in sorted(chosen)]


def literals_of(word: Word) -> Sequence[int]:
    """All literals of a word."""
    match word:
        case tuple():
            return word
        case LiteralTable():
            return word.literals
        case Count():
            return (*word.literals, word.when)
        case Visibility():
            return (*(literal for ray in word.rays for literal in ray), word.when)
        case Sum():
            return (*(literal for integer in word.integers for literal in integer.literals), word.when)
        case Loop():
            return word.route.literals
        case _:
            return looked_at(word)


def _close_loops(made: Reading, model: Model) -> None:
    """Find the routes that are closed loops if all rules hold, and on which rules that rests."""
    if not any(isinstance(statement.word, Route) for statement in made.statements):
        return
    clauses = [statement for statement in made.statements if isinstance(statement.word, tuple)]
    for index, (owner, word) in enumerate(made.statements):
        if isinstance(word, Route) and is_closed(word, [clause for _, clause in clauses if isinstance(clause, tuple)]):
            made.statements[index] = Statement(owner, Loop(word))
            own = made.instances[owner - 1]
            edges = {abs(literal) for literal in word.literals}
            degrees = dict.fromkeys(
                made.instances[number - 1]
                for number, clause in clauses
                if number not in (NOBODY, owner) and edges.issuperset(map(abs, literals_of(clause)))
            )
            made.rests_on[own] = (*made.rests_on.get(own, ()), *degrees)
