"""Stable models by Clark's completion and loop formulas on Glucose 4, like ASSAT and CMODELS.

A model of the completion is stable if every true atom is founded, that is, derived step by step.  Unfounded atoms form
loops.  For each loop, the loop formula "an atom of the loop is true only if a body outside the loop supports it" is
added, and the search continues (F. Lin and Y. Zhao 2004; Y. Lierler and M. Maratea 2004).

    program = GroundProgram()
    control.register_observer(program, replace=True)
    control.ground([("base", [])])
    completion = Completion(program)
    for is_true in completion.models([atom.literal for atom in control.symbolic_atoms]):
        print([str(atom.symbol) for atom in control.symbolic_atoms if is_true(atom.literal)])
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from pysat.solvers import Glucose4

from masume.engines.ground import Body, GroundProgram, Loops, make_weight_body, solver_literal
from masume.modelling.basic_constraints import FALSE, TRUE, Count
from masume.modelling.cardinality import CountEncoder

AddClause: TypeAlias = Callable[[list[int]], object]


class CompletionClauses:
    """The clauses of the completion of a ground program, simplified by the known literals.

    Equal bodies share a variable.  If an atom has only one rule, and this is no choice rule, the atom's variable also
    stands for the body.  `body_literals` has the literal of each body; counters define those of sums.  `count` is the
    number of clauses, `size` the number of undecided atoms and new variables.
    """

    def __init__(self, program: GroundProgram, atoms: set[int], known: frozenset[int], add_clause: AddClause) -> None:
        self._program, self._known, self._add_to_solver = program, known, add_clause
        self._undecided = [atom for atom in atoms if known.isdisjoint((solver_literal(atom), -solver_literal(atom)))]
        self.variables = first = max(atoms, default=0) + 1
        self.count = 0
        self._count_encoder, self._sum_literals = CountEncoder(self.new_variable), dict[Body, int]()
        bodies = [self._simplify(body) for body in program.bodies]
        self.body_literals = self._assign_literals(bodies)
        self._define_bodies(dict(zip(bodies, self.body_literals, strict=True)))
        self._define_atoms(atoms)
        self._add_constraints()
        self.size = len(self._undecided) + self.variables - first

    def new_variable(self) -> int:
        """Return a new variable."""
        self.variables += 1
        return self.variables

    def add(self, clause: Iterable[int]) -> None:
        """Add a clause, simplified by the known literals."""
        literals = [*clause]
        if self._known.isdisjoint(literals):
            self.count += 1
            self._add_to_solver([literal for literal in literals if -literal not in self._known])

    def sum_literal(self, body: Body) -> int:
        """Return a literal that can be true only if a sum reaches its bound."""
        if body not in self._sum_literals:
            self._sum_literals[body] = self.new_variable()
            self._add_count(body, body.bound, sum(body.weights), self._sum_literals[body])
        return self._sum_literals[body]

    def _simplify(self, body: Body) -> Body | None:
        """Return a body without the known literals; None if it is false."""
        known = self._known
        literals = [literal for literal in body.literals if solver_literal(literal) not in known]
        if body.weights:
            pairs = [*zip(body.literals, body.weights, strict=True)]
            true_weight = sum(weight for literal, weight in pairs if solver_literal(literal) in known)
            unknown = (pair for pair in pairs if pair[0] in literals and -solver_literal(pair[0]) not in known)
            return make_weight_body(unknown, body.bound - true_weight)
        return None if any(-solver_literal(literal) in known for literal in literals) else Body(tuple(literals))

    def _assign_literals(self, bodies: list[Body | None]) -> list[int]:
        """Return a literal for each body."""
        assigned: dict[Body | None, int] = {None: FALSE, Body(()): TRUE}
        for atom in self._undecided:
            supports = self._program.supports.get(atom, {})
            possible = [number for number in supports if bodies[number] is not None]
            if len(possible) == 1 and not supports[possible[0]]:
                assigned.setdefault(bodies[possible[0]], solver_literal(atom))
        for body in bodies:
            if body is not None and len(body.literals) == 1:
                assigned[body] = solver_literal(body.literals[0])
            elif body not in assigned:
                assigned[body] = self.new_variable()
        return [assigned[body] for body in bodies]

    def _define_bodies(self, literals: Mapping[Body | None, int]) -> None:
        """Make the literal of each body equivalent to the body."""
        sums: list[tuple[int, Body]] = []
        for body, body_literal in literals.items():
            if body is None or len(body.literals) < 2:
                continue
            if body.weights:
                sums.append((body_literal, body))
            else:
                conjuncts = [solver_literal(literal) for literal in body.literals]
                for literal in conjuncts:
                    self.add((-body_literal, literal))
                self.add((body_literal, *(-literal for literal in conjuncts)))
        # The largest bounds first: a counter up to a large bound also serves smaller ones.
        for body_literal, body in sorted(sums, key=lambda pair: -pair[1].bound):
            self._add_count(body, body.bound, sum(body.weights), body_literal)
            self._add_count(body, 0, body.bound - 1, -body_literal)

    def _add_count(self, body: Body, low: int, high: int, when: int) -> None:
        """Require the true literals of a body to weigh between low and high if `when` is true."""
        literals = tuple(solver_literal(literal) for literal in body.literals)
        for clause in self._count_encoder.encode(Count(literals, body.weights, low, high, when)):
            self.add(clause)
        for definition in self._count_encoder.definitions:
            self.add(definition)
        self._count_encoder.definitions.clear()

    def _define_atoms(self, atoms: set[int]) -> None:
        """Add for each atom: it implies one of its bodies; each body of a rule that is not a choice rule implies it."""
        for atom in atoms:
            supports, literal = self._program.supports.get(atom, {}), solver_literal(atom)
            bodies = {self.body_literals[number] for number in supports} - {FALSE}
            if bodies == {literal}:  # it shares the literal of its body, or supports only itself: see loop formulas
                continue
            for body in {self.body_literals[number] for number, choice in supports.items() if not choice} - {FALSE}:
                self.add((-body, literal))
            self.add((-literal, *bodies))

    def _add_constraints(self) -> None:
        for body in map(self._simplify, self._program.constraints):
            if body is not None and body.weights:
                self._add_count(body, 0, body.bound - 1, TRUE)
            elif body is not None:
                self.add(-solver_literal(literal) for literal in body.literals)


class Completion:
    """The completion of a ground program in a solver; loop formulas are added when needed.

    With `simplify`, literals that follow by unit propagation are first removed from the rules, and are not counted as
    atoms or clauses.  Only then are the sizes comparable to those published for CMODELS.
    """

    def __init__(self, program: GroundProgram, simplify: bool = True) -> None:
        if program.unsupported:
            raise ValueError(program.unsupported)
        program.add_external_rules()
        self._atoms = program.atoms()
        known = _propagate(program, self._atoms) if simplify else frozenset({TRUE})
        self._solver: Any = Glucose4()
        for literal in known:
            self._solver.add_clause([literal])
        self._clauses = CompletionClauses(program, self._atoms, known, self._solver.add_clause)
        self._size = {"completion_atoms": self._clauses.size, "clauses": self._clauses.count}
        self._loop_formulas = self._loop_clauses = self._searches = 0
        self._loops = Loops(program, self._clauses.body_literals)

    @property
    def statistics(self) -> Mapping[str, int]:
        """The size of the completion, the loop formulas added to it, and the work of the solver."""
        statistics = self._solver.accum_stats()
        return {
            **self._size,
            "loop_formulas": self._loop_formulas,
            "loop_clauses": self._loop_clauses,
            "sat_calls": self._searches,
            "conflicts": statistics["conflicts"],
            "choices": statistics["decisions"],
        }

    def models(self, literals: Iterable[int], limit: int = 0) -> Iterator[Callable[[int], bool]]:
        """Yield stable models that differ in at least one of the literals, up to a limit (0: all).

        A model is a function that returns whether a literal of the program is true.  Each call enumerates from the
        start, but keeps the loop formulas of earlier calls.
        """
        projection = [solver_literal(literal) for literal in literals if abs(literal) in self._atoms]
        number, activation = 0, self._clauses.new_variable()
        try:
            while (model := self._find_stable_model(activation)) is not None:
                number += 1
                yield self._truth_function(model)
                if number == limit:
                    return
                self._clauses.add([-activation, *(-literal if literal in model else literal for literal in projection)])
        finally:
            self._clauses.add([-activation])

    def _truth_function(self, model: Collection[int]) -> Callable[[int], bool]:
        return lambda literal: solver_literal(literal) in model if abs(literal) in self._atoms else literal < 0

    def _find_stable_model(self, assumption: int) -> Collection[int] | None:
        """Return the solver's true literals in a stable model, None if there is none."""
        while True:
            self._searches += 1
            if not self._solver.solve_limited([assumption], expect_interrupt=True):  # releases the interpreter lock
                return None
            model = frozenset(self._solver.get_model())
            loops = self._loops.find_unfounded_loops(model)
            if not loops:
                return model
            for loop in loops:
                self._add_loop_formula(loop)

    def _add_loop_formula(self, loop: set[int]) -> None:
        """Add: no atom of a loop is true unless the loop has external support.

        The formula has one clause per atom, so that all atoms become false if the support does.  The support is about
        as long as the loop, so one variable stands for it in all these clauses.
        """
        count_before = self._clauses.count
        bodies, rests = self._loops.external_supports(loop)
        support = [*bodies, *(self._clauses.sum_literal(rest) for rest in rests)]
        if len(loop) > 1 and len(support) > 1:
            shared = self._clauses.new_variable()
            self._clauses.add([-shared, *support])
            support = [shared]
        for atom in loop:
            self._clauses.add([-solver_literal(atom), *support])
        self._loop_formulas += 1
        self._loop_clauses += self._clauses.count - count_before


def _propagate(program: GroundProgram, atoms: set[int]) -> frozenset[int]:
    """Return the literals of atoms that follow from the completion by unit propagation."""
    with Glucose4() as solver:
        # PySAT reports only what follows from an assumption, so unit clauses get the literal FALSE and TRUE is assumed.
        CompletionClauses(
            program, atoms, frozenset(), lambda clause: solver.add_clause([FALSE, *clause][len(clause) > 1 :])
        )
        consistent, implied = solver.propagate([TRUE])
    highest = max(atoms, default=0) + 1
    return frozenset({TRUE, *(literal for literal in implied if consistent and abs(literal) <= highest)})
