"""Programs: compiled models as arrays of integers, in the format of native/program.hpp."""

from array import array
from collections.abc import Sequence
from enum import IntEnum
from struct import pack
from typing import NamedTuple

from masume.core.cancellation import checkpoint
from masume.core.errors import InputError
from masume.engines.native_library import is_closed_route
from masume.modelling.basic_constraints import TRUE, Connected, Count, Region, Route
from masume.modelling.cardinality import with_positive_weights
from masume.modelling.compiled_model import CompiledModel, GuardedStructure
from masume.modelling.graph import Graph
from masume.modelling.integers import Sum
from masume.modelling.literal_table import LiteralTable
from masume.modelling.ownership import NoIsolatedVertex, OwnershipSpread
from masume.modelling.statements import DerivedConstraint
from masume.modelling.visibility import Visibility

SUPPORTED: tuple[type[DerivedConstraint], ...] = (OwnershipSpread, NoIsolatedVertex)
# How many fixpoints a propagator that finds nothing may skip before it runs again (see docs/engines.md).
# On graphs of more than _LARGE vertices, where a run is slow, one more for every _VERTICES_PER_PAUSE vertices.
_LONGEST_PAUSE = {Connected: 16, Route: 256, Region: 16}
_LARGE, _VERTICES_PER_PAUSE = 4000, 40
_MAX_WEIGHT = 2**30  # of all literals of a count; clingo adds in 32 bits
_NUMBERS_PER_PACK = 1 << 16
NOT_LISTED = -1  # instead of a number of listed literals: the variables of the program are those of the model


class _Kind(IntEnum):
    """The kinds of entries; native/program.hpp describes them."""

    (
        CLAUSES,
        COUNT,
        CONNECTED,
        ROUTE,
        REGION,
        PREFERRED,
        GRAPH,
        LITERALS,
        OWNERSHIP_SPREAD,
        NO_ISOLATED_VERTEX,
        ORIGIN,
        VISIBILITY,
        SUM,
        LITERAL_TABLE,
        PARITY,
    ) = range(1, 16)


class NativeProgram(NamedTuple):
    """A program: its numbers, their address in memory, and how many helper variables and clauses it has."""

    numbers: "array[int]"
    address: int
    helpers: int
    has_tests: bool  # whether there are also structures to test on candidates, which are not in the program
    clauses: int
    structures: frozenset[type]  # which kinds of structures it has


def write_program(compiled: CompiledModel, variables: int, listed: int = NOT_LISTED) -> NativeProgram:
    """Return the program of a compiled model that has this many variables without those created by the compiler.

    If it is a template, each use lists this many literals.
    """
    writer, clauses = ProgramWriter(), compiled.clauses
    writer.add_clauses(clauses)
    for count in compiled.counts:
        writer.add_count(count)
    for guarded in compiled.structures:
        checkpoint()
        writer.add_structure(guarded, clauses)
    for constraint in compiled.derived:
        checkpoint()
        writer.add_derived(constraint)
    if compiled.preferred:
        writer.add_preferred(compiled.preferred)
    helpers = compiled.variables - variables
    numbers = writer.finish(variables, listed, helpers)
    address, _ = numbers.buffer_info()
    structures = frozenset(type(each.structure) for each in compiled.structures)
    return NativeProgram(numbers, address, helpers, bool(compiled.tested), clauses.count(0), structures)


def to_array(numbers: Sequence[int]) -> "array[int]":
    """Return an array of C integers, in half the time that `array` itself takes to convert them."""
    result = array("i")
    for start in range(0, len(numbers), _NUMBERS_PER_PACK):
        some = numbers[start : start + _NUMBERS_PER_PACK]
        result.frombytes(pack(f"{len(some)}i", *some))
    return result


