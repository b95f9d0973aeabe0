"""LiteralTable: literals with a complete list of allowed combinations, for what people take in as a whole."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from masume.modelling.basic_constraints import Clause, VariableAllocator


@dataclass(frozen=True, slots=True)
class LiteralTable:
    """The set of true literals is one of the rows; a row is a bit set, with bit i for the i-th literal."""

    literals: tuple[int, ...]
    rows: tuple[int, ...]

    def lower(self, allocator: VariableAllocator) -> Iterator[Clause]:
        row_literals = [allocator.new_variable() for _ in self.rows]
        yield tuple(row_literals)
        for row_literal, row in zip(row_literals, self.rows, strict=True):
            for index, literal in enumerate(self.literals):
                yield (-row_literal, literal if row >> index & 1 else -literal)


def literal_rows(literals: Iterable[int], rows: Iterable[int]) -> LiteralTable:
    """The set of true literals is one of the rows (bit sets)."""
    return LiteralTable(tuple(literals), tuple(rows))


def arrangements(size: int, number: int, neighbours: Sequence[int], limit: int) -> tuple[int, ...] | None:
    """Return all ways to choose `number` of `size` things, no two of them neighbours; None if more than `limit`.

    Both the results and `neighbours`, one entry per thing, are bit sets.
    """
    complete: list[int] = []
    stack = [(0, 0, 0)]  # the number of chosen things, the things, and the first that may be chosen next
    while stack:
        chosen, row, start = stack.pop()
        if chosen == number:
            complete.append(row)
            if len(complete) > limit:
                return None
            continue
        last = size - (number - chosen)
        free = (thing for thing in range(start, last + 1) if not neighbours[thing] & row)
        stack += ((chosen + 1, row | 1 << thing, thing + 1) for thing in free)
    return tuple(complete)
