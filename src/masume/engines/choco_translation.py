"""Translation of compiled models to Choco.

pychoco never frees the arrays that it makes, and an array keeps its whole model alive.  So this module makes them.  A
call that Choco rejects ends the process.  So Choco never gets an empty list or the same variable twice.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import count
from typing import Any

from pychoco import Model, backend, create_undirected_graph
from pychoco._handle_wrapper import _HandleWrapper
from pychoco.constraints.constraint import Constraint

from masume.engines.closed_routes import is_closed_route
from masume.modelling.basic_constraints import FALSE, TRUE, Count, Region, Route
from masume.modelling.compiled_model import CompiledModel, GuardedStructure
from masume.modelling.cyclic_labels import ConditionalAllDifferent, CyclicNeighbours
from masume.modelling.graph import Graph
from masume.modelling.integers import COMPARISONS, AllDifferent, Comparison, Integer, Sum, Table, Tally

_HELPERS = 1 << 40  # literals from here on exist only in the translation


class ChocoTranslation:
    """The Choco model of a compiled model; `is_false` if a clause is empty.

    A literal "this integer has this value" becomes a variable only if some constraint mentions it.
    """

    def __init__(self, compiled: CompiledModel) -> None:
        self.model = Model()
        self.variables = self.constraints = 0
        self.is_false = False
        self._model_variables = compiled.variables
        self._helpers = count(_HELPERS)
        self._bools: dict[int, Any] = {TRUE: self.model.boolvar(True), FALSE: self.model.boolvar(False)}
        self._integers: dict[Integer, Any] = {}
        self._values: dict[int, tuple[Integer, int]] = {}  # literal: (integer, value)
        for integer in compiled.derived:
            if isinstance(integer, Integer):
                self.variables += 1
                self._integers[integer] = self.model.intvar(list(integer.domain))
                self._values |= {
                    literal: (integer, value) for literal, value in zip(integer.literals, integer.domain, strict=True)
                }
        self.add_clauses(compiled.iter_clauses())
        for each in compiled.counts:
            self._add_count(each)
        for constraint in compiled.derived:
            self._add(constraint)
        for guarded in compiled.structures:
            self._add_structure(guarded, compiled)

    def literal(self, literal: int) -> Any:
        """Return Choco's Boolean variable for a literal."""
        if literal not in self._bools:
            if literal < 0:
                boolean = self.model.bool_not_view(self.literal(-literal))
            elif literal in self._values:
                integer, value = self._values[literal]
                boolean = self.model.int_eq_view(self._integers[integer], value)
            else:
                self.variables += 1
                boolean = self.model.boolvar()
            self._bools[literal] = boolean
        return self._bools[literal]

    def add_clauses(self, clauses: Iterable[Iterable[int]]) -> None:
        """Add clauses."""
        for clause in clauses:
            self.add_clause(clause)

    def add_clause(self, clause: Iterable[int]) -> None:
        """Add a clause."""
        literals = set(clause)
        if not literals:
            self.is_false = True
        elif not any(-literal in literals for literal in literals) and TRUE not in literals:
            self.constraints += 1
            positive = _bool_array([self.literal(literal) for literal in literals if literal > 0])
            negative = _bool_array([self.literal(-literal) for literal in literals if literal < 0])
            backend.add_clauses(self.model._handle, positive._handle, negative._handle)

    def project(self, variables: Iterable[int]) -> list[Any]:
        """Return Choco's variables that distinguish the same solutions as these variables.

        One integer variable replaces all literals of an integer.
        """
        wanted = dict.fromkeys(variable for variable in variables if variable != TRUE)
        integers = dict.fromkeys(self._values[variable][0] for variable in wanted if variable in self._values)
        complete = [integer for integer in integers if wanted.keys() >= set(integer.literals)]
        covered = {literal for integer in complete for literal in integer.literals}
        booleans = [self.literal(variable) for variable in wanted if variable not in covered]
        return [*booleans, *(self._integers[integer] for integer in complete)]

    def values(self) -> list[int]:
        """Return all variables of the model, signed as in Choco's current solution."""
        booleans = {literal: boolean for literal, boolean in self._bools.items() if 0 < literal < _HELPERS}
        signed = [-variable for variable in range(1, max(self._model_variables, *booleans) + 1)]
        for variable, boolean in booleans.items():
            if boolean.get_value():
                signed[variable - 1] = variable
        for integer, int_var in self._integers.items():
            variable = integer.equals(int_var.get_value())
            signed[variable - 1] = variable
        return signed

    def _new_helper(self) -> int:
        return next(self._helpers)

    def _all(self, literals: Iterable[int]) -> int:
        """Return a literal that is true if and only if all of these are."""
        return -self._any([-literal for literal in literals])

    def _any(self, literals: Iterable[int]) -> int:
        """Return a literal that is true if and only if at least one of these is."""
        disjuncts = set(literals) - {FALSE}
        if TRUE in disjuncts:
            return TRUE
        if len(disjuncts) < 2:
            return next(iter(disjuncts), FALSE)
        helper = self._new_helper()
        self.add_clause([-helper, *disjuncts])
        for literal in disjuncts:
            self.add_clause([helper, -literal])
        return helper

    def _post(self, constraint: Constraint, when: int = TRUE) -> None:
        self.constraints += 1
        if when == TRUE:
            constraint.post()
        else:
            constraint.implied_by(self.literal(when))

    def _add_count(self, each: Count) -> None:
        weights, constant = Counter[int](), 0
        for literal, weight in zip(each.literals, each.weights, strict=True):
            weights[abs(literal)] += weight if literal > 0 else -weight
            constant += 0 if literal > 0 else weight
        constant += weights.pop(TRUE, 0)
        terms = [(self.literal(variable), weight) for variable, weight in weights.items() if weight]
        self._add_bounded_sum(terms, each.low - constant, each.high - constant, each.when)

    def _add_bounded_sum(self, terms: list[tuple[Any, int]], low: int, high: int, when: int) -> None:
        """Require `low` <= weighted sum <= `high` if `when` is true; otherwise a slack term makes the bounds loose."""
        ranges = [(weight * variable.get_lb(), weight * variable.get_ub()) for variable, weight in terms]
        minimum, maximum = sum(map(min, ranges)), sum(map(max, ranges))
        if low > maximum or high < minimum or low > high:
            self.add_clause([-when])
        elif when == TRUE and low == high:
            self._add_linear(terms, "=", low)
        else:
            slack = [] if when == TRUE else [self.literal(-when)]
            if low > minimum:
                self._add_linear([*terms, *((literal, low - minimum) for literal in slack)], ">=", low)
            if high < maximum:
                self._add_linear([*terms, *((literal, high - maximum) for literal in slack)], "<=", high)

    def _add_linear(self, terms: list[tuple[Any, int]], operator: str, bound: int) -> None:
        if terms:
            variables = _int_var_array([variable for variable, _ in terms])
            weights = _int_array([weight for _, weight in terms])
            handle = backend.scalar_i(self.model._handle, variables._handle, weights._handle, operator, bound)
            self._post(Constraint(handle, self.model))

    def _add(self, constraint: object) -> None:
        match constraint:
            case AllDifferent(integers, when):
                self._add_all_different(integers, when)
            case Sum(integers, number, distinct, when):
                terms = [(self._integers[integer], times) for integer, times in Counter(integers).items()]
                self._add_bounded_sum(terms, number, number, when) if terms or number else None
                if distinct:
                    self._add_all_different(integers, when)
            case Table(integers, rows, when):
                self._add_table(integers, rows, when)
            case Tally(integer, literals):
                self._add_tally(integer, literals)
            case Comparison(a, operator, b, when):
                self._add_comparison(a, operator, b, when)
            case CyclicNeighbours():
                self._add_cyclic_neighbours(constraint)
            case ConditionalAllDifferent():
                self._add_conditional_all_different(constraint)

    def _add_all_different(self, integers: Sequence[Integer], when: int) -> None:
        if len(set(integers)) < len(integers):
            self.add_clause([-when])
        else:
            self._require_different([self._integers[integer] for integer in integers], when)

    def _require_different(self, variables: list[Any], when: int = TRUE) -> None:
        if len(variables) > 1:
            array = _int_var_array(variables)
            handle = backend.all_different(self.model._handle, array._handle, "AC")
            self._post(Constraint(handle, self.model), when)

    def _add_table(self, integers: Sequence[Integer], rows: Iterable[Sequence[int]], when: int) -> None:
        """Require one of the rows; an integer that occurs twice gets one column."""
        fitting = [dict(zip(integers, row, strict=True)) for row in rows if _fits(integers, row)]
        columns = list(dict.fromkeys(integers))
        if not fitting:
            self.add_clause([-when])
        elif columns:
            tuples = dict.fromkeys(tuple(row[integer] for integer in columns) for row in fitting)
            variables = _int_var_array([self._integers[integer] for integer in columns])
            row_arrays = [_int_array(row) for row in tuples]  # kept alive until the table is posted
            table = _HandleWrapper(backend.create_int_2d_array(len(row_arrays)))
            for index, row_array in enumerate(row_arrays):
                backend.int_2d_array_set(table._handle, row_array._handle, index)
            handle = backend.table(self.model._handle, variables._handle, table._handle, True, "CT+")
            self._post(Constraint(handle, self.model), when)

    def _add_tally(self, integer: Integer, literals: Sequence[int]) -> None:
        weights = Counter(abs(literal) for literal in literals if literal > 0)
        weights.subtract(abs(literal) for literal in literals if literal < 0)
        number = -sum(literal < 0 for literal in literals) - weights.pop(TRUE, 0)
        terms = [(self.literal(variable), weight) for variable, weight in weights.items() if weight]
        self._add_bounded_sum([*terms, (self._integers[integer], -1)], number, number, TRUE)

    def _add_comparison(self, a: Integer, operator: str, b: Integer, when: int) -> None:
        if a != b:
            choco_operator = "=" if operator == "==" else operator
            self._post(self.model.arithm(self._integers[a], choco_operator, self._integers[b]), when)
        elif not COMPARISONS[operator](0, 0):
            self.add_clause([-when])

    def _add_cyclic_neighbours(self, constraint: CyclicNeighbours) -> None:
        """Require one of four cases: one more, one less, or 0 and the last label in either order."""
        pair, length = (constraint.one, constraint.other), constraint.length
        cases = [self._differs_by(a, b, 1) for a, b in (pair, pair[::-1])]
        cases += [self._all([a.equals(0), self._differs_by(length, b, 1)]) for a, b in (pair, pair[::-1])]
        self.add_clause([-constraint.when, *cases])

    def _differs_by(self, a: Integer, b: Integer, difference: int) -> int:
        """Return a literal that is true if and only if a = b + difference."""
        if a == b or not {value + difference for value in b.domain}.intersection(a.domain):
            return TRUE if a == b and difference == 0 else FALSE
        helper = self._new_helper()
        self.constraints += 1
        self.model.reify_x_eq_yc(self._integers[a], self._integers[b], difference, self.literal(helper))
        return helper

    def _add_conditional_all_different(self, constraint: ConditionalAllDifferent) -> None:
        """Add all-different for stand-ins: an integer whose condition is false gets a value that no other can have."""
        first_unused = max((integer.domain[-1] for integer in constraint.integers), default=0) + 1
        pairs = zip(constraint.integers, constraint.conditions, strict=True)
        stand_ins = []
        for unused_value, (integer, condition) in enumerate(pairs, first_unused):
            stand_in = self.model.intvar([*integer.domain, unused_value])
            self.model.reify_x_eq_y(stand_in, self._integers[integer], self.literal(condition))
            self.model.reify_x_eq_y(stand_in, unused_value, self.literal(-condition))
            stand_ins.append(stand_in)
        self.variables += len(stand_ins)
        self.constraints += 2 * len(stand_ins)
        self._require_different(stand_ins)

    def _add_structure(self, guarded: GuardedStructure, compiled: CompiledModel) -> None:
        """Add a structure in which a vertex or edge is on only if the guard is true, too.

        If the guard is false, nothing is on, and every structure holds.
        """
        structure, guard = guarded
        on = [self._all([guard, literal]) for literal in structure.literals]
        if isinstance(structure, Route):
            closed = guard == TRUE and is_closed_route(structure, compiled.iter_clauses())
            self._add_route(structure.graph, on, closed)
        elif isinstance(structure, Region):
            self._add_connected(structure.graph.with_outside(structure.roots), [*on, TRUE])
        elif structure.links is None:
            self._add_connected(structure.graph, on)
        else:
            links_by_ends = _group_by_ends(structure.graph, structure.links)
            edges = {(a, b): self._all([on[a], on[b], self._any(links)]) for (a, b), links in links_by_ends.items()}
            self._add_connected_edges(on, edges)

    def _add_connected(self, graph: Graph, on: Sequence[int]) -> None:
        if graph.size > 1:
            lower = create_undirected_graph(self.model, graph.size)
            upper = self._upper_graph(graph.size, dict.fromkeys(_group_by_ends(graph, graph.edges)))
            variable = self.model.node_induced_graphvar(lower, upper, "")
            self._channel_nodes(variable, on)
            self._post(self.model.graph_connected(variable))

    def _add_route(self, graph: Graph, on: Sequence[int], closed: bool) -> None:
        edges = {ends: self._any(literals) for ends, literals in _group_by_ends(graph, on).items()}
        if closed and len(edges) == len(graph.edges):
            self._post(self.model.graph_cycle(self._graph_variable(graph.size, edges)))
        else:
            nodes = [self._any(on[edge] for _, edge in neighbours) for neighbours in graph.adjacency]
            self._add_connected_edges(nodes, edges)

    def _add_connected_edges(self, nodes: Sequence[int], edges: dict[tuple[int, int], int]) -> None:
        if len(nodes) > 1:
            variable = self._graph_variable(len(nodes), edges)
            self._channel_nodes(variable, nodes)
            self._post(self.model.graph_connected(variable))

    def _graph_variable(self, size: int, edges: dict[tuple[int, int], int]) -> Any:
        """Return a graph variable with the edges that are on."""
        lower = create_undirected_graph(self.model, size)
        variable = self.model.graphvar(lower, self._upper_graph(size, edges), "")
        for (a, b), literal in edges.items():
            self._post(self.model.graph_edge_channeling(variable, self.literal(literal), a, b))
        return variable

    def _upper_graph(self, size: int, edges: Iterable[tuple[int, int]]) -> Any:
        """Return the upper bound of a graph variable: all its possible nodes and edges."""
        self.variables += 1
        return create_undirected_graph(self.model, size, list(range(size)), [list(ends) for ends in edges])

    def _channel_nodes(self, variable: Any, on: Sequence[int]) -> None:
        nodes = _bool_array([self.literal(literal) for literal in on])
        handle = backend.graph_nodes_channeling_bools(self.model._handle, variable._handle, nodes._handle)
        self._post(Constraint(handle, self.model))


