"""Compiling a model for an engine: plain or guarded, with or without counts.

Plain: every instance simply holds.  Guarded: each rule instance gets one selector literal, whose
negation stands in all its clauses, so that instances can be switched and cores name them.  An engine that has
integers of its own may keep the words it knows, in a plain model; all others are lowered.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, NamedTuple, TypeVar, cast

from masume.core.stopping import breathe
from masume.modelling.counting import MOST_WEIGHED, Counters, is_large, is_small, is_tight
from masume.modelling.integers import Relation
from masume.modelling.kernel import (
    TRUE,
    Clause,
    Connected,
    Count,
    Kernel,
    Region,
    Route,
    Structure,
    Tested,
    at_least,
    at_most,
)
from masume.modelling.model import Constraint, Derived, Model, Owner

T = TypeVar("T")


class Counts(Enum):
    """Which counts an engine takes as they are; the others become clauses."""

    NONE = "none"
    MOST = "most"  # where a search learns more from clauses, these are better
    ALL = "all"


class Guarded(NamedTuple):
    """A structure that holds if its guard is true (TRUE: always)."""

    structure: Structure
    guard: int


@dataclass(slots=True)
class Compiled:
    """What an engine takes: clauses, counts, structures, and one selector per instance if guarded.

    Clauses are one flat list, each ended by 0.  Structures that are `tested` may not be reasoned with; `words` are
    those that the engine said it knows.
    """

    variables: int
    clauses: list[int]
    selectors: range
    counts: list[Count] = field(default_factory=list)
    structures: list[Guarded] = field(default_factory=list)
    tested: list[Guarded] = field(default_factory=list)
    words: list[Derived] = field(default_factory=list)
    _shared: dict[Hashable, Any] = field(default_factory=dict)

    def new(self) -> int:
        self.variables += 1
        return self.variables

    def shared(self, key: Hashable, build: Callable[[], tuple[T, Iterable[Clause]]]) -> T:
        """What several constraints use, built once; its clauses are definitions."""
        if key not in self._shared:
            self._shared[key], clauses = build()
            self.add_clauses(clauses)
        found: T = self._shared[key]
        return found

    def add_clauses(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add clauses that always hold."""
        for clause in clauses:
            self.clauses += clause
            self.clauses.append(0)

    def each_clause(self) -> Iterator[list[int]]:
        """The clauses one by one."""
        flat, start = self.clauses, 0
        while start < len(flat):
            end = flat.index(0, start)
            yield flat[start:end]
            start = end + 1


def compiled(
    model: Model, *, guarded: bool = False, counts: Counts = Counts.NONE, words: tuple[type[Derived], ...] = ()
) -> Compiled:
    """Compile a model; words that are not named (or guarded) become clauses and counts."""
    selectors = range(model.variables + 1, model.variables + 1 + (len(model.instances) if guarded else 0))
    flat = _guarded_clauses(model, selectors) if guarded else model.clauses.copy()
    made = Compiled(model.variables + len(selectors), flat, selectors)
    counters = Counters(made.new)
    always = _facts(flat) if any(getattr(constraint, "when", TRUE) != TRUE for _, constraint in model.others) else set()
    for owner, constraint in model.others:
        breathe()
        when = getattr(constraint, "when", TRUE)
        if -when in always or (owner == Owner.REDUNDANT and (guarded or _costs_too_much(constraint, counts))):
            continue  # what never applies says nothing
        guard = selectors[owner] if guarded and owner >= 0 else TRUE
        word = constraint.as_table() if words and not guarded and isinstance(constraint, Relation) else constraint
        if not guarded and isinstance(word, words):
            made.words.append(replace(word, when=TRUE) if when != TRUE and when in always else word)  # type: ignore[type-var]
            continue
        for kernel in _kernel(constraint, made):
            kept = isinstance(kernel, Count) and _is_kept(kernel, constraint, owner, counts)
            _add(kernel, guard, made, None if kept else counters)
    made.add_clauses(counters.definitions)
    made.structures = _merged(made.structures)
    return made


