"""CompiledModel: a model as an engine takes it."""

from collections.abc import Hashable, Iterable, Iterator, MutableSequence, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, NamedTuple

from masume.core.cancellation import checkpoint
from masume.modelling.basic_constraints import Connected, Count, Structure, VariableAllocator
from masume.modelling.model import DerivedConstraint


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
    `CandidateTest`).  `derived` has the derived constraints that the engine supports.  `parts` has recurring pieces, if
    the engine takes them separately.
    """

    variables: int
    clauses: MutableSequence[int]
    selectors: range
    counts: list[Count] = field(default_factory=list)
    structures: list[GuardedStructure] = field(default_factory=list)
    tested: list[GuardedStructure] = field(default_factory=list)
    derived: list[DerivedConstraint] = field(default_factory=list)
    preferred: list[int] = field(default_factory=list)  # literals that the search should try true first
    parts: "list[Part]" = field(default_factory=list)
    engine_cache: Any = field(default=None, compare=False)  # what an engine has built from a part
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

    def inline_parts(self, *, everything: bool) -> None:
        """Copy the contents of all parts into this model and drop the parts, if `everything`.

        Otherwise copy only their tested structures, which no engine takes in parts.
        """
        for part in self.parts:
            if not everything and not part.compiled.tested:
                continue
            checkpoint()
            literal_here = part.literal_map()
            self.tested += (_map_structure(guarded, literal_here) for guarded in part.compiled.tested)
            if everything:
                self.clauses += map(literal_here.__getitem__, part.compiled.clauses)
                self.preferred += map(literal_here.__getitem__, part.compiled.preferred)
                self.counts += (_map_count(count, literal_here) for count in part.compiled.counts)
                self.structures += (_map_structure(guarded, literal_here) for guarded in part.compiled.structures)
        if everything:
            self.parts = []


class Part(NamedTuple):
    """A recurring piece, compiled once with its own variables 1, 2, ….

    In the model, its first variables stand for `literals`, the others for the variables from `first_helper` on.
    """

    compiled: CompiledModel
    literals: Sequence[int]
    first_helper: int

    def literal_map(self) -> list[int]:
        """Return a list of the model's literals, indexed by the part's own literals, positive or negative."""
        helpers = self.compiled.variables - len(self.literals)
        here = [*self.literals, *range(self.first_helper, self.first_helper + helpers)]
        return [0, *here, *(-literal for literal in reversed(here))]


def _map_count(count: Count, literal_here: Sequence[int]) -> Count:
    return replace(
        count, literals=tuple(literal_here[literal] for literal in count.literals), when=literal_here[count.when]
    )


def _map_structure(guarded: GuardedStructure, literal_here: Sequence[int]) -> GuardedStructure:
    literals = [literal_here[literal] for literal in guarded.structure.literals]
    structure = replace(guarded.structure, literals=literals)
    if isinstance(structure, Connected) and structure.links is not None:
        structure = replace(structure, links=[literal_here[literal] for literal in structure.links])
    return GuardedStructure(structure, literal_here[guarded.guard])
