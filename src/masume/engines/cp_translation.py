"""Translation of compiled models to CP-SAT."""

from collections.abc import Callable, Iterable
from typing import Any

from ortools.sat.python import cp_model

from masume.engines.closed_routes import is_closed_route
from masume.modelling.basic_constraints import TRUE, Count, Route
from masume.modelling.compiled_model import CompiledModel, GuardedStructure
from masume.modelling.cyclic_labels import ConditionalAllDifferent, CyclicNeighbours
from masume.modelling.integers import AllDifferent, Comparison, Integer, Sum, Table, Tally


class CpTranslation:
    """The CP-SAT model of a compiled model; `untranslated` are the structures that CP-SAT has no constraint for.

    A literal "this integer has this value" becomes a variable only if some constraint mentions it.
    """

    def __init__(self, compiled: CompiledModel) -> None:
        self.model = cp_model.CpModel()
        self._variables = compiled.variables
        self._bools: dict[int, cp_model.IntVar] = {}
        self._integers: dict[int, cp_model.IntVar] = {}  # by their first literals
        self._values: dict[int, tuple[cp_model.IntVar, int]] = {}  # literal: (integer, value)
        for constraint in compiled.derived:
            if isinstance(constraint, Integer):
                self._add_integer(constraint)
        for clause in compiled.iter_clauses():
            self.add_clause(clause)
        for count in compiled.counts:
            self._add_count(count)
        for constraint in compiled.derived:
            self._add(constraint)
        self.untranslated: list[GuardedStructure] = []
        for guarded in compiled.structures:
            route = guarded.structure
            if guarded.guard == TRUE and isinstance(route, Route) and is_closed_route(route, compiled.iter_clauses()):
                self._add_circuit(route)
            else:
                self.untranslated.append(guarded)

    def literal(self, literal: int) -> Any:
        """Return CP-SAT's literal for a literal."""
        variable = self._bool(abs(literal))
        return variable if literal > 0 else variable.negated()

    def ensure_variables(self, literals: Iterable[int]) -> None:
        """Create variables for the literals that no constraint has mentioned."""
        for literal in literals:
            if abs(literal) not in self._values:
                self._bool(abs(literal))

    def add_hint(self, literal: int) -> None:
        """Make the search try this literal as true first."""
        self.model.add_hint(self._bool(abs(literal)), literal > 0)

    def add_clause(self, clause: list[int]) -> cp_model.Constraint:
        """Add a clause, and return CP-SAT's constraint for it."""
        return self.model.add_bool_or([self.literal(literal) for literal in clause])

    def blocking_clause(self, variables: list[int], values: list[int]) -> list[int]:
        """Return the clause that excludes these values of the variables; an integer needs only one literal."""
        literals = (values[variable - 1] for variable in variables)
        return [-literal for literal in literals if literal > 0 or -literal not in self._values]

    def values(self, value: Callable[[cp_model.IntVar], int]) -> list[int]:
        """Return all variables of the model, signed; `value` returns the value of a CP-SAT variable."""
        signed = [-variable for variable in range(1, max(self._variables, *self._bools) + 1)]
        for variable, boolean in self._bools.items():
            if value(boolean):
                signed[variable - 1] = variable
        for variable, (integer, number) in self._values.items():
            signed[variable - 1] = variable if value(integer) == number else -variable
        return signed

    def _bool(self, variable: int) -> cp_model.IntVar:
        if variable not in self._bools:
            boolean = self._bools[variable] = self.model.new_bool_var("")
            if variable in self._values:
                integer, value = self._values[variable]
                self.model.add(integer == value).only_enforce_if(boolean)
                self.model.add(integer != value).only_enforce_if(boolean.negated())
        return self._bools[variable]

    def _add_integer(self, integer: Integer) -> None:
        variable = self.model.new_int_var(integer.domain[0], integer.domain[-1], "")
        self._integers[integer.literals[0]] = variable
        self._values |= {
            literal: (variable, value) for literal, value in zip(integer.literals, integer.domain, strict=True)
        }

    def _int_var(self, integer: Integer) -> cp_model.IntVar:
        return self._integers[integer.literals[0]]

    def _add_count(self, count: Count) -> None:
        if count.low > count.high:
            self._only_if(self.model.add_bool_or([]), count.when)
            return
        total = cp_model.LinearExpr.weighted_sum(
            [self.literal(literal) for literal in count.literals], list(count.weights)
        )
        self._only_if(self.model.add_linear_constraint(total, count.low, count.high), count.when)

    def _only_if(self, constraint: Any, when: int) -> None:
        if when != TRUE:
            constraint.only_enforce_if(self.literal(when))

    def _add(self, constraint: object) -> None:
        match constraint:
            case AllDifferent(integers, when):
                self._only_if(self.model.add_all_different([self._int_var(integer) for integer in integers]), when)
            case Sum(integers, number, distinct, when):
                variables = [self._int_var(integer) for integer in integers]
                self._only_if(self.model.add(cp_model.LinearExpr.sum(variables) == number), when)
                if distinct:
                    self._only_if(self.model.add_all_different(variables), when)
            case Table():
                self._add_table(constraint)
            case Tally(integer, literals):
                total = cp_model.LinearExpr.sum([self.literal(literal) for literal in literals])
                self.model.add(total == self._int_var(integer))
            case Comparison(a, operator, b, when):
                self._only_if(self.model.add(_compare(self._int_var(a), operator, self._int_var(b))), when)
            case CyclicNeighbours():
                self._add_cyclic_neighbours(constraint)
            case ConditionalAllDifferent():
                self._add_conditional_all_different(constraint)

    def _add_table(self, table: Table) -> None:
        if not table.rows:
            self._only_if(self.model.add_bool_or([]), table.when)
        elif table.integers:
            variables = [self._int_var(integer) for integer in table.integers]
            self._only_if(self.model.add_allowed_assignments(variables, table.rows), table.when)

    def _add_cyclic_neighbours(self, constraint: CyclicNeighbours) -> None:
        """Require one of four cases: one more, one less, or 0 and the last label in either order."""
        a, b, length = (self._int_var(integer) for integer in (constraint.one, constraint.other, constraint.length))
        cases = [[a == b + 1], [b == a + 1], [a == 0, b == length - 1], [b == 0, a == length - 1]]
        chosen = [self.model.new_bool_var("") for _ in cases]
        for literal, equations in zip(chosen, cases, strict=True):
            for equation in equations:
                self.model.add(equation).only_enforce_if(literal)
        self._only_if(self.model.add_bool_or(chosen), constraint.when)

    def _add_conditional_all_different(self, constraint: ConditionalAllDifferent) -> None:
        """Add all-different for stand-ins: an integer whose condition is false gets a value that no other can have."""
        first_unused = max((integer.domain[-1] for integer in constraint.integers), default=0) + 1
        pairs = zip(constraint.integers, constraint.conditions, strict=True)
        stand_ins = []
        for unused_value, (integer, condition) in enumerate(pairs, first_unused):
            stand_in = self.model.new_int_var(integer.domain[0], unused_value, "")
            is_counted = self.literal(condition)
            self.model.add(stand_in == self._int_var(integer)).only_enforce_if(is_counted)
            self.model.add(stand_in == unused_value).only_enforce_if(is_counted.negated())
            stand_ins.append(stand_in)
        self.model.add_all_different(stand_ins)

    def _add_circuit(self, route: Route) -> None:
        """Require one circuit through the vertices on the route; every other vertex has an arc to itself."""
        arcs: list[tuple[int, int, Any]] = []
        for literal, (a, b) in zip(route.literals, route.graph.edges, strict=True):
            there, back = self.model.new_bool_var(""), self.model.new_bool_var("")
            self.model.add(there + back == 1).only_enforce_if(self.literal(literal))
            self.model.add(there + back == 0).only_enforce_if(self.literal(-literal))
            arcs += [(a, b, there), (b, a, back)]
        arcs += [(vertex, vertex, self.model.new_bool_var("")) for vertex in range(route.graph.size)]
        self.model.add_circuit(arcs)


def _compare(a: cp_model.IntVar, operator: str, b: cp_model.IntVar) -> Any:
    match operator:
        case "<":
            return a < b
        case "<=":
            return a <= b
        case "==":
            return a == b
    return a != b
