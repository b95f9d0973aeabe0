"""Model: a board's rules as constraints, each posted under the rule instance it belongs to.

Clauses, by far the most, are kept as one flat list of integers; everything else as small values beside
it.  What depends only on genre, grid and options is built once and copied (`skeleton`).
"""

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import wraps
from typing import NamedTuple, Protocol, TypeAlias, cast

from masume.core.grid import Grid
from masume.core.layers import Mark, Options, RuledOut, Value
from masume.core.places import Place
from masume.core.remembering import remember
from masume.core.stopping import breathe
from masume.modelling.integers import Integer
from masume.modelling.kernel import FALSE, TRUE, Forge, Kernel


class Instance(NamedTuple):
    """A rule at a place."""

    rule: str
    place: Place


class Derived(Protocol):
    """A word that engines need not know: it can say itself in words of the kernel."""

    def lowered(self, forge: Forge) -> Iterable[Kernel]: ...


Constraint: TypeAlias = Kernel | Derived


class Owner:
    """Owners that are no rule instance; instances are numbered from 0."""

    DEFINITION = -1
    REDUNDANT = -2


class Marking(NamedTuple):
    """The literals of one mark layer: one per place if there are two values, else one per value."""

    places: Sequence[int]
    values: Sequence[Value]
    first: int
    one_hot: bool

    @property
    def variables(self) -> Sequence[int]:
        return range(self.first, self.first + len(self.places) * (len(self.values) if self.one_hot else 1))

    def literals(self, place: int) -> dict[Value, int]:
        """For each value of a place the literal that says so; outside the layer only the last value is true."""
        index = bisect_left(self.places, place)
        if index == len(self.places) or self.places[index] != place:
            return dict.fromkeys(self.values, FALSE) | {self.values[-1]: FALSE if self.one_hot else TRUE}
        if not self.one_hot:
            return {self.values[0]: self.first + index, self.values[1]: -self.first - index}
        start = self.first + index * len(self.values)
        return {value: start + offset for offset, value in enumerate(self.values)}

    def read(self, true: Callable[[int], bool]) -> dict[Place, Mark]:
        """The marks of a solution."""
        values, first = self.values, self.first
        if not self.one_hot:
            return {place: values[0] if true(first + i) else values[1] for i, place in enumerate(self.places)}
        return {
            place: next(value for v, value in enumerate(values) if true(first + i * len(values) + v))
            for i, place in enumerate(self.places)
        }


class Shown(NamedTuple):
    """The marks of a layer with two values that are read off literals which something else has."""

    literal_of: Mapping[int, int]
    values: tuple[Value, Value]

    @property
    def places(self) -> Sequence[int]:
        return list(self.literal_of)

    @property
    def variables(self) -> Sequence[int]:
        return [abs(literal) for literal in self.literal_of.values()]

    def literals(self, place: int) -> dict[Value, int]:
        """For each value of a place the literal that says so; outside the layer only the last value is true."""
        literal = self.literal_of.get(place, FALSE)
        return {self.values[0]: literal, self.values[1]: -literal}

    def read(self, true: Callable[[int], bool]) -> dict[Place, Mark]:
        """The marks of a solution."""
        yes, no = self.values
        return {place: yes if true(literal) else no for place, literal in self.literal_of.items()}


