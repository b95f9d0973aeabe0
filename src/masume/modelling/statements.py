"""Statements: what a model consists of, one for each post.

A model is one list of statements (`Model.statements`), and the position of a statement in it is its id.  There are
three views of the list: plain and guarded for engines (compiler.py), and with owners for explanations
(explaining/reasoning/annotated_model.py).
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple, Protocol, TypeAlias, cast

from masume.core.places import Place
from masume.core.records import record
from masume.modelling.basic_constraints import BasicConstraint, Clause, VariableAllocator

# Used instead of a rule's id in statements that belong to no rule.
DEFINITION, REDUNDANT = "(definition)", "(redundant)"


class RuleInstance(NamedTuple):
    """A rule, by its id, at a place."""

    rule: str
    place: Place


Guarded: TypeAlias = bool | Collection[RuleInstance]  # which rule instances can be switched off: all, none, or these


class DerivedConstraint(Protocol):
    """A constraint that engines need not support, because it can be lowered to basic constraints."""

    def lower(self, allocator: VariableAllocator) -> Iterable[BasicConstraint]:
        """Yield basic constraints with the same meaning."""
        ...


@record
class PreferredLiterals:
    """Literals that a search should try true first: a hint, not a constraint."""

    literals: tuple[int, ...]


@record
class ClauseSeries:
    """The same clauses at many places: `build` yields those of a place from the literals of that place.

    It stands for one statement per place, with all their clauses.  `build` must yield the same clauses for any
    literals, so it is called only once for each number of literals.
    """

    places: Sequence[Place]
    literals: Sequence[Sequence[int]]
    build: Callable[[Sequence[int]], Iterable[Clause]]

    def flat_clauses(self) -> Iterator[Clause]:
        """Yield the clauses of each place one after the other, each terminated by 0."""
        copiers: dict[int, Callable[[Sequence[int]], Clause]] = {}
        for literals in self.literals:
            copy = copiers.get(len(literals))
            if copy is None:
                copy = copiers[len(literals)] = self._copier(len(literals))
            yield copy((0, *literals, *[-literal for literal in reversed(literals)]))

    def _copier(self, size: int) -> Callable[[Sequence[int]], Clause]:
        """Return a function that copies clauses: from a table of literals by number, where -1 is the last."""
        flat = [literal for clause in self.build(range(1, size + 1)) for literal in (*clause, 0)]
        return itemgetter(*flat) if len(flat) > 1 else lambda table: tuple(flat)  # nothing, or an empty clause


Constraint: TypeAlias = BasicConstraint | DerivedConstraint | PreferredLiterals


class Theorem(NamedTuple):
    """A constraint that follows from all rule instances that it `rests_on`, which explanations treat as one reason.

    `rule` is the id under which the genre declares it (`Genre.theorem`).
    """

    rule: str
    place: Place
    constraint: Constraint
    rests_on: tuple[RuleInstance, ...]


class Restatement(NamedTuple):
    """The constraint that explanations use instead of those of a statement, and theorems that they use as well.

    It must follow from the constraints of the statement's rule instance and of the instances that it `rests_on`.
    Choose a constraint whose propagation finds everything that it implies.
    """

    constraint: Constraint
    rests_on: tuple[RuleInstance, ...] = ()
    theorems: tuple[Theorem, ...] = ()


Restate: TypeAlias = Callable[[], Restatement]  # called only when somebody asks for an explanation


class Statement(NamedTuple):
    """The constraints of one post, and the rule instance that they belong to.

    Instead of a rule's id, `rule` is DEFINITION if they define helper variables, or REDUNDANT if they follow from the
    rules.
    """

    rule: str
    place: Place
    constraints: tuple[Constraint, ...]
    explained_as: Restate | None = None

    @property
    def instance(self) -> RuleInstance | None:
        """The rule instance that owns the statement; None for definitions and redundant constraints."""
        return None if self.rule in (DEFINITION, REDUNDANT) else RuleInstance(self.rule, self.place)


Post: TypeAlias = tuple[str, Place, tuple[Constraint, ...], Restate | None]  # a statement as a plain tuple, for speed
PostOrSeries: TypeAlias = tuple[str, Place, tuple[Constraint | ClauseSeries, ...], Restate | None]


def owners_of(posts: Iterable[PostOrSeries]) -> Iterator[RuleInstance]:
    """Yield the rule instance of each post that belongs to a rule; a series has one per place."""
    for rule, place, constraints, _ in posts:
        if rule in (DEFINITION, REDUNDANT):
            continue
        if constraints and isinstance(series := constraints[0], ClauseSeries):
            yield from (RuleInstance(rule, each) for each in series.places)
        else:
            yield RuleInstance(rule, place)


def split_series(posts: Iterable[PostOrSeries]) -> Iterator[Post]:
    """Yield posts, with one post per place instead of each series."""
    for post in posts:
        rule, _, constraints, _ = post
        if constraints and isinstance(series := constraints[0], ClauseSeries):
            for place, literals in zip(series.places, series.literals, strict=True):
                yield rule, place, tuple(series.build(literals)), None
        else:
            yield cast(Post, post)
