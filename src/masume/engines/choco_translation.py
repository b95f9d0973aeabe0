"""The words of models in the language of Choco.

What pychoco makes arrays of it never frees, and with an array stays its whole model: so arrays are made here.  A call
that Choco refuses ends the process: so it is never given anything empty, nor one variable twice.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import count
from typing import Any

from pychoco import Model, backend, create_undirected_graph
from pychoco._handle_wrapper import _HandleWrapper
from pychoco.constraints.constraint import Constraint

from masume.engines.closed_routes import is_closed
from masume.modelling.compiled import Compiled, Guarded
from masume.modelling.cyclic_labels import Beside, DifferentAmong
from masume.modelling.graph import Graph
from masume.modelling.integers import SIGNS, AllDifferent, Comparison, Integer, Sum, Table, Tally
from masume.modelling.kernel import FALSE, TRUE, Count, Region, Route

_HELPERS = 1 << 40  # from here on, literals that only the translation knows


class Translation:
    """A Choco model of a compiled model; `is_false` if a clause has no literal.

    A literal that says which value an integer has is made only where something else mentions it.
    """

    def __init__(self, compiled: Compiled) -> None:
        self.model = Model()
        self.variables = self.constraints = 0
        self.is_false = False
        self._known = compiled.variables
        self._helpers = count(_HELPERS)
        self._bools: dict[int, Any] = {TRUE: self.model.boolvar(True), FALSE: self.model.boolvar(False)}
        self._integers: dict[Integer, Any] = {}
        self._values: dict[int, tuple[Integer, int]] = {}  # of the literals of integers
        for word in compiled.words:
            if isinstance(word, Integer):
                self.variables += 1
                self._integers[word] = self.model.intvar(list(word.domain))
                self._values |= {
                    literal: (word, value) for literal, value in zip(word.literals, word.domain, strict=True)
                }
        self.clauses(compiled.each_clause())
        for each in compiled.counts:
            self._count(each)
        for word in compiled.words:
            self._word(word)
        for guarded in compiled.structures:
            self._structure(guarded, compiled)

    def literal(self, literal: int) -> Any:
        """A literal as a Boolean variable of Choco."""
        if literal not in self._bools:
            if literal < 0:
                made = self.model.bool_not_view(self.literal(-literal))
            elif literal in self._values:
                integer, value = self._values[literal]
                made = self.model.int_eq_view(self._integers[integer], value)
            else:
                self.variables += 1
                made = self.model.boolvar()
            self._bools[literal] = made
        return self._bools[literal]

    def clauses(self, clauses: Iterable[Iterable[int]]) -> None:
        """All clauses hold."""
        for clause in clauses:
            self.clause(clause)

    def clause(self, clause: Iterable[int]) -> None:
        """At least one literal is true."""
        literals = set(clause)
        if not literals:
            self.is_false = True
        elif not any(-literal in literals for literal in literals) and TRUE not in literals:
            self.constraints += 1
            positive = _booleans([self.literal(one) for one in literals if one > 0])
            negative = _booleans([self.literal(-one) for one in literals if one < 0])
            backend.add_clauses(self.model._handle, positive._handle, negative._handle)

    def told_apart(self, variables: Iterable[int]) -> list[Any]:
        """What tells solutions apart as these variables do: an integer, if all its literals are there, or literals."""
        wanted = dict.fromkeys(variable for variable in variables if variable != TRUE)
        integers = dict.fromkeys(self._values[variable][0] for variable in wanted if variable in self._values)
        whole = [integer for integer in integers if wanted.keys() >= set(integer.literals)]
        named = {literal for integer in whole for literal in integer.literals}
        single = [self.literal(variable) for variable in wanted if variable not in named]
        return [*single, *(self._integers[integer] for integer in whole)]

    def values(self) -> list[int]:
        """All variables of the model as they are in the solution that Choco is at, signed."""
        made = {literal: one for literal, one in self._bools.items() if 0 < literal < _HELPERS}
        signed = [-variable for variable in range(1, max(self._known, *made) + 1)]
        for variable, one in made.items():
            if one.get_value():
                signed[variable - 1] = variable
        for integer, one in self._integers.items():
            variable = integer.equals(one.get_value())
            signed[variable - 1] = variable
        return signed

    def _helper(self) -> int:
        return next(self._helpers)

    def _all(self, literals: Iterable[int]) -> int:
        """A literal that is true just if all of these are."""
        return -self._any([-literal for literal in literals])

    def _any(self, literals: Iterable[int]) -> int:
        """A literal that is true just if one of these is."""
        chosen = set(literals) - {FALSE}
        if TRUE in chosen:
            return TRUE
        if len(chosen) < 2:
            return next(iter(chosen), FALSE)
        made = self._helper()
        self.clause([-made, *chosen])
        for literal in chosen:
            self.clause([made, -literal])
        return made

    def _post(self, constraint: Constraint, when: int = TRUE) -> None:
        self.constraints += 1
        if when == TRUE:
            constraint.post()
        else:
            constraint.implied_by(self.literal(when))

    def _count(self, each: Count) -> None:
        weights, constant = Counter[int](), 0
        for literal, weight in zip(each.literals, each.weights, strict=True):
            weights[abs(literal)] += weight if literal > 0 else -weight
            constant += 0 if literal > 0 else weight
        constant += weights.pop(TRUE, 0)
        terms = [(self.literal(variable), weight) for variable, weight in weights.items() if weight]
        self._bounded(terms, each.low - constant, each.high - constant, each.when)

    def _bounded(self, terms: list[tuple[Any, int]], low: int, high: int, when: int) -> None:
        """If `when` is true, the weighted sum is from `low` to `high`; its bounds are loose if it is not."""
        ends = [(weight * made.get_lb(), weight * made.get_ub()) for made, weight in terms]
        least, most = sum(map(min, ends)), sum(map(max, ends))
        if low > most or high < least or low > high:
            self.clause([-when])
        elif when == TRUE and low == high:
            self._linear(terms, "=", low)
        else:
            slack = [] if when == TRUE else [self.literal(-when)]
            if low > least:
                self._linear([*terms, *((one, low - least) for one in slack)], ">=", low)
            if high < most:
                self._linear([*terms, *((one, high - most) for one in slack)], "<=", high)

    def _linear(self, terms: list[tuple[Any, int]], sign: str, bound: int) -> None:
        if terms:
            made, weights = _integers([made for made, _ in terms]), _numbers([weight for _, weight in terms])
            handle = backend.scalar_i(self.model._handle, made._handle, weights._handle, sign, bound)
            self._post(Constraint(handle, self.model))

    def _word(self, word: object) -> None:
        match word:
            case AllDifferent(integers, when):
                self._all_different(integers, when)
            case Sum(integers, number, distinct, when):
                terms = [(self._integers[one], times) for one, times in Counter(integers).items()]
                self._bounded(terms, number, number, when) if terms or number else None
                if distinct:
                    self._all_different(integers, when)
            case Table(integers, rows, when):
                self._table(integers, rows, when)
            case Tally(integer, literals):
                self._tally(integer, literals)
            case Comparison(one, sign, other, when):
                self._comparison(one, sign, other, when)
            case Beside():
                self._beside(word)
            case DifferentAmong():
                self._different_among(word)

    def _all_different(self, integers: Sequence[Integer], when: int) -> None:
        if len(set(integers)) < len(integers):
            self.clause([-when])
        else:
            self._differ([self._integers[integer] for integer in integers], when)

    def _differ(self, made: list[Any], when: int = TRUE) -> None:
        if len(made) > 1:
            array = _integers(made)
            handle = backend.all_different(self.model._handle, array._handle, "AC")
            self._post(Constraint(handle, self.model), when)

    def _table(self, integers: Sequence[Integer], rows: Iterable[Sequence[int]], when: int) -> None:
        """One of the rows; of an integer that stands there twice one column is left."""
        fitting = [dict(zip(integers, row, strict=True)) for row in rows if _fits(integers, row)]
        columns = list(dict.fromkeys(integers))
        if not fitting:
            self.clause([-when])
        elif columns:
            lines = dict.fromkeys(tuple(row[integer] for integer in columns) for row in fitting)
            made, table = _integers([self._integers[one] for one in columns]), [_numbers(line) for line in lines]
            whole = _HandleWrapper(backend.create_int_2d_array(len(table)))
            for place, line in enumerate(table):
                backend.int_2d_array_set(whole._handle, line._handle, place)
            handle = backend.table(self.model._handle, made._handle, whole._handle, True, "CT+")
            self._post(Constraint(handle, self.model), when)

    def _tally(self, integer: Integer, literals: Sequence[int]) -> None:
        weights = Counter(abs(literal) for literal in literals if literal > 0)
        weights.subtract(abs(literal) for literal in literals if literal < 0)
        number = -sum(literal < 0 for literal in literals) - weights.pop(TRUE, 0)
        terms = [(self.literal(variable), weight) for variable, weight in weights.items() if weight]
        self._bounded([*terms, (self._integers[integer], -1)], number, number, TRUE)

    def _comparison(self, one: Integer, sign: str, other: Integer, when: int) -> None:
        if one != other:
            word = "=" if sign == "==" else sign
            self._post(self.model.arithm(self._integers[one], word, self._integers[other]), when)
        elif not SIGNS[sign](0, 0):
            self.clause([-when])

    def _beside(self, word: Beside) -> None:
        """One of four: one more, one less, and 0 beside the last, either way."""
        one, other, length = word.one, word.other, word.length
        ways = [self._equal(one, other, 1), self._equal(other, one, 1)]
        ways += [self._all([a.equals(0), self._equal(length, b, 1)]) for a, b in ((one, other), (other, one))]
        self.clause([-word.when, *ways])

    def _equal(self, one: Integer, other: Integer, more: int) -> int:
        """A literal that says that one integer is so much more than another."""
        if one == other or not {value + more for value in other.domain}.intersection(one.domain):
            return TRUE if one == other and more == 0 else FALSE
        made = self._helper()
        self.constraints += 1
        self.model.reify_x_eq_yc(self._integers[one], self._integers[other], more, self.literal(made))
        return made

    def _different_among(self, word: DifferentAmong) -> None:
        """All different, where those that do not count have a value each that no other can have."""
        beyond = max((integer.domain[-1] for integer in word.integers), default=0) + 1
        stand_ins = []
        for number, (integer, condition) in enumerate(zip(word.integers, word.conditions, strict=True), beyond):
            made = self.model.intvar([*integer.domain, number])
            self.model.reify_x_eq_y(made, self._integers[integer], self.literal(condition))
            self.model.reify_x_eq_y(made, number, self.literal(-condition))
            stand_ins.append(made)
        self.variables += len(stand_ins)
        self.constraints += 2 * len(stand_ins)
        self._differ(stand_ins)

    def _structure(self, guarded: Guarded, compiled: Compiled) -> None:
        """A structure on what is on and guarded: if the guard is false, that is nothing, which is in one piece."""
        structure, guard = guarded
        if isinstance(structure, Route):
            closed = guard == TRUE and is_closed(structure, compiled.each_clause())
            self._route(structure.graph, [self._all([guard, one]) for one in structure.literals], closed)
            return
        on = [self._all([guard, literal]) for literal in structure.literals]
        if isinstance(structure, Region):
            self._connected(structure.graph.with_outside(structure.roots), [*on, TRUE])
        elif structure.links is None:
            self._connected(structure.graph, on)
        else:
            ways = _joined(structure.graph, structure.links)
            edges = {(a, b): self._all([on[a], on[b], self._any(links)]) for (a, b), links in ways.items()}
            self._one_piece(on, edges)

    def _connected(self, graph: Graph, on: Sequence[int]) -> None:
        if graph.size > 1:
            none = create_undirected_graph(self.model, graph.size)
            whole = self._whole(graph.size, dict.fromkeys(_joined(graph, graph.edges)))
            made = self.model.node_induced_graphvar(none, whole, "")
            self._nodes(made, on)
            self._post(self.model.graph_connected(made))

    def _route(self, graph: Graph, on: Sequence[int], closed: bool) -> None:
        edges = {ends: self._any(literals) for ends, literals in _joined(graph, on).items()}
        if closed and len(edges) == len(graph.edges):
            self._post(self.model.graph_cycle(self._edges(graph.size, edges)))
        else:
            nodes = [self._any(on[edge] for _, edge in around) for around in graph.adjacency]
            self._one_piece(nodes, edges)

    def _one_piece(self, nodes: Sequence[int], edges: dict[tuple[int, int], int]) -> None:
        if len(nodes) > 1:
            made = self._edges(len(nodes), edges)
            self._nodes(made, nodes)
            self._post(self.model.graph_connected(made))

    def _edges(self, size: int, edges: dict[tuple[int, int], int]) -> Any:
        """A graph variable with the edges that are on."""
        none = create_undirected_graph(self.model, size)
        made = self.model.graphvar(none, self._whole(size, edges), "")
        for (one, other), literal in edges.items():
            self._post(self.model.graph_edge_channeling(made, self.literal(literal), one, other))
        return made

    def _whole(self, size: int, edges: Iterable[tuple[int, int]]) -> Any:
        self.variables += 1
        return create_undirected_graph(self.model, size, list(range(size)), [list(ends) for ends in edges])

    def _nodes(self, made: Any, on: Sequence[int]) -> None:
        nodes = _booleans([self.literal(literal) for literal in on])
        handle = backend.graph_nodes_channeling_bools(self.model._handle, made._handle, nodes._handle)
        self._post(Constraint(handle, self.model))


def refuse_again(solver: Any, told_apart: Sequence[Any]) -> None:
    """Let a search find no second solution in which all of these have the values of another."""
    if told_apart:
        array = _integers(told_apart)
        backend.set_nogood_recording_from_solutions(solver._handle, array._handle)


def _fits(integers: Sequence[Integer], row: Sequence[int]) -> bool:
    pairs = set(zip(integers, row, strict=True))
    return len(pairs) == len(set(integers)) and all(value in integer.domain for integer, value in pairs)


def _joined(graph: Graph, literals: Sequence[Any]) -> dict[tuple[int, int], list[Any]]:
    """What lies on the edges, by their ends: parallel edges are one, and edges back to their vertex join nothing."""
    found: dict[tuple[int, int], list[Any]] = {}
    for ends, literal in zip(graph.edges, literals, strict=True):
        one, other = sorted(ends)
        if one != other:
            found.setdefault((one, other), []).append(literal)
    return found


def _booleans(made: Sequence[Any]) -> _HandleWrapper:
    array = _HandleWrapper(backend.create_boolvar_array(len(made)))
    for place, one in enumerate(made):
        backend.boolvar_array_set(array._handle, one._handle, place)
    return array


def _integers(made: Sequence[Any]) -> _HandleWrapper:
    array = _HandleWrapper(backend.create_intvar_array(len(made)))
    for place, one in enumerate(made):
        backend.intvar_array_set(array._handle, one._handle, place)
    return array


def _numbers(numbers: Sequence[int]) -> _HandleWrapper:
    array = _HandleWrapper(backend.create_int_array(len(numbers)))
    for place, number in enumerate(numbers):
        backend.int_array_set(array._handle, number, place)
    return array
