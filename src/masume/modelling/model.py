"""Model: a board's rules as statements, each posted under the rule instance it belongs to (see statements.py).

Two decorators save work.  `@skeleton` marks the function that builds the part of a model that depends only on grid and
options: it runs once, and models extend its result.  `@template` marks a function that posts a recurring piece, such as
the constraints of a clue: it runs once per shape, and models reuse its result.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from itertools import chain, islice
from typing import Any, Concatenate, NamedTuple, ParamSpec, cast

from masume.core.caching import cached, clearable_dict
from masume.core.cancellation import checkpoint
from masume.core.grid import Grid
from masume.core.layers import Mark, Options, RuledOut, Value
from masume.core.places import Place
from masume.modelling.basic_constraints import TRUE, Clause
from masume.modelling.integers import Integer
from masume.modelling.mark_literals import DerivedMarkLiterals, MarkLiterals
from masume.modelling.statements import (
    DEFINITION,
    REDUNDANT,
    ClauseSeries,
    Constraint,
    PostOrSeries,
    PreferredLiterals,
    Restate,
    RuleInstance,
    Statement,
    owners_of,
    split_series,
)

P = ParamSpec("P")
MAX_TEMPLATE_LITERALS = 150  # larger pieces rarely recur, and keeping them takes much memory
MAX_TEMPLATES = 1000  # per template function; beyond that its cache is cleared
_POSTS_PER_CHECKPOINT = 256


class Template(NamedTuple):
    """A piece of a model that recurs with other literals.

    It is built once, as a small `model` on the literals 2, 3, …; each use replaces these by its own literals.
    """

    model: "Model"
    size: int  # how many literals each use lists
    created: int  # how many literals it creates
    has_rules: bool  # whether it posts under rules, not only definitions and redundant constraints
    has_redundant: bool
    returned: tuple[int, ...]  # the literals it returns, as indices of those it creates
    build: Callable[..., Any]
    arguments: tuple[Any, ...]

    def rebuild(self, model: "Model", place: Any, literals: Sequence[int]) -> None:
        """Post it on a model, at a place, with other literals."""
        self.build(model, place, literals, *self.arguments)

    def build_with_guards(self, place: Any, number: int) -> tuple["Model", range]:
        """Return its model at a place, and literals to serve as guards, which each use lists after the others."""
        model = _empty_model(TRUE)
        literals = model.new_literals(self.size + number)
        self.rebuild(model, place, literals[: self.size])
        return model, literals[self.size :]

    def expand(self, place: Any, first: int, literals: Sequence[int]) -> list[PostOrSeries]:
        """Return the statements of a use whose first created literal is `first`."""
        expanded = _empty_model(first - 1)
        self.rebuild(expanded, place, literals)
        return [*expanded.all_posts()]


class Model:
    """Variables, marks and constraints: genres build it, engines and explanations use it."""

    def __init__(self, base: "Model | None" = None) -> None:
        self.base = base  # the skeleton that this model extends; it must not change any more
        self.variables: int = base.variables if base else TRUE  # the first variable is the literal TRUE
        self.posts: list[PostOrSeries] = (
            [] if base else [(DEFINITION, 0, ((TRUE,),), None)]
        )  # the model's own statements
        self.template_uses: list[tuple[Template, Any]] = []  # each with its place
        # For each use of a template: the first literal that it creates, and the literals that it is applied to.
        self.template_literals: list[int] = []
        self.mark_literals: dict[str, MarkLiterals | DerivedMarkLiterals] = base.mark_literals.copy() if base else {}
        # What it is compiled to, by kind of engine: only for skeletons and templates, which no longer change.
        self.engine_forms: dict[str, Any] = {}
        # Caches: the number of posts and template uses, and the rule instances found in them.
        self._instances: tuple[int, list[RuleInstance]] = (-1, [])
        self._use_instances: list[tuple[RuleInstance, ...]] = []

    def copy(self) -> "Model":
        """Return a copy that can be extended independently."""
        twin = Model(self.base)
        twin.variables = self.variables
        for name in ("posts", "template_uses", "template_literals", "mark_literals"):
            setattr(twin, name, getattr(self, name).copy())
        return twin

    def statements(self) -> Iterator[Statement]:
        """Return all statements: those of the skeleton, those posted on this model, and those of templates.

        The position of a statement is its id.  Ids stay the same as long as nothing is posted.
        """
        return map(Statement._make, split_series(self.all_posts()))

    def all_posts(self) -> Iterator[PostOrSeries]:
        """Yield all statements as plain tuples; a series is one of them."""
        if self.base:
            yield from self.base.all_posts()
        yield from self.own_posts()

    def own_posts(self) -> Iterator[PostOrSeries]:
        """Yield all statements that are not those of the skeleton."""
        yield from self.posts
        for template, place, first, literals in self.uses():
            yield from template.expand(place, first, literals)

    def recurring_pieces(self) -> Iterator[tuple["Model", Sequence[int]]]:
        """Yield the model of each template used, and the skeleton, with the literals here of all its variables."""
        for template, _, first, literals in self.uses():
            yield template.model, [TRUE, *literals, *range(first, first + template.created)]
        if self.base:
            yield self.base, range(TRUE, self.base.variables + 1)

    def uses(self) -> Iterator[tuple[Template, Any, int, list[int]]]:
        """Yield the uses of templates: template, place, first literal created, and literals that it is applied to."""
        start = 0
        for template, place in self.template_uses:
            end = start + 1 + template.size
            first, *literals = self.template_literals[start:end]
            yield template, place, first, literals
            start = end

    @property
    def instances(self) -> list[RuleInstance]:
        """The rule instances, each once."""
        size = len(self.posts) + len(self.template_uses)
        if self._instances[0] != size:
            of_uses = chain.from_iterable(self.use_instances)
            owners = dict.fromkeys(chain(self.base.instances if self.base else (), owners_of(self.posts), of_uses))
            self._instances = size, list(owners)
        return self._instances[1]

    @property
    def use_instances(self) -> list[tuple[RuleInstance, ...]]:
        """The owners of the statements that each use of a template posts under rules."""
        known = len(self._use_instances)
        if known < len(self.template_uses):
            self._use_instances += (
                tuple(owners_of(template.expand(place, first, literals))) if template.has_rules else ()
                for template, place, first, literals in islice(self.uses(), known, None)
            )
        return self._use_instances

    def new_literals(self, number: int) -> range:
        """Return that many new literals."""
        first = self.variables + 1
        self.variables += number
        return range(first, first + number)

    def add_marks(self, layer: str, places: Sequence[int], yes: Value, no: Value) -> Mapping[int, int]:
        """Add a layer with two values; return a literal for each place, true for `yes` and false for `no`.

        The places must be in ascending order.
        """
        literals = self.new_literals(len(places))
        literal_of = dict(zip(places, literals, strict=True))
        self.mark_literals[layer] = MarkLiterals(places, (yes, no), literals.start, literal_of)
        return literal_of

    def literals(self, layer: str) -> Mapping[int, int]:
        """Return the literal of each place of a layer with two values; it is true for the first value."""
        return self.mark_literals[layer].literal_of

    def derive_marks(self, layer: str, literals: Mapping[int, int], yes: Value, no: Value) -> None:
        """Add a layer with two values that has existing literals: true for `yes` and false for `no`.

        The places must be in ascending order.
        """
        self.mark_literals[layer] = DerivedMarkLiterals(literals, (yes, no))

    def add_integers(self, layer: str, places: Sequence[int], domain: range) -> dict[int, Integer]:
        """Add a layer of numbers and return the integer of each place; the places must be in ascending order."""
        if not domain or domain.step != 1:
            raise ValueError(f"the domain of {layer} must be a non-empty range with step 1, not {domain}")
        size, first = len(domain), self.variables + 1
        self.mark_literals[layer] = MarkLiterals(places, domain, first)
        literals = self.new_literals(size * len(places))
        integers = {}
        for number, place in enumerate(places):
            values = tuple(literals[number * size : (number + 1) * size])
            integers[place] = Integer(domain[0], values)
            _define_integer(self, place, values, domain[0])
        return integers

    def new_integer(self, low: int, high: int) -> Integer:
        """Return a new helper integer: one that belongs to no layer of marks."""
        integer = Integer(low, tuple(self.new_literals(high - low + 1)))
        self.define(integer)
        return integer

    def define_placements(self, placements: Iterable[Iterable[int]]) -> list[int]:
        """Return one new literal per placement, true if and only if all literals of the placement are true."""
        defined = []
        for placement in placements:
            (placed,), parts = self.new_literals(1), tuple(placement)
            self.define(*((-placed, part) for part in parts), (placed, *(-part for part in parts)))
            defined.append(placed)
        return defined

    def post(self, rule: str, place: Place, *constraints: Constraint, explained_as: Restate | None = None) -> None:
        """Add a statement: constraints that belong to a rule instance.

        `explained_as`, if given, returns what explanations use instead of these constraints (see `Restatement`).
        """
        posts = self.posts
        posts.append((rule, place, constraints, explained_as))
        if not len(posts) % _POSTS_PER_CHECKPOINT:
            checkpoint()

    def post_each(
        self,
        rule: str,
        places: Sequence[Place],
        literals: Sequence[Sequence[int]],
        build: Callable[[Sequence[int]], Iterable[Clause]],
    ) -> None:
        """Add one statement per place, all at once: the clauses that `build` yields for the literals of that place.

        `build` must yield the same clauses for any literals.
        """
        checkpoint()
        self.posts.append((rule, 0, (ClauseSeries(places, literals, build),), None))

    def define(self, *constraints: Constraint) -> None:
        """Add constraints that define helper variables; these always hold and are never part of a reason."""
        self.post(DEFINITION, 0, *constraints)

    def post_redundant(self, *constraints: Constraint) -> None:
        """Add constraints that all rules together imply, for speed; in a skeleton, that the skeleton's rules imply.

        They are left out if rule instances can be switched off from which they may follow (see compiler.py).  A count
        is also left out for an engine that does not support counts, if it would take too many clauses.
        """
        self.post(REDUNDANT, 0, *constraints)

    def prefer(self, literals: Iterable[int]) -> None:
        """Ask the search to try these literals true first; results stay the same."""
        self.define(PreferredLiterals(tuple(literals)))

    def literals_of(self, marks: Mapping[str, Mapping[Place, Mark]]) -> list[int]:
        """Return literals that are all true exactly when these marks hold."""
        literals: list[int] = []
        for layer, entries in marks.items():
            for place, mark in entries.items():
                literals += self.literals_of_mark(layer, place, mark)
        return literals

    def literals_of_mark(self, layer: str, place: Place, mark: Mark) -> list[int]:
        """Return literals that are all true exactly when this mark holds."""
        by_value = self.mark_literals[layer].literals(cast(int, place))
        return [-by_value[value] for value in mark] if isinstance(mark, RuledOut) else [by_value[mark]]

    def decode_marks(self, solution: Sequence[int]) -> dict[str, dict[Place, Mark]]:
        """Return the marks of a solution, which contains each variable or its negation, in order."""
        return {layer: literals.decode(solution) for layer, literals in self.mark_literals.items()}

    def answer_variables(self, layers: Iterable[str]) -> list[int]:
        """Return the variables of the layers that make up an answer; solutions that agree on them count as one."""
        return [variable for layer in layers for variable in self.mark_literals[layer].variables]


def skeleton(build: Callable[Concatenate[Grid, Options, P], Model]) -> Callable[Concatenate[Grid, Options, P], Model]:
    """Decorate a function that builds a model, so that it runs only once per grid, options and further arguments.

    Each call returns a new model that extends the one built.  Redundant constraints that the function posts must follow
    from the rule instances that it posts, not from clues.
    """

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
    """Decorate a function that posts constraints on literals, so that it runs only once per shape.

    The shape is the number of literals and all further arguments.  The function takes a model, a place, the literals
    and the further arguments, and returns some of the literals it creates, or None.  It must post the same constraints
    for any literals.  The place is only for posting and explaining; it may be a tuple of a place and whatever else
    `explained_as` needs.
    """

    templates = clearable_dict()

    @wraps(build)
    def apply(m: Model, place: Any, literals: Sequence[int], *arguments: Any) -> Sequence[int]:
        shape = (len(literals), *arguments)
        found = templates.get(shape)
        if found is None:
            if len(literals) > MAX_TEMPLATE_LITERALS:
                return cast(Callable[..., Sequence[int] | None], build)(m, place, literals, *arguments) or ()
            if len(templates) >= MAX_TEMPLATES:
                templates.clear()
            found = templates[shape] = _build_template(build, place, len(literals), arguments)
        uses, first = m.template_uses, m.variables + 1
        m.variables += found.created
        uses.append((found, place))
        m.template_literals += (first, *literals)
        if not len(uses) % _POSTS_PER_CHECKPOINT:
            checkpoint()
        return [index + first for index in found.returned] if found.returned else ()

    return cast(Callable[Concatenate[Model, Any, Sequence[int], P], Sequence[int]], apply)


def _build_template(build: Callable[..., Any], place: Any, size: int, arguments: tuple[Any, ...]) -> Template:
    """Return a template for `size` literals and these further arguments."""
    model = _empty_model(TRUE)
    literals = model.new_literals(size)
    returned = tuple(literal - literals.stop for literal in build(model, place, literals, *arguments) or ())
    model.posts = [(*post[:3], None) for post in model.posts]  # `explained_as` may refer to the whole board
    assert all(index >= 0 for index in returned), "a template must return literals that it created"
    rules = {rule for rule, *_ in model.all_posts()}
    kinds = bool(rules - {DEFINITION, REDUNDANT}), REDUNDANT in rules
    return Template(model, size, model.variables + 1 - literals.stop, *kinds, returned, build, arguments)


def _empty_model(variables: int) -> Model:
    """Return a model with this many variables and without posts, not even that TRUE is true."""
    model = Model()
    model.variables, model.posts = variables, []
    return model


@template
def _define_integer(m: Model, place: Place, literals: Sequence[int], low: int) -> None:
    m.define(Integer(low, tuple(literals)))