def _is_kept(count: Count, constraint: Constraint, owner: int, counts: Counts) -> bool:
    """Whether an engine takes a count, which a constraint says, as it is."""
    if counts is not Counts.MOST:
        return counts is Counts.ALL
    if isinstance(constraint, Region) or any(abs(weight) > 1 for weight in count.weights):
        return True
    if owner == Owner.REDUNDANT and not _is_worth_its_clauses(count):
        return True
    return is_large(count) or (len(count.literals) <= MOST_WEIGHED and not is_small(count))


def _costs_too_much(constraint: Constraint, counts: Counts) -> bool:
    """Whether a constraint that follows anyway is a count that an engine does not know and that takes many clauses."""
    return counts is Counts.NONE and isinstance(constraint, Count) and not _is_worth_its_clauses(constraint)


def _is_worth_its_clauses(count: Count) -> bool:
    """Whether a count that follows anyway brings more than the clauses cost that it takes to say it."""
    return is_small(count) or (is_tight(count) and not is_large(count))


def _guarded_clauses(model: Model, selectors: range) -> list[int]:
    """The model's clauses, those of rule instances under their selectors."""
    made: list[int] = []
    flat, start = model.clauses, 0
    for owner in model.owners:
        end = flat.index(0, start) + 1
        if owner >= 0:
            made.append(-selectors[owner])
        if owner != Owner.REDUNDANT:
            made += flat[start:end]
        start = end
    return made


def _facts(flat: list[int]) -> set[int]:
    """The literals that stand in a clause alone."""
    alone = {literal for before, literal, after in zip(flat, flat[1:], flat[2:], strict=False) if before == after == 0}
    return alone | ({flat[0]} if flat[1:2] == [0] else set())


def _kernel(constraint: Constraint, made: Compiled) -> Iterable[Kernel]:
    """Say a constraint in words of the kernel; sizes of regions are counts beside their structure."""
    if isinstance(constraint, Region):
        if constraint.least > 0:
            yield at_least(constraint.least, constraint.literals, when=constraint.literals[constraint.roots[0]])
        if constraint.most is not None:
            yield at_most(constraint.most, constraint.literals)
        yield constraint
    elif isinstance(constraint, tuple | Count | Connected | Route | Tested):
        yield constraint
    else:
        yield from constraint.lowered(made)


def _add(kernel: Kernel, guard: int, made: Compiled, counters: Counters | None) -> None:
    if isinstance(kernel, tuple):
        made.add_clauses([_under(guard, kernel)])
    elif isinstance(kernel, Tested):
        made.tested.append(Guarded(kernel.structure, guard))
    elif not isinstance(kernel, Count):
        made.structures.append(Guarded(kernel, guard))
    elif counters is None:
        made.counts.append(kernel if guard == TRUE else _counted_under(guard, kernel, made))
    else:
        made.add_clauses(_under(guard, clause) for clause in counters.bounds(kernel))


def _merged(structures: list[Guarded]) -> list[Guarded]:
    """The structures, regions of the same vertices and roots as one that has all their sizes."""
    merged: dict[Hashable, Guarded] = {}
    for number, (structure, guard) in enumerate(structures):
        key: Hashable = number
        if isinstance(structure, Region):
            key = (id(structure.graph), id(structure.literals), structure.roots, guard)
            if key in merged:
                other = cast(Region, merged[key].structure)
                most = min((one.most for one in (structure, other) if one.most is not None), default=None)
                structure = replace(structure, least=max(structure.least, other.least), most=most)
        merged[key] = Guarded(structure, guard)
    return list(merged.values())


def _under(guard: int, clause: Clause) -> Clause:
    return clause if guard == TRUE else (-guard, *clause)


def _counted_under(guard: int, count: Count, made: Compiled) -> Count:
    """A count under a guard and its own condition at once."""
    if count.when == TRUE:
        return Count(count.literals, count.weights, count.low, count.high, guard)
    both = made.new()
    made.add_clauses([(-both, guard), (-both, count.when), (both, -guard, -count.when)])
    return Count(count.literals, count.weights, count.low, count.high, both)
