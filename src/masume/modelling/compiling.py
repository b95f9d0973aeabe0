"""Compiling a model for an engine: plain or guarded, with or without counts.

Plain: every instance simply holds.  Guarded: each rule instance gets one selector literal, whose
negation stands in all its clauses, so that instances can be switched and cores name them.  An engine that has
integers of its own may keep the words it knows, in a plain model; all others are lowered.
"""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeVar

from masume.core.stopping import breathe
from masume.modelling.counting import Counters
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


class Guarded(NamedTuple):
    """A structure that holds if its guard is true (TRUE: always)."""

    structure: Structure
    guard: int


@dataclass(slots=True)
class Compiled:
    """What an engine takes: clauses, counts, structures, and one selector per instance if guarded.

    Structures that are `tested` may not be reasoned with; `words` are those that the engine said it knows.
    """

    variables: int
    clauses: list[list[int]]
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
            self.clauses.extend(map(list, clauses))
        found: T = self._shared[key]
        return found


def compiled(
    model: Model, *, guarded: bool = False, counts: bool = False, words: tuple[type[Derived], ...] = ()
) -> Compiled:
    """Compile a model; without `counts` they become clauses too, as do all words that are not named (or guarded)."""
    selectors = range(model.variables + 1, model.variables + 1 + (len(model.instances) if guarded else 0))
    made = Compiled(model.variables + len(selectors), _clauses(model, guarded, selectors), selectors)
    counters = None if counts else Counters(made.new)
    always = {clause[0] for clause in made.clauses if len(clause) == 1}
    for owner, constraint in model.others:
        breathe()
        when = getattr(constraint, "when", TRUE)
        if (guarded and owner == Owner.REDUNDANT) or -when in always:
            continue  # what never applies says nothing
        guard = selectors[owner] if guarded and owner >= 0 else TRUE
        word = constraint.as_table() if words and not guarded and isinstance(constraint, Relation) else constraint
        if not guarded and isinstance(word, words):
            made.words.append(replace(word, when=TRUE) if when != TRUE and when in always else word)  # type: ignore[type-var]
            continue
        for kernel in _kernel(constraint, made):
            _add(kernel, guard, made, counters)
    if counters is not None:
        made.clauses += counters.definitions
    return made


def _clauses(model: Model, guarded: bool, selectors: range) -> list[list[int]]:
    """The model's flat clauses as lists."""
    made: list[list[int]] = []
    flat, start = model.clauses, 0
    for owner in model.owners:
        end = flat.index(0, start)
        if not guarded or owner == Owner.DEFINITION:
            made.append(flat[start:end])
        elif owner >= 0:
            made.append([-selectors[owner], *flat[start:end]])
        start = end + 1
    return made


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
        made.clauses.append(list(_under(guard, kernel)))
    elif isinstance(kernel, Tested):
        made.tested.append(Guarded(kernel.structure, guard))
    elif not isinstance(kernel, Count):
        made.structures.append(Guarded(kernel, guard))
    elif counters is None:
        made.counts.append(kernel if guard == TRUE else _counted_under(guard, kernel, made))
    else:
        made.clauses.extend(list(_under(guard, clause)) for clause in counters.bounds(kernel))


def _under(guard: int, clause: Clause) -> Clause:
    return clause if guard == TRUE else (-guard, *clause)


def _counted_under(guard: int, count: Count, made: Compiled) -> Count:
    """A count under a guard and its own condition at once."""
    if count.when == TRUE:
        return Count(count.literals, count.weights, count.low, count.high, guard)
    both = made.new()
    made.clauses += [[-both, guard], [-both, count.when], [both, -guard, -count.when]]
    return Count(count.literals, count.weights, count.low, count.high, both)