def block_solutions(solver: Any, projection: Sequence[Any]) -> None:
    """Make the search skip solutions in which these variables have the same values as in an earlier solution."""
    if projection:
        array = _int_var_array(projection)
        backend.set_nogood_recording_from_solutions(solver._handle, array._handle)


def _fits(integers: Sequence[Integer], row: Sequence[int]) -> bool:
    """Return whether all values are in the domains, and an integer that occurs twice has one value."""
    pairs = set(zip(integers, row, strict=True))
    return len(pairs) == len(set(integers)) and all(value in integer.domain for integer, value in pairs)


def _group_by_ends(graph: Graph, edge_values: Sequence[Any]) -> dict[tuple[int, int], list[Any]]:
    """Group the values of edges by their ends: parallel edges are merged, edges from a vertex to itself dropped."""
    grouped: dict[tuple[int, int], list[Any]] = {}
    for ends, value in zip(graph.edges, edge_values, strict=True):
        a, b = sorted(ends)
        if a != b:
            grouped.setdefault((a, b), []).append(value)
    return grouped


def _bool_array(variables: Sequence[Any]) -> _HandleWrapper:
    array = _HandleWrapper(backend.create_boolvar_array(len(variables)))
    for index, variable in enumerate(variables):
        backend.boolvar_array_set(array._handle, variable._handle, index)
    return array


def _int_var_array(variables: Sequence[Any]) -> _HandleWrapper:
    array = _HandleWrapper(backend.create_intvar_array(len(variables)))
    for index, variable in enumerate(variables):
        backend.intvar_array_set(array._handle, variable._handle, index)
    return array


def _int_array(numbers: Sequence[int]) -> _HandleWrapper:
    array = _HandleWrapper(backend.create_int_array(len(numbers)))
    for index, number in enumerate(numbers):
        backend.int_array_set(array._handle, number, index)
    return array
