"""CompiledModel: a model as an engine takes it."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

from masume.modelling.basic_constraints import Count, Structure, VariableAllocator
from masume.modelling.statements import DerivedConstraint


class CountSupport(Enum):
    """Which counts an engine takes directly; the others become clauses."""

    NONE = "none"
    MOST = "most"  # size limits of regions, and all counts except those from which a search learns more as clauses
    ALL = "all"


class GuardedStructure(NamedTuple):
    """A structure that holds if its guard is true (TRUE: always)."""

    structure: Structure
    guard: int


@dataclass(slots=True)
class CompiledModel(VariableAllocator):
    """Clauses, counts and structures for an engine, with one selector per rule instance if guarded.

    Clauses are one flat list, each terminated by 0.  Structures in `tested` are only tested on candidates (see
    `CandidateTest`).  `derived` has the derived constraints that the engine supports.  Engines do not change it.
    """

    variables: int
    clauses: list[int]
    selectors: range
    counts: list[Count] = field(default_factory=list)
    structures: list[GuardedStructure] = field(default_factory=list)
    tested: list[GuardedStructure] = field(default_factory=list)
    derived: list[DerivedConstraint] = field(default_factory=list)
    preferred: list[int] = field(default_factory=list)  # literals that the search should try true first
    _shared: dict[Hashable, Any] = field(default_factory=dict)

    def add_clauses(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add clauses that always hold."""
        for clause in clauses:
            self.clauses += clause
            self.clauses.append(0)

    def iter_clauses(self) -> Iterator[list[int]]:
        """Yield the clauses one by one."""
        flat, start = self.clauses, 0
        while start < len(flat):
            end = flat.index(0, start)
            yield list(flat[start:end])
            start = end + 1
