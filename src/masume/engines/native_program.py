"""Programs: compiled models as arrays of integers, which the extension reads as they are (native/program.hpp)."""

from array import array
from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from masume.core.cancellation import checkpoint
from masume.core.errors import InputError
from masume.engines.native_library import is_closed
from masume.modelling.cardinality import positive
from masume.modelling.compiled import Compiled, Guarded
from masume.modelling.graph import Graph
from masume.modelling.integers import Sum
from masume.modelling.kernel import TRUE, Connected, Count, Region, Route
from masume.modelling.literal_table import LiteralTable
from masume.modelling.model import Derived
from masume.modelling.ownership import Spread, Supported
from masume.modelling.visibility import Visibility

WORDS: tuple[type[Derived], ...] = (Spread, Supported)  # that the extension knows
# How many fixpoints a structure that found nothing lets pass at most before it looks again (docs/engines.md); on huge
# graphs, where a look takes long, one more for so many vertices.
_LONGEST_PAUSE = {Connected: 16, Route: 256, Region: 16}
_HUGE, _VERTICES_PER_PAUSE = 4000, 40
_MOST_WEIGHT = 2**30  # of a count; clingo adds up in 32 bits


class _Kind(IntEnum):
    (
        CLAUSES,
        COUNT,
        CONNECTED,
        ROUTE,
        REGION,
        PREFERRED,
        GRAPH,
        LITERALS,
        SPREAD,
        SUPPORTED,
        OWNER,
        SIGHT,
        COMBINATION,
        CHOICES,
    ) = range(1, 15)


class Program(NamedTuple):
    """What a compiled model says, where that is in memory, and how many clauses it has."""

    numbers: "array[int]"
    address: int
    size: int
    clauses: int


def program(compiled: Compiled) -> Program:
    """The program of a compiled model, made once, without its parts."""
    made: Program | None = compiled.kept
    if made is None:
        writer = Writer()
        writer.add_clauses(compiled.clauses)
        for count in compiled.counts:
            writer.add_count(count)
        for guarded in compiled.structures:
            checkpoint()
            writer.add_structure(guarded, compiled.clauses)
        for word in compiled.words:
            checkpoint()
            writer.add_word(word)
        if compiled.preferred:
            writer.numbers.extend((_Kind.PREFERRED, len(compiled.preferred), *compiled.preferred))
        numbers = writer.numbers
        made = compiled.kept = Program(numbers, *numbers.buffer_info(), compiled.clauses.count(0))
    return made


class Writer:
    """A program as it grows; what several statements speak of is written once and numbered from 1 on."""

    def __init__(self) -> None:
        self.numbers = array("i")
        self._graphs: dict[int, int] = {}
        self._lists: dict[int, int] = {}

    def add_clauses(self, clauses: Sequence[int]) -> None:
        self.numbers.extend((_Kind.CLAUSES, len(clauses)))
        self.numbers.extend(array("i", clauses))

    def add_count(self, count: Count) -> None:
        count = positive(count)
        weight = sum(count.weights)
        if weight > _MOST_WEIGHT:
            raise InputError(f"native: a count weighs {weight}, expected at most {_MOST_WEIGHT}")
        low, high = (max(-1, min(bound, weight + 1)) for bound in (count.low, count.high))
        self.numbers.extend((_Kind.COUNT, count.when, low, high, len(count.literals), *count.literals, *count.weights))

    def add_structure(self, guarded: Guarded, clauses: Sequence[int]) -> None:
        structure, guard = guarded.structure, 0 if guarded.guard == TRUE else guarded.guard
        graph = structure.graph
        pause = _LONGEST_PAUSE[type(structure)] + max(0, graph.size - _HUGE) // _VERTICES_PER_PAUSE
        if isinstance(structure, Route):
            closed = not guard and is_closed(graph.size, graph.ends, structure.literals, array("i", clauses))
            self.add_route(structure, closed, guard, pause)
        else:
            self.add_joined(structure, guard, pause)

    def add_route(self, route: Route, closed: bool, guard: int = 0, pause: int = 0) -> None:
        self._begin(_Kind.ROUTE, route.graph, route.literals)
        self.numbers.extend((closed, guard, pause))

    def add_joined(self, structure: Connected | Region, guard: int = 0, pause: int = 0) -> None:
        if isinstance(structure, Connected):
            self._begin(_Kind.CONNECTED, structure.graph, structure.literals)
            self.numbers.extend((0,) if structure.links is None else (1, *structure.links))
        else:
            self._begin(_Kind.REGION, structure.graph, structure.literals)
            most = -1 if structure.most is None else structure.most
            self.numbers.extend((len(structure.roots), *structure.roots, structure.least, most))
        self.numbers.extend((guard, pause))

    def add_owner(self, instance: int) -> None:
        """Say to which rule instance belongs what follows."""
        self.numbers.extend((_Kind.OWNER, instance))

    def add_run(self, run: Visibility) -> None:
        self.numbers.extend((_Kind.SIGHT, run.when, run.low, run.high, len(run.rays)))
        for ray in run.rays:
            self.numbers.extend((len(ray), *ray))

    def add_sum(self, word: Sum) -> None:
        """Numbers that differ, with the same domain each."""
        domain = word.integers[0].domain
        literals = [literal for integer in word.integers for literal in integer.literals]
        self.numbers.extend((_Kind.COMBINATION, word.when, domain[0], len(domain), word.total, len(literals)))
        self.numbers.extend(literals)

    def add_choices(self, word: LiteralTable) -> None:
        """Rows of no more than 64 bits."""
        self.numbers.extend((_Kind.CHOICES, len(word.literals), *word.literals, len(word.rows)))
        self.numbers.frombytes(array("Q", word.rows).tobytes())  # the lower half first, as C++ expects

    def add_word(self, word: Derived) -> None:
        if isinstance(word, Spread):
            land = self._list(word.land)
            self._begin(_Kind.SPREAD, word.part, word.owned)
            self.numbers.extend((land, word.beyond, len(word.roots), *word.roots))
        elif isinstance(word, Supported):
            self._begin(_Kind.SUPPORTED, word.graph, word.literals)

    def _begin(self, kind: _Kind, graph: Graph, literals: Sequence[int]) -> None:
        """Begin a statement of a graph: in full, or as a part of one that is written already."""
        if graph.whole is None:
            self.numbers.append(kind)
            self._write_graph(graph, 0)
        else:
            whole, vertices = graph.whole
            known = self._graphs.get(id(whole))
            if known is None:
                known = self._graphs[id(whole)] = len(self._graphs) + 1
                self.numbers.append(_Kind.GRAPH)
                self._write_graph(whole, 0)
            self.numbers.extend((kind, known, len(vertices)))
            self.numbers.extend(vertices)
        self.numbers.extend(literals)

    def _write_graph(self, graph: Graph, number: int) -> None:
        self.numbers.extend((number, graph.size, len(graph.edges)))
        self.numbers.extend(graph.ends)

    def _list(self, literals: Sequence[int]) -> int:
        """The number of a list of literals."""
        known = self._lists.get(id(literals))
        if known is None:
            known = self._lists[id(literals)] = len(self._lists) + 1
            self.numbers.extend((_Kind.LITERALS, len(literals)))
            self.numbers.extend(literals)
        return known
