"""The words of models in the language of CP-SAT."""

from collections.abc import Callable, Iterable
from typing import Any

from ortools.sat.python import cp_model

from masume.engines.closed_routes import is_closed
from masume.modelling.compiled import Compiled, Guarded
from masume.modelling.cyclic_labels import Beside, DifferentAmong
from masume.modelling.integers import AllDifferent, Comparison, Integer, Sum, Table, Tally
from masume.modelling.kernel import TRUE, Count, Route


class Translation:
    """A CP-SAT model of a compiled model; `unstated` are the structures that CP-SAT has no word for.

    A literal that says which value an integer has is made only where something else mentions it.
    """

    def __init__(self, compiled: Compiled) -> None:
        self.model = cp_model.CpModel()
        self._variables = compiled.variables
        self._bools: dict[int, cp_model.IntVar] = {}
        self._integers: dict[int, cp_model.IntVar] = {}  # by its first literal
        self._values: dict[int, tuple[cp_model.IntVar, int]] = {}  # of the literals of integers
        for word in compiled.words:
            if isinstance(word, Integer):
                self._integer(word)
        for clause in compiled.each_clause():
            self.clause(clause)
        for count in compiled.counts:
            self._count(count)
        for word in compiled.words:
            self._word(word)
        self.unstated: list[Guarded] = []
        for guarded in compiled.structures:
            route = guarded.structure
            if guarded.guard == TRUE and isinstance(route, Route) and is_closed(route, compiled.each_clause()):
                self._circuit(route)
            else:
                self.unstated.append(guarded)

    def literal(self, literal: int) -> Any:
        """A literal as CP-SAT's."""
        variable = self._bool(abs(literal))
        return variable if literal > 0 else variable.negated()

    def know(self, literals: Iterable[int]) -> None:
        """Have variables for literals that no constraint may have mentioned."""
        for literal in literals:
            if abs(literal) not in self._values:
                self._bool(abs(literal))

    def hint(self, literal: int) -> None:
        """Ask the search to try a literal true first."""
        self.model.add_hint(self._bool(abs(literal)), literal > 0)

    def clause(self, clause: list[int]) -> cp_model.Constraint:
        """At least one literal is true."""
        return self.model.add_bool_or([self.literal(literal) for literal in clause])

    def refusal(self, variables: list[int], values: list[int]) -> list[int]:
        """The clause that excludes these values of the variables; of an integer it names just the value it has."""
        signed = (values[variable - 1] for variable in variables)
        return [-literal for literal in signed if literal > 0 or -literal not in self._values]

    def values(self, value: Callable[[cp_model.IntVar], int]) -> list[int]:
        """All variables of the model, signed."""
        signed = [-variable for variable in range(1, max(self._variables, *self._bools) + 1)]
        for variable, made in self._bools.items():
            if value(made):
                signed[variable - 1] = variable
        for variable, (integer, wanted) in self._values.items():
            signed[variable - 1] = variable if value(integer) == wanted else -variable
        return signed

    def _bool(self, variable: int) -> cp_model.IntVar:
        if variable not in self._bools:
            made = self._bools[variable] = self.model.new_bool_var("")
            if variable in self._values:
                integer, value = self._values[variable]
                self.model.add(integer == value).only_enforce_if(made)
                self.model.add(integer != value).only_enforce_if(made.negated())
        return self._bools[variable]

    def _integer(self, integer: Integer) -> None:
        made = self.model.new_int_var(integer.domain[0], integer.domain[-1], "")
        self._integers[integer.literals[0]] = made
        self._values |= {
            literal: (made, value) for literal, value in zip(integer.literals, integer.domain, strict=True)
        }

    def _of(self, integer: Integer) -> cp_model.IntVar:
        return self._integers[integer.literals[0]]

    def _count(self, count: Count) -> None:
        if count.low > count.high:
            self._only_if(self.model.add_bool_or([]), count.when)
            return
        total = cp_model.LinearExpr.weighted_sum([self.literal(one) for one in count.literals], list(count.weights))
        self._only_if(self.model.add_linear_constraint(total, count.low, count.high), count.when)

    def _only_if(self, constraint: Any, when: int) -> None:
        if when != TRUE:
            constraint.only_enforce_if(self.literal(when))

    def _word(self, word: object) -> None:
        match word:
            case AllDifferent(integers, when):
                self._only_if(self.model.add_all_different([self._of(one) for one in integers]), when)
            case Sum(integers, number, distinct, when):
                mine = [self._of(one) for one in integers]
                self._only_if(self.model.add(cp_model.LinearExpr.sum(mine) == number), when)
                if distinct:
                    self._only_if(self.model.add_all_different(mine), when)
            case Table():
                self._table(word)
            case Tally(integer, literals):
                total = cp_model.LinearExpr.sum([self.literal(one) for one in literals])
                self.model.add(total == self._of(integer))
            case Comparison(one, sign, other, when):
                self._only_if(self.model.add(_compared(self._of(one), sign, self._of(other))), when)
            case Beside():
                self._beside(word)
            case DifferentAmong():
                self._different_among(word)

    def _table(self, word: Table) -> None:
        if not word.rows:
            self._only_if(self.model.add_bool_or([]), word.when)
        elif word.integers:
            integers = [self._of(one) for one in word.integers]
            self._only_if(self.model.add_allowed_assignments(integers, word.rows), word.when)

    def _beside(self, word: Beside) -> None:
        """One of four: one more, one less, and 0 beside the last, either way."""
        one, other, length = (self._of(integer) for integer in (word.one, word.other, word.length))
        ways = [
            [one == other + 1],
            [other == one + 1],
            [one == 0, other == length - 1],
            [other == 0, one == length - 1],
        ]
        chosen = [self.model.new_bool_var("") for _ in ways]
        for literal, equations in zip(chosen, ways, strict=True):
            for equation in equations:
                self.model.add(equation).only_enforce_if(literal)
        self._only_if(self.model.add_bool_or(chosen), word.when)

    def _different_among(self, word: DifferentAmong) -> None:
        """All different, where those that do not count have a value each that no other can have."""
        beyond = max((integer.domain[-1] for integer in word.integers), default=0) + 1
        stand_ins = []
        for number, (integer, condition) in enumerate(zip(word.integers, word.conditions, strict=True)):
            stand_in = self.model.new_int_var(integer.domain[0], beyond + number, "")
            counts = self.literal(condition)
            self.model.add(stand_in == self._of(integer)).only_enforce_if(counts)
            self.model.add(stand_in == beyond + number).only_enforce_if(counts.negated())
            stand_ins.append(stand_in)
        self.model.add_all_different(stand_ins)

    def _circuit(self, route: Route) -> None:
        """One circuit through the vertices that are passed; the others have an arc to themselves."""
        arcs: list[tuple[int, int, Any]] = []
        for literal, (one, other) in zip(route.literals, route.graph.edges, strict=True):
            there, back = self.model.new_bool_var(""), self.model.new_bool_var("")
            self.model.add(there + back == 1).only_enforce_if(self.literal(literal))
            self.model.add(there + back == 0).only_enforce_if(self.literal(-literal))
            arcs += [(one, other, there), (other, one, back)]
        arcs += [(vertex, vertex, self.model.new_bool_var("")) for vertex in range(route.graph.size)]
        self.model.add_circuit(arcs)


def _compared(one: cp_model.IntVar, sign: str, other: cp_model.IntVar) -> Any:
    match sign:
        case "<":
            return one < other
        case "<=":
            return one <= other
        case "==":
            return one == other
    return one != other
