"""Model: a board's rules as constraints, each posted under the rule instance it belongs to.

What depends only on genre, grid and options is built once and grown from (`skeleton`); what recurs on a board, such as
a clue of one sort, is built once for its shape and stamped (`template`).
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
    """A word that engines need not know: it can say itself in words of the kernel."""

    def lower(self, allocator: VariableAllocator) -> Iterable[BasicConstraint]: ...


@dataclass(frozen=True, slots=True)
class PreferredLiterals:
    """Literals to be tried true first: a hint, not a constraint."""

    literals: tuple[int, ...]


Constraint: TypeAlias = BasicConstraint | DerivedConstraint | PreferredLiterals
P = ParamSpec("P")
Post: TypeAlias = tuple[str, Place, tuple[Constraint, ...]]  # a rule, a place, and what it says there


# What stands where a rule's id stands in what belongs to no rule.
DEFINITION, REDUNDANT = "(definition)", "(redundant)"
MOST_LITERALS = 150  # of a template; what is larger than that seldom recurs, and takes much memory to keep
MOST_TEMPLATES = 1000  # of one sort; then all are forgotten


class Template(NamedTuple):
    """A piece of models that differ only in their literals: built once on literals 2, 3, … of its own."""

    model: "Model"
    new: int  # how many literals it makes
    result: Sequence[int]  # which of these, counted from 0, are to be known outside
    rebuild: Callable[["Model", Any, Sequence[int]], object]  # on a model, at a place, with other literals


class ExplainedAs(NamedTuple):
    """How people read a rule instance: as a word said of something, which rests on other rule instances, too."""

    instance: RuleInstance
    word: Callable[..., Constraint]
    arguments: tuple[Any, ...]
    rests_on: Iterable[RuleInstance]  # listed when a model is read, which is once


# A template on a model: the place, the literals it stands for there, and the first literal it made.
TemplateUse: TypeAlias = tuple[Template, Any, Sequence[int], int]


class Model:
    """Variables, marks and constraints; engines read it, genres write it."""

    def __init__(self, base: "Model | None" = None) -> None:
        self.base = base  # what it has grown from, which never changes any more
        self.variables: int = base.variables if base else TRUE  # the first variable is the literal TRUE
        self.posts: list[Post] = [] if base else [(DEFINITION, 0, ((TRUE,),))]
        self.template_uses: list[TemplateUse] = []
        self.explained_as: list[ExplainedAs] = []
        self.mark_literals: dict[str, MarkLiterals | DerivedMarkLiterals] = base.mark_literals.copy() if base else {}
        self.compiled: dict[Hashable, Any] = {}  # of a model that never changes any more
        self._instances: tuple[int, list[RuleInstance]] = (-1, [])  # and how much was posted then

    def copy(self) -> "Model":
        """A model that can grow on its own."""
        twin = Model(self.base)
        twin.variables = self.variables
        for name in ("posts", "template_uses", "explained_as", "mark_literals"):
            setattr(twin, name, getattr(self, name).copy())
        return twin

    @property
    def instances(self) -> list[RuleInstance]:
        """The rule instances, each once."""
        said = len(self.posts) + len(self.template_uses)
        if self._instances[0] != said:
            posted = ((rule, place) for rule, place, _ in self.all_posts() if rule not in (DEFINITION, REDUNDANT))
            self._instances = said, [RuleInstance(*one) for one in dict.fromkeys(posted)]
        return self._instances[1]

    def all_posts(self) -> Iterator[Post]:
        """All that was posted, here or in what it has grown from, also by templates."""
        if self.base:
            yield from self.base.all_posts()
        yield from self.posts
        for stamped in self.template_uses:
            yield from _expanded(*stamped).all_posts()

    def new_literals(self, number: int) -> range:
        """So many new literals."""
        first = self.variables + 1
        self.variables += number
        return range(first, first + number)

    def add_marks(self, layer: str, places: Sequence[int], yes: Value, no: Value) -> dict[int, int]:
        """The literals of a layer with two values; places in ascending order."""
        literals = self.new_literals(len(places))
        self.mark_literals[layer] = MarkLiterals(places, (yes, no), literals.start, one_hot=False)
        return dict(zip(places, literals, strict=True))

    def derive_marks(self, layer: str, literals: Mapping[int, int], yes: Value, no: Value) -> None:
        """Read a layer with two values off literals that there are already; places in ascending order."""
        self.mark_literals[layer] = DerivedMarkLiterals(literals, (yes, no))

    def add_integers(self, layer: str, places: Sequence[int], domain: range) -> dict[int, Integer]:
        """The integers of a layer of numbers; places in ascending order."""
        if not domain or domain.step != 1:
            raise ValueError(f"the domain of {layer} has to be a range without gaps, not {domain}")
        size, first = len(domain), self.variables + 1
        self.mark_literals[layer] = MarkLiterals(places, domain, first, one_hot=True)
        literals = self.new_literals(size * len(places))
        found = {}
        for number, place in enumerate(places):
            values = tuple(literals[number * size : (number + 1) * size])
            found[place] = Integer(domain[0], values)
            _one_value(self, place, values, domain[0])
        return found

    def new_integer(self, low: int, high: int) -> Integer:
        """An integer that is no mark."""
        made = Integer(low, tuple(self.new_literals(high - low + 1)))
        self.define(made)
        return made

    def define_placements(self, placements: Iterable[Iterable[int]]) -> list[int]:
        """One literal per placement of a shape: true just if all of the placement's literals are."""
        made = []
        for placement in placements:
            (here,), parts = self.new_literals(1), tuple(placement)
            self.define(*((-here, part) for part in parts), (here, *(-part for part in parts)))
            made.append(here)
        return made

    def post(self, rule: str, place: Place, *constraints: Constraint) -> None:
        """State constraints under a rule instance."""
        checkpoint()
        self.posts.append((rule, place, constraints))

    def define(self, *constraints: Constraint) -> None:
        """State bookkeeping: what helper variables mean; never switched off, never counted."""
        self.post(DEFINITION, 0, *constraints)

    def post_redundant(self, *constraints: Constraint) -> None:
        """State what all rules together imply anyway: for speed, left out when instances can be switched.

        CountSupport are also left out where an engine does not know them and it takes too many clauses to say them.
        """
        self.post(REDUNDANT, 0, *constraints)

    def explain_as(
        self,
        rule: str,
        place: Place,
        word: Callable[..., Constraint],
        *arguments: Any,
        rests_on: Iterable[RuleInstance] = (),
    ) -> None:
        """Say how people read a rule instance, where that is not what was posted; only explanations ask for it.

        What `word(*arguments)` says must follow from what was posted under this rule instance and those that it
        `rests_on`, and whatever follows from it alone should be found by propagation.
        """
        self.explained_as.append(ExplainedAs(RuleInstance(rule, place), word, arguments, rests_on))

    def prefer(self, literals: Iterable[int]) -> None:
        """Ask a search to try these literals true first; what is found to hold stays the same."""
        self.define(PreferredLiterals(tuple(literals)))

    def literals_of(self, marks: Mapping[str, Mapping[Place, Mark]]) -> list[int]:
        """The literals that say what these marks say."""
        literals: list[int] = []
        for layer, entries in marks.items():
            for place, mark in entries.items():
                literals += self.literals_of_mark(layer, place, mark)
        return literals

    def literals_of_mark(self, layer: str, place: Place, mark: Mark) -> list[int]:
        """The literals that say what one mark says."""
        known = self.mark_literals[layer].literals(cast(int, place))
        return [-known[value] for value in mark] if isinstance(mark, RuledOut) else [known[mark]]

    def decode_marks(self, solution: Sequence[int]) -> dict[str, dict[Place, Mark]]:
        """The marks of a solution, which has for each variable itself or its negation."""
        return {layer: marking.decode(solution) for layer, marking in self.mark_literals.items()}

    def answer_variables(self, layers: Iterable[str]) -> list[int]:
        """The variables on which solutions are told apart."""
        return [variable for layer in layers for variable in self.mark_literals[layer].variables]


