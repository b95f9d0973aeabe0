"""LiteralTable: literals of which all that can be true together is told, for what people see at one glance."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from masume.modelling.basic_constraints import Clause, VariableAllocator


@dataclass(frozen=True, slots=True)
class LiteralTable:
    """The true literals are just those of one of the rows, each a set in bits: bit i for the i-th literal."""

    literals: tuple[int, ...]
    rows: tuple[int, ...]

    def lower(self, allocator: VariableAllocator) -> Iterator[Clause]:
        chosen = [allocator.new_variable() for _ in self.rows]
        yield tuple(chosen)
        for choice, row in zip(chosen, self.rows, strict=True):
            for index, literal in enumerate(self.literals):
                yield (-choice, literal if row >> index & 1 else -literal)


def literal_rows(literals: Iterable[int], rows: Iterable[int]) -> LiteralTable:
    """The true literals are just those of one of the rows."""
    return LiteralTable(tuple(literals), tuple(rows))


def arrangements(size: int, number: int, beside: Sequence[int], most: int) -> tuple[int, ...] | None:
    """The ways to choose so many of `size` things, no two beside each other (in bits, per thing); None if too many."""
    found: list[int] = []
    stack = [(0, 0, 0)]  # how many are chosen, which, and the first that may come next
    while stack:
        chosen, row, start = stack.pop()
        if chosen == number:
            found.append(row)
            if len(found) > most:
                return None
            continue
        last = size - (number - chosen)
        free = (thing for thing in range(start, last + 1) if not beside[thing] & row)
        stack += ((chosen + 1, row | 1 << thing, thing + 1) for thing in free)
    return tuple(found)
