"""BrokenClauses: clauses of which only some have to hold, such as "all these blocks but one have a shaded cell"."""

from collections.abc import Iterable, Iterator

from masume.core.records import record
from masume.modelling.basic_constraints import Clause, Count, VariableAllocator, at_most


@record
class BrokenClauses:
    """At most `high` of the clauses are broken."""

    high: int
    clauses: tuple[Clause, ...]

    def lower(self, allocator: VariableAllocator) -> Iterator[Clause | Count]:
        broken = [allocator.new_variable() for _ in self.clauses]
        yield from ((literal, *clause) for literal, clause in zip(broken, self.clauses, strict=True))
        yield at_most(self.high, broken)


def at_most_broken(high: int, clauses: Iterable[Clause]) -> BrokenClauses:
    """At most `high` of the clauses are broken."""
    return BrokenClauses(high, tuple(clauses))