def skeleton(build: Callable[Concatenate[Grid, Options, P], Model]) -> Callable[Concatenate[Grid, Options, P], Model]:
    """Make a model builder build once per grid, options and what else it is given; what grows from that is cheap."""

    @cached(32)
    def built(grid: Hashable, options: tuple[tuple[str, Value], ...], *others: Hashable) -> Model:
        return cast(Callable[..., Model], build)(grid, dict(options), *others)

    @wraps(build)
    def grown(grid: Grid, options: Options, *others: P.args, **named: P.kwargs) -> Model:
        assert not named, "what a skeleton depends on is told by position"
        return Model(built(cast(Hashable, grid), tuple(options.items()), *others))

    return cast(Callable[Concatenate[Grid, Options, P], Model], grown)


def template(
    build: Callable[Concatenate[Model, Any, Sequence[int], P], Sequence[int] | None],
) -> Callable[Concatenate[Model, Any, Sequence[int], P], Sequence[int]]:
    """Make a function that states something about literals do so once for each shape: how many, and whatever follows.

    It is called with a model, a place, literals and the rest of the shape, and returns literals that it made, if any.
    It must say the same of any literals, and use the place only to post there.
    """

    known = clearable_dict()

    @wraps(build)
    def stamped(m: Model, place: Any, literals: Sequence[int], *shape: P.args, **named: P.kwargs) -> Sequence[int]:
        assert not named, "a shape is told by position"
        if len(literals) > MOST_LITERALS:
            return build(m, place, literals, *shape, **named) or ()
        key = (len(literals), *shape)
        made = known.get(key)
        if made is None:
            if len(known) >= MOST_TEMPLATES:
                known.clear()
            made = known[key] = _made(build, place, len(literals), shape)
        checkpoint()
        first = m.variables + 1
        m.variables += made.new
        m.template_uses.append((made, place, literals, first))
        return [literal + first for literal in made.result]

    return cast(Callable[Concatenate[Model, Any, Sequence[int], P], Sequence[int]], stamped)


def _made(build: Callable[..., Any], place: Any, size: int, shape: tuple[Any, ...]) -> Template:
    def rebuild(m: Model, place: Any, literals: Sequence[int]) -> Sequence[int]:
        return build(m, place, literals, *shape) or ()

    model = _empty(TRUE)
    literals = model.new_literals(size)
    result = [literal - literals.stop for literal in rebuild(model, place, literals)]
    assert all(number >= 0 for number in result), "a template returns what it made"
    return Template(model, model.variables + 1 - literals.stop, result, rebuild)


def _expanded(template: Template, place: Any, literals: Sequence[int], first: int) -> Model:
    """What a template says for these literals, at this place."""
    there = _empty(first - 1)
    template.rebuild(there, place, literals)
    return there


def _empty(variables: int) -> Model:
    """A model that says nothing, not even that TRUE is true."""
    model = Model()
    model.variables, model.posts = variables, []
    return model


@template
def _one_value(m: Model, place: Place, literals: Sequence[int], low: int) -> None:
    m.define(Integer(low, tuple(literals)))
