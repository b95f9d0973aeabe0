"""CompiledModel: what an engine takes of a model."""

from collections.abc import Hashable, Iterable, Iterator, MutableSequence, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, NamedTuple

from masume.core.cancellation import checkpoint
from masume.modelling.basic_constraints import Connected, Count, Structure, VariableAllocator
from masume.modelling.model import DerivedConstraint


class CountSupport(Enum):
    """Which counts an engine takes as they are; the others become clauses."""

    NONE = "none"
    MOST = "most"  # where a search learns more from clauses, these are better; sizes of plain regions go with these
    ALL = "all"


class GuardedStructure(NamedTuple):
    """A structure that holds if its guard is true (TRUE: always)."""

    structure: Structure
    guard: int


@dataclass(slots=True)
class CompiledModel(VariableAllocator):
    """What an engine takes: clauses, counts, structures, and one selector per instance if guarded.

    Clauses are one flat list, each ended by 0.  Structures that are `tested` may not be reasoned with; `words` are
    those that the engine said it knows.  An engine that asked for parts gets what recurs apart.
    """

    variables: int
    clauses: MutableSequence[int]
    selectors: range
    counts: list[Count] = field(default_factory=list)
    structures: list[GuardedStructure] = field(default_factory=list)
    tested: list[GuardedStructure] = field(default_factory=list)
    derived: list[DerivedConstraint] = field(default_factory=list)
    preferred: list[int] = field(default_factory=list)  # to be tried first
    parts: "list[Part]" = field(default_factory=list)
    engine_cache: Any = field(default=None, compare=False)  # what an engine has made of a part
    _shared: dict[Hashable, Any] = field(default_factory=dict)

    def add_clauses(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add clauses that always hold."""
        for clause in clauses:
            self.clauses += clause
            self.clauses.append(0)

    def iter_clauses(self) -> Iterator[list[int]]:
        """The clauses one by one."""
        flat, start = self.clauses, 0
        while start < len(flat):
            end = flat.index(0, start)
            yield list(flat[start:end])
            start = end + 1

    def inline_parts(self, *, everything: bool) -> None:
        """Make its own what the parts say, or only what is to be tested, which no engine takes in parts."""
        for part in self.parts:
            if not everything and not part.compiled.tested:
                continue
            checkpoint()
            where = part.lookup()
            self.tested += (_elsewhere(guarded, where) for guarded in part.compiled.tested)
            if everything:
                self.clauses += map(where.__getitem__, part.compiled.clauses)
                self.preferred += map(where.__getitem__, part.compiled.preferred)
                self.counts += (_count_elsewhere(count, where) for count in part.compiled.counts)
                self.structures += (_elsewhere(guarded, where) for guarded in part.compiled.structures)
        if everything:
            self.parts = []


class Part(NamedTuple):
    """What recurs, compiled on literals of its own: the first of them are these here, the others helpers."""

    compiled: CompiledModel
    literals: Sequence[int]
    first_helper: int

    def lookup(self) -> list[int]:
        """For each literal of its own, also a negative one, what it is here."""
        helpers = self.compiled.variables - len(self.literals)
        here = [*self.literals, *range(self.first_helper, self.first_helper + helpers)]
        return [0, *here, *(-literal for literal in reversed(here))]


def _count_elsewhere(count: Count, where: Sequence[int]) -> Count:
    return replace(count, literals=tuple(where[one] for one in count.literals), when=where[count.when])


def _elsewhere(guarded: GuardedStructure, where: Sequence[int]) -> GuardedStructure:
    structure = replace(guarded.structure, literals=[where[one] for one in guarded.structure.literals])
    if isinstance(structure, Connected) and structure.links is not None:
        structure = replace(structure, links=[where[one] for one in structure.links])
    return GuardedStructure(structure, where[guarded.guard])
