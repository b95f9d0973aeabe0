"""Model: a board's rules as constraints, each posted under the rule instance it belongs to.

Two decorators save work.  `skeleton` builds the part that depends only on genre, grid and options once; models extend
it.  `template` builds a recurring piece, such as the constraints of one kind of clue, once per shape and reuses it.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, Protocol, TypeAlias, cast

from masume.core.caching import cached, clearable_dict
from masume.core.cancellation import checkpoint
from masume.core.grid import Grid
from masume.core.layers import Mark, Options, RuledOut, Value
from masume.core.places import Place
from masume.modelling.basic_constraints import TRUE, BasicConstraint, VariableAllocator
from masume.modelling.integers import Integer
from masume.modelling.mark_literals import DerivedMarkLiterals, MarkLiterals


class RuleInstance(NamedTuple):
    """A rule at a place."""

    rule: str
    place: Place


class DerivedConstraint(Protocol):
    """A constraint that engines need not support, because it can be lowered to basic constraints."""

    def lower(self, allocator: VariableAllocator) -> Iterable[BasicConstraint]:
        """Yield basic constraints with the same meaning."""
        ...


@dataclass(frozen=True, slots=True)
class PreferredLiterals:
    """Literals that a search should try true first: a hint, not a constraint."""

    literals: tuple[int, ...]


Constraint: TypeAlias = BasicConstraint | DerivedConstraint | PreferredLiterals
P = ParamSpec("P")
Post: TypeAlias = tuple[str, Place, tuple[Constraint, ...]]  # a rule, a place and its constraints there


# These stand in place of a rule's id in posts that belong to no rule.
DEFINITION, REDUNDANT = "(definition)", "(redundant)"
MAX_TEMPLATE_LITERALS = 150  # larger pieces seldom recur and take much memory to keep
MAX_TEMPLATES = 1000  # per template function; beyond that its cache is cleared


class Template(NamedTuple):
    """A piece of a model that recurs with other literals: built once, on its own literals 2, 3, …"""

    model: "Model"
    new_literals: int  # how many literals it creates
    result: Sequence[int]  # the indices, among the literals it creates, of those it returns
    rebuild: Callable[["Model", Any, Sequence[int]], object]  # on another model, at a place, with other literals


class ExplainedAs(NamedTuple):
    """The constraint `build(*arguments)`, as which explanations present a rule instance.

    It follows from that rule instance together with those that it `rests_on`.
    """

    instance: RuleInstance
    build: Callable[..., Constraint]
    arguments: tuple[Any, ...]
    rests_on: Iterable[RuleInstance]  # an iterator will do: explanations consume it once per model


# A template as used in a model: with the place, the literals it is applied to, and the first literal it created.
TemplateUse: TypeAlias = tuple[Template, Any, Sequence[int], int]


class Model:
    """Variables, marks and constraints: genres build it, engines and explanations use it."""

    def __init__(self, base: "Model | None" = None) -> None:
        self.base = base  # the skeleton that this model extends; it no longer changes
        self.variables: int = base.variables if base else TRUE  # the first variable is the literal TRUE
        self.posts: list[Post] = [] if base else [(DEFINITION, 0, ((TRUE,),))]
        self.template_uses: list[TemplateUse] = []
        self.explained_as: list[ExplainedAs] = []
        self.mark_literals: dict[str, MarkLiterals | DerivedMarkLiterals] = base.mark_literals.copy() if base else {}
        self.compiled: dict[Hashable, Any] = {}  # filled only for models that no longer change
        self._instances: tuple[int, list[RuleInstance]] = (-1, [])  # and the number of posts they were listed for

    def copy(self) -> "Model":
        """Return a copy that can be extended independently."""
        twin = Model(self.base)
        twin.variables = self.variables
        for name in ("posts", "template_uses", "explained_as", "mark_literals"):
            setattr(twin, name, getattr(self, name).copy())
        return twin

    @property
    def instances(self) -> list[RuleInstance]:
        """The rule instances, each once."""
        size = len(self.posts) + len(self.template_uses)
        if self._instances[0] != size:
            posted = ((rule, place) for rule, place, _ in self.all_posts() if rule not in (DEFINITION, REDUNDANT))
            self._instances = size, [RuleInstance(*instance) for instance in dict.fromkeys(posted)]
        return self._instances[1]

    def all_posts(self) -> Iterator[Post]:
        """Yield everything that was posted, also in the skeleton and by templates."""
        if self.base:
            yield from self.base.all_posts()
        yield from self.posts
        for use in self.template_uses:
            yield from _expand(*use).all_posts()

    def new_literals(self, number: int) -> range:
        """Return that many new literals."""
        first = self.variables + 1
        self.variables += number
        return range(first, first + number)

    def add_marks(self, layer: str, places: Sequence[int], yes: Value, no: Value) -> dict[int, int]:
        """Add a layer with two values and return the literal of each place; places in ascending order."""
        literals = self.new_literals(len(places))
        self.mark_literals[layer] = MarkLiterals(places, (yes, no), literals.start, one_hot=False)
        return dict(zip(places, literals, strict=True))

    def derive_marks(self, layer: str, literals: Mapping[int, int], yes: Value, no: Value) -> None:
        """Add a layer with two values whose marks follow from existing literals; places in ascending order."""
        self.mark_literals[layer] = DerivedMarkLiterals(literals, (yes, no))

    def add_integers(self, layer: str, places: Sequence[int], domain: range) -> dict[int, Integer]:
        """Add a layer of numbers and return the integer of each place; places in ascending order."""
        if not domain or domain.step != 1:
            raise ValueError(f"the domain of {layer} must be a non-empty range with step 1, not {domain}")
        size, first = len(domain), self.variables + 1
        self.mark_literals[layer] = MarkLiterals(places, domain, first, one_hot=True)
        literals = self.new_literals(size * len(places))
        integers = {}
        for number, place in enumerate(places):
            values = tuple(literals[number * size : (number + 1) * size])
            integers[place] = Integer(domain[0], values)
            _one_value(self, place, values, domain[0])
        return integers

    def new_integer(self, low: int, high: int) -> Integer:
        """Return a new integer that is not a mark."""
        integer = Integer(low, tuple(self.new_literals(high - low + 1)))
        self.define(integer)
        return integer

    def define_placements(self, placements: Iterable[Iterable[int]]) -> list[int]:
        """Return one literal per placement of a shape, true if and only if all literals of the placement are."""
        defined = []
        for placement in placements:
            (placed,), parts = self.new_literals(1), tuple(placement)
            self.define(*((-placed, part) for part in parts), (placed, *(-part for part in parts)))
            defined.append(placed)
        return defined

    def post(self, rule: str, place: Place, *constraints: Constraint) -> None:
        """Add constraints that belong to a rule instance."""
        checkpoint()
        self.posts.append((rule, place, constraints))

    def define(self, *constraints: Constraint) -> None:
        """Add constraints that define helper variables: never switched off, never counted as a reason."""
        self.post(DEFINITION, 0, *constraints)

    def post_redundant(self, *constraints: Constraint) -> None:
        """Add constraints that all rules together imply, for speed; left out when rule instances can be switched off.

        A count is also left out for an engine that does not support counts if it would take too many clauses.
        """
        self.post(REDUNDANT, 0, *constraints)

    def explain_as(
        self,
        rule: str,
        place: Place,
        build: Callable[..., Constraint],
        *arguments: Any,
        rests_on: Iterable[RuleInstance] = (),
    ) -> None:
        """Let explanations use the constraint `build(*arguments)` for a rule instance, instead of what was posted.

        The constraint must follow from what was posted under this rule instance and those that it `rests_on`.
        Propagation on it alone should find everything that it implies.
        """
        self.explained_as.append(ExplainedAs(RuleInstance(rule, place), build, arguments, rests_on))

    def prefer(self, literals: Iterable[int]) -> None:
        """Ask the search to try these literals true first; results stay the same."""
        self.define(PreferredLiterals(tuple(literals)))

    def literals_of(self, marks: Mapping[str, Mapping[Place, Mark]]) -> list[int]:
        """Return the literals that are true exactly when these marks hold."""
        literals: list[int] = []
        for layer, entries in marks.items():
            for place, mark in entries.items():
                literals += self.literals_of_mark(layer, place, mark)
        return literals

    def literals_of_mark(self, layer: str, place: Place, mark: Mark) -> list[int]:
        """Return the literals that are true exactly when this mark holds."""
        known = self.mark_literals[layer].literals(cast(int, place))
        return [-known[value] for value in mark] if isinstance(mark, RuledOut) else [known[mark]]

    def decode_marks(self, solution: Sequence[int]) -> dict[str, dict[Place, Mark]]:
        """Return the marks of a solution, which contains each variable or its negation, in order."""
        return {layer: literals.decode(solution) for layer, literals in self.mark_literals.items()}

    def answer_variables(self, layers: Iterable[str]) -> list[int]:
        """Return the variables of these layers; solutions that agree on them count as one."""
        return [variable for layer in layers for variable in self.mark_literals[layer].variables]


def skeleton(build: Callable[Concatenate[Grid, Options, P], Model]) -> Callable[Concatenate[Grid, Options, P], Model]:
    """Make a model builder run once per grid, options and further arguments; each call returns a model to extend."""

    @cached(32)
    def build_base(grid: Hashable, options: tuple[tuple[str, Value], ...], *arguments: Hashable) -> Model:
        return cast(Callable[..., Model], build)(grid, dict(options), *arguments)

    @wraps(build)
    def extend_base(grid: Grid, options: Options, *arguments: P.args, **named: P.kwargs) -> Model:
        assert not named, "call a skeleton with positional arguments only"
        return Model(build_base(cast(Hashable, grid), tuple(options.items()), *arguments))

    return cast(Callable[Concatenate[Grid, Options, P], Model], extend_base)


def template(
    build: Callable[Concatenate[Model, Any, Sequence[int], P], Sequence[int] | None],
) -> Callable[Concatenate[Model, Any, Sequence[int], P], Sequence[int]]:
    """Make a function that posts constraints on literals run once per shape: their number and all further arguments.

    The function takes a model, a place, literals and the rest of the shape, and returns some of the literals it
    creates, or None.  It must post the same constraints for any literals, and use the place only to post there.
    """

    templates = clearable_dict()

    @wraps(build)
    def apply(m: Model, place: Any, literals: Sequence[int], *shape: P.args, **named: P.kwargs) -> Sequence[int]:
        assert not named, "call a template with positional arguments only"
        if len(literals) > MAX_TEMPLATE_LITERALS:
            return build(m, place, literals, *shape, **named) or ()
        key = (len(literals), *shape)
        found = templates.get(key)
        if found is None:
            if len(templates) >= MAX_TEMPLATES:
                templates.clear()
            found = templates[key] = _build_template(build, place, len(literals), shape)
        checkpoint()
        first = m.variables + 1
        m.variables += found.new_literals
        m.template_uses.append((found, place, literals, first))
        return [index + first for index in found.result]

    return cast(Callable[Concatenate[Model, Any, Sequence[int], P], Sequence[int]], apply)


def _build_template(build: Callable[..., Any], place: Any, size: int, shape: tuple[Any, ...]) -> Template:
    def rebuild(m: Model, place: Any, literals: Sequence[int]) -> Sequence[int]:
        return build(m, place, literals, *shape) or ()

    model = _empty_model(TRUE)
    literals = model.new_literals(size)
    result = [literal - literals.stop for literal in rebuild(model, place, literals)]
    assert all(index >= 0 for index in result), "a template must return literals that it created"
    return Template(model, model.variables + 1 - literals.stop, result, rebuild)


def _expand(template: Template, place: Any, literals: Sequence[int], first: int) -> Model:
    """Return a model with what a template posts for these literals, at this place."""
    expanded = _empty_model(first - 1)
    template.rebuild(expanded, place, literals)
    return expanded


def _empty_model(variables: int) -> Model:
    """Return a model without any constraint, not even that TRUE is true."""
    model = Model()
    model.variables, model.posts = variables, []
    return model


@template
def _one_value(m: Model, place: Place, literals: Sequence[int], low: int) -> None:
    m.define(Integer(low, tuple(literals)))
