"""LiteralTable: literals with a complete list of allowed combinations, such as all ways to shade a room.

Explanations use it where people consider all combinations at once.
"""

from collections.abc import Iterable, Iterator, Sequence

from masume.core.records import record
from masume.modelling.basic_constraints import Clause, VariableAllocator

MAX_TRIES = 100_000  # a large room may have few ways among very many beginnings


@record
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
    """Return all ways to choose `number` of `size` things, no two of them neighbours; None if there are too many.

    Each way is a bit set, and so is each entry of `neighbours`, one per thing.  More than `limit` ways are too many,
    and so is a search that takes very many tries.
    """
    complete: list[int] = []
    stack = [(0, 0, 0)]  # how many things are chosen, these things, and the first that may be chosen next
    tries = 0
    while stack:
        tries += 1
        if tries > MAX_TRIES:
            return None
        count, chosen, start = stack.pop()
        if count == number:
            complete.append(chosen)
            if len(complete) > limit:
                return None
            continue
        last = size - (number - count)
        free = (thing for thing in range(start, last + 1) if not neighbours[thing] & chosen)
        stack += ((count + 1, chosen | 1 << thing, thing + 1) for thing in free)
    return tuple(complete)