class Model:
    """Variables, marks and constraints; engines read it, genres write it."""

    def __init__(self) -> None:
        self.variables = TRUE  # the first variable is the literal TRUE
        self.clauses: list[int] = [TRUE, 0]  # each clause ends with 0
        self.owners: list[int] = [Owner.DEFINITION]  # one per clause
        self.others: list[tuple[int, Constraint]] = []  # constraints that are no clauses, with owners
        self.instances: list[Instance] = []
        self.markings: dict[str, Marking | Shown] = {}
        self.preferred: list[int] = []
        self._index: dict[Instance, int] = {}

    def copy(self) -> "Model":
        """A model that can grow on its own."""
        twin = Model.__new__(Model)
        twin.variables = self.variables
        for name in ("clauses", "owners", "others", "instances", "markings", "preferred", "_index"):
            setattr(twin, name, getattr(self, name).copy())
        return twin

    def new(self, number: int) -> range:
        """So many new literals."""
        first = self.variables + 1
        self.variables += number
        return range(first, first + number)

    def marks(self, layer: str, places: Sequence[int], yes: Value, no: Value) -> dict[int, int]:
        """The literals of a layer with two values; places in ascending order."""
        literals = self.new(len(places))
        self.markings[layer] = Marking(places, (yes, no), literals.start, one_hot=False)
        return dict(zip(places, literals, strict=True))

    def show(self, layer: str, literals: Mapping[int, int], yes: Value, no: Value) -> None:
        """Read a layer with two values off literals that there are already; places in ascending order."""
        self.markings[layer] = Shown(literals, (yes, no))

    def integers(self, layer: str, places: Sequence[int], domain: range) -> dict[int, Integer]:
        """The integers of a layer of numbers; places in ascending order."""
        if not domain or domain.step != 1:
            raise ValueError(f"the domain of {layer} has to be a range without gaps, not {domain}")
        self.markings[layer] = Marking(places, domain, self.variables + 1, one_hot=True)
        return {place: self.integer(domain[0], domain[-1]) for place in places}

    def integer(self, low: int, high: int) -> Integer:
        """An integer that is no mark."""
        made = Integer(low, tuple(self.new(high - low + 1)))
        self.define(made)
        return made

    def place(self, placements: Iterable[Iterable[int]]) -> list[int]:
        """One literal per placement of a shape: true just if all of the placement's literals are."""
        made = []
        for placement in placements:
            (here,), parts = self.new(1), tuple(placement)
            self.define(*((-here, part) for part in parts), (here, *(-part for part in parts)))
            made.append(here)
        return made

    def post(self, rule: str, place: Place, *constraints: Constraint) -> None:
        """State constraints under a rule instance."""
        key = Instance(rule, place)
        owner = self._index.get(key)
        if owner is None:
            owner = self._index[key] = len(self.instances)
            self.instances.append(key)
        self._add(owner, constraints)

    def define(self, *constraints: Constraint) -> None:
        """State bookkeeping: what helper variables mean; never switched off, never counted."""
        self._add(Owner.DEFINITION, constraints)

    def redundant(self, *constraints: Constraint) -> None:
        """State what all rules together imply anyway: for speed, left out when instances can be switched.

        Counts are also left out where an engine does not know them and it takes too many clauses to say them.
        """
        self._add(Owner.REDUNDANT, constraints)

    def prefer(self, literals: Iterable[int]) -> None:
        """Ask a search to try these literals true first; what is found to hold stays the same."""
        self.preferred += literals

    def _add(self, owner: int, constraints: Iterable[Constraint]) -> None:
        breathe()
        clauses, owners = self.clauses, self.owners
        for constraint in constraints:
            if isinstance(constraint, tuple):
                clauses += constraint
                clauses.append(0)
                owners.append(owner)
            else:
                self.others.append((owner, constraint))

    def literals_of(self, marks: Mapping[str, Mapping[Place, Mark]]) -> list[int]:
        """The literals that say what these marks say."""
        literals: list[int] = []
        for layer, entries in marks.items():
            for place, mark in entries.items():
                literals += self.mark_literals(layer, place, mark)
        return literals

    def mark_literals(self, layer: str, place: Place, mark: Mark) -> list[int]:
        """The literals that say what one mark says."""
        known = self.markings[layer].literals(cast(int, place))
        return [-known[value] for value in mark] if isinstance(mark, RuledOut) else [known[mark]]

    def read_marks(self, true: Callable[[int], bool]) -> dict[str, dict[Place, Mark]]:
        """The marks of a solution, given which literals are true in it."""
        return {layer: marking.read(true) for layer, marking in self.markings.items()}

    def answer(self, layers: Iterable[str]) -> list[int]:
        """The variables on which solutions are told apart."""
        return [variable for layer in layers for variable in self.markings[layer].variables]


def skeleton(build: Callable[[Grid, Options], Model]) -> Callable[[Grid, Options], Model]:
    """Make a model builder build once per grid and options and hand out copies."""

    @remember(32)
    def built(grid: Hashable, options: tuple[tuple[str, Value], ...]) -> Model:
        return build(cast(Grid, grid), dict(options))

    @wraps(build)
    def copied(grid: Grid, options: Options) -> Model:
        return built(cast(Hashable, grid), tuple(options.items())).copy()

    return copied
