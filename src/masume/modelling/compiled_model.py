"""CompiledModel: a model as an engine takes it."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple, TypeAlias

from masume.core.cancellation import checkpoint
from masume.core.records import replace
from masume.modelling.basic_constraints import Connected, Count, Structure, VariableAllocator
from masume.modelling.statements import DerivedConstraint, RuleInstance

Guards: TypeAlias = Mapping[RuleInstance, int]  # the selector of each guarded rule instance, in ascending order
NO_GUARDS: Guards = {}


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
    """Clauses, counts and structures for an engine, and the selector of each guarded rule instance.

    Clauses are one flat list, each terminated by 0.  Structures in `tested` are only tested on candidates (see
    `CandidateTest`).  `derived` has the derived constraints that the engine supports.  Engines do not change it.
    """

    variables: int
    clauses: list[int]
    guards: Guards
    counts: list[Count] = field(default_factory=list)
    structures: list[GuardedStructure] = field(default_factory=list)
    tested: list[GuardedStructure] = field(default_factory=list)
    derived: list[DerivedConstraint] = field(default_factory=list)
    preferred: list[int] = field(default_factory=list)  # literals that the search should try true first
    _shared: dict[Hashable, Any] = field(default_factory=dict)

    @property
    def selectors(self) -> Sequence[int]:
        """The selectors of all guarded rule instances."""
        return tuple(self.guards.values())

    def add_clauses(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add clauses that always hold."""
        for clause in clauses:
            self.clauses += clause
            self.clauses.append(0)

    def add_copy(self, piece: "CompiledModel", literals: Sequence[int]) -> None:
        """Add everything that a piece has; its variables 1, 2, … stand for these literals."""
        checkpoint()
        literal_here = [0, *literals, *(-literal for literal in reversed(literals))]  # negative indices, too
        self.clauses += map(literal_here.__getitem__, piece.clauses)
        self.preferred += map(literal_here.__getitem__, piece.preferred)
        self.counts += (_copy_count(count, literal_here) for count in piece.counts)
        self.structures += (_copy_structure(guarded, literal_here) for guarded in piece.structures)
        self.tested += (_copy_structure(guarded, literal_here) for guarded in piece.tested)

    def iter_clauses(self) -> Iterator[list[int]]:
        """Yield the clauses one by one."""
        flat, start = self.clauses, 0
        while start < len(flat):
            end = flat.index(0, start)
            yield list(flat[start:end])
            start = end + 1


def _copy_count(count: Count, literal_here: Sequence[int]) -> Count:
    literals = tuple(literal_here[literal] for literal in count.literals)
    return replace(count, literals=literals, when=literal_here[count.when])


def _copy_structure(guarded: GuardedStructure, literal_here: Sequence[int]) -> GuardedStructure:
    structure = replace(guarded.structure, literals=[literal_here[literal] for literal in guarded.structure.literals])
    if isinstance(structure, Connected) and structure.links is not None:
        structure = replace(structure, links=[literal_here[literal] for literal in structure.links])
    return GuardedStructure(structure, literal_here[guarded.guard])