class ProgramWriter:
    """Writes a program; graphs and lists of literals that entries share are written once and numbered from 1."""

    def __init__(self) -> None:
        self._numbers = [0, 0, 0, 0]  # the header, which comes last, and entries
        self._graphs: dict[int, int] = {}
        self._lists: dict[int, int] = {}

    def finish(self, variables: int, listed: int = NOT_LISTED, helpers: int = 0) -> "array[int]":
        """Write the header and return the program."""
        self._numbers[:4] = len(self._numbers), variables, listed, helpers
        return to_array(self._numbers)

    def add_clauses(self, clauses: list[int]) -> None:
        self._numbers += (_Kind.CLAUSES, len(clauses))
        self._numbers += clauses

    def add_preferred(self, literals: list[int]) -> None:
        self._numbers += (_Kind.PREFERRED, len(literals), *literals)

    def add_count(self, count: Count) -> None:
        count = with_positive_weights(count)
        weight = sum(count.weights)
        if weight > _MAX_WEIGHT:
            raise InputError(f"native: the weights of a count sum to {weight}, expected at most {_MAX_WEIGHT}")
        low, high = (max(-1, min(bound, weight + 1)) for bound in (count.low, count.high))
        self._numbers += (_Kind.COUNT, count.when, low, high, len(count.literals), *count.literals, *count.weights)

    def add_structure(self, guarded: GuardedStructure, clauses: Sequence[int]) -> None:
        structure, guard = guarded.structure, 0 if guarded.guard == TRUE else guarded.guard
        graph = structure.graph
        pause = _LONGEST_PAUSE[type(structure)] + max(0, graph.size - _LARGE) // _VERTICES_PER_PAUSE
        if isinstance(structure, Route):
            closed = not guard and is_closed_route(graph.size, graph.edge_ends, structure.literals, to_array(clauses))
            self.add_route(structure, closed, guard, pause)
        else:
            self.add_connected_or_region(structure, guard, pause)

    def add_route(self, route: Route, closed: bool, guard: int = 0, pause: int = 0) -> None:
        self._begin_entry(_Kind.ROUTE, route.graph, route.literals)
        self._numbers += (closed, guard, pause)

    def add_connected_or_region(self, structure: Connected | Region, guard: int = 0, pause: int = 0) -> None:
        if isinstance(structure, Connected):
            self._begin_entry(_Kind.CONNECTED, structure.graph, structure.literals)
            self._numbers += (0,) if structure.links is None else (1, *structure.links)
        else:
            self._begin_entry(_Kind.REGION, structure.graph, structure.literals)
            max_size = -1 if structure.max_size is None else structure.max_size
            self._numbers += (len(structure.roots), *structure.roots, structure.min_size, max_size)
        self._numbers += (guard, pause)

    def add_parity(self, route: Route) -> None:
        """Add that every set of vertices has an even number of edges of a closed route at its border."""
        self._begin_entry(_Kind.PARITY, route.graph, route.literals)

    def add_origin(self, statement: int, constraint: int, owner: int) -> None:
        """Set where the following constraints come from: a constraint of a statement, and its owner."""
        self._numbers += (_Kind.ORIGIN, statement, constraint, owner)

    def add_visibility(self, visibility: Visibility) -> None:
        self._numbers += (_Kind.VISIBILITY, visibility.when, visibility.low, visibility.high, len(visibility.rays))
        for ray in visibility.rays:
            self._numbers += (len(ray), *ray)

    def add_sum(self, constraint: Sum) -> None:
        """Add a sum of different integers, which must have the same domain."""
        domain = constraint.integers[0].domain
        literals = [literal for integer in constraint.integers for literal in integer.literals]
        self._numbers += (_Kind.SUM, constraint.when, domain[0], len(domain), constraint.total, len(literals))
        self._numbers += literals

    def add_literal_table(self, table: LiteralTable) -> None:
        """Add a table with at most 64 literals."""
        self._numbers += (_Kind.LITERAL_TABLE, len(table.literals), *table.literals, len(table.rows))
        self._numbers += array("i", array("Q", table.rows).tobytes())  # the lower half first, as C++ expects

    def add_derived(self, constraint: DerivedConstraint) -> None:
        if isinstance(constraint, OwnershipSpread):
            land = self._number_list(constraint.land)
            self._begin_entry(_Kind.OWNERSHIP_SPREAD, constraint.part, constraint.owned)
            self._numbers += (land, constraint.beyond, len(constraint.roots), *constraint.roots)
        elif isinstance(constraint, NoIsolatedVertex):
            self._begin_entry(_Kind.NO_ISOLATED_VERTEX, constraint.graph, constraint.literals)

    def _begin_entry(self, kind: _Kind, graph: Graph, literals: Sequence[int]) -> None:
        """Write the kind, the graph (in full, or as part of a graph written before) and the literals."""
        if graph.supergraph is None:
            self._numbers.append(kind)
            self._write_graph(graph)
        else:
            whole, vertices = graph.supergraph
            number = self._graphs.get(id(whole))
            if number is None:
                number = self._graphs[id(whole)] = len(self._graphs) + 1
                self._numbers.append(_Kind.GRAPH)
                self._write_graph(whole)
            self._numbers += (kind, number, len(vertices))
            self._numbers += vertices
        self._numbers += literals

    def _write_graph(self, graph: Graph) -> None:
        self._numbers += (0, graph.size, len(graph.edges))
        self._numbers += graph.edge_ends

    def _number_list(self, literals: Sequence[int]) -> int:
        """Return the number of a list of literals, which is written if it is new."""
        number = self._lists.get(id(literals))
        if number is None:
            number = self._lists[id(literals)] = len(self._lists) + 1
            self._numbers += (_Kind.LITERALS, len(literals))
            self._numbers += literals
        return number
