"""Stable models by Clark's completion and loop formulas, in the way of ASSAT and CMODELS, on Glucose 4.

A model of the completion is stable if every true atom is founded, that is, derived step by step.  If some are not,
they form loops; the formula "a loop's atom is true only if something outside the loop supports it" is added for each,
and the search goes on (F. Lin and Y. Zhao 2004; Y. Lierler and M. Maratea 2004).

    program = GroundProgram()
    control.register_observer(program, replace=True)
    control.ground([("base", [])])
    completion = Completion(program)
    for true in completion.models([atom.literal for atom in control.symbolic_atoms]):
        print([str(atom.symbol) for atom in control.symbolic_atoms if true(atom.literal)])
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from pysat.solvers import Glucose4

from masume.engines.ground import Body, GroundProgram, Loops, sign, weighed
from masume.modelling.cardinality import Counters
from masume.modelling.kernel import FALSE, TRUE, Count

Adding: TypeAlias = Callable[[list[int]], object]


class Clauses:
    """The completion of a ground program as clauses, with literals that are known put into its rules.

    Equal bodies of several literals share a variable; an atom whose single rule is no choice is its body.  Sums are
    made equivalent to variables by counters.  `signs` has a literal for each body of the program.
    """

    def __init__(self, program: GroundProgram, atoms: set[int], known: frozenset[int], add: Adding) -> None:
        self._program, self._known, self._add_to_solver = program, known, add
        self._undecided = [atom for atom in atoms if sign(atom) not in known and -sign(atom) not in known]
        self.variables = first = max(atoms, default=0) + 1
        self.number = 0  # of clauses
        self._counters, self._rests = Counters(self.new), dict[Body, int]()
        bodies = [self._reduced(body) for body in program.bodies]
        self.signs = self._named(bodies)
        self._define_bodies(dict(zip(bodies, self.signs, strict=True)))
        self._define_atoms(atoms)
        self._constrain()
        self.size = len(self._undecided) + self.variables - first

    def new(self) -> int:
        """A variable that stands for nothing yet."""
        self.variables += 1
        return self.variables

    def add(self, clause: Iterable[int]) -> None:
        """Add a clause, without what is known."""
        literals = [*clause]
        if self._known.isdisjoint(literals):
            self.number += 1
            self._add_to_solver([literal for literal in literals if -literal not in self._known])

    def rest(self, body: Body) -> int:
        """A literal that can be true only if a sum reaches its bound."""
        if body not in self._rests:
            self._rests[body] = self.new()
            self._add_count(body, body.bound, sum(body.weights), self._rests[body])
        return self._rests[body]

    def _reduced(self, body: Body) -> Body | None:
        """What a body still asks for; None if it is false."""
        known = self._known
        literals = [literal for literal in body.literals if sign(literal) not in known]
        if body.weights:
            pairs = [*zip(body.literals, body.weights, strict=True)]
            given = sum(weight for literal, weight in pairs if sign(literal) in known)
            open_ = (pair for pair in pairs if pair[0] in literals and -sign(pair[0]) not in known)
            return weighed(open_, body.bound - given)
        return None if any(-sign(literal) in known for literal in literals) else Body(tuple(literals))

    def _named(self, bodies: list[Body | None]) -> list[int]:
        """A literal for each body."""
        names: dict[Body | None, int] = {None: FALSE, Body(()): TRUE}
        for atom in self._undecided:
            supports = self._program.supports.get(atom, {})
            left = [number for number in supports if bodies[number] is not None]
            if len(left) == 1 and not supports[left[0]]:
                names.setdefault(bodies[left[0]], sign(atom))
        for body in bodies:
            if body is not None and len(body.literals) == 1:
                names[body] = sign(body.literals[0])
            elif body not in names:
                names[body] = self.new()
        return [names[body] for body in bodies]

    def _define_bodies(self, names: Mapping[Body | None, int]) -> None:
        """Make each name of a body equivalent to it."""
        sums: list[tuple[int, Body]] = []
        for body, name in names.items():
            if body is None or len(body.literals) < 2:
                continue
            if body.weights:
                sums.append((name, body))
            else:
                literals = [sign(literal) for literal in body.literals]
                for literal in literals:
                    self.add((-name, literal))
                self.add((name, *(-literal for literal in literals)))
        for name, body in sorted(sums, key=lambda each: -each[1].bound):  # a counter that can count far serves all
            self._add_count(body, body.bound, sum(body.weights), name)
            self._add_count(body, 0, body.bound - 1, -name)

    def _add_count(self, body: Body, low: int, high: int, when: int) -> None:
        """Say that the literals of a body weigh between low and high, if `when` is true."""
        literals = tuple(sign(literal) for literal in body.literals)
        for clause in self._counters.bounds(Count(literals, body.weights, low, high, when)):
            self.add(clause)
        for definition in self._counters.definitions:
            self.add(definition)
        self._counters.definitions.clear()

    def _define_atoms(self, atoms: set[int]) -> None:
        """Say of each atom that one of its bodies is true if it is, and the reverse unless they only allow it."""
        for atom in atoms:
            supports, name = self._program.supports.get(atom, {}), sign(atom)
            bodies = {self.signs[number] for number in supports} - {FALSE}
            if bodies == {name}:  # defined as a body, or in need of itself, which is for loop formulas to forbid
                continue
            for body in {self.signs[number] for number, choice in supports.items() if not choice} - {FALSE}:
                self.add((-body, name))
            self.add((-name, *bodies))

    def _constrain(self) -> None:
        for body in map(self._reduced, self._program.constraints):
            if body is not None and body.weights:
                self._add_count(body, 0, body.bound - 1, TRUE)
            elif body is not None:
                self.add(-sign(literal) for literal in body.literals)


class Completion:
    """The completion of a ground program in a solver, which is taught loop formulas as they are needed.

    Unless it shall not be simplified, what follows by unit propagation is put into the rules beforehand, and counts
    neither as an atom nor as a clause: only so do the sizes come near those that are printed of CMODELS.
    """

    def __init__(self, program: GroundProgram, simplified: bool = True) -> None:
        if program.refused:
            raise ValueError(program.refused)
        program.settle_externals()
        self._atoms = program.atoms()
        known = _implied(program, self._atoms) if simplified else frozenset({TRUE})
        self._solver: Any = Glucose4()
        for literal in known:
            self._solver.add_clause([literal])
        self._clauses = Clauses(program, self._atoms, known, self._solver.add_clause)
        self._size = {"completion_atoms": self._clauses.size, "clauses": self._clauses.number}
        self._loop_formulas = self._loop_clauses = self._searches = 0
        self._loops = Loops(program, self._clauses.signs)

    @property
    def statistics(self) -> Mapping[str, int]:
        """The size of the completion, what loops and answers added to it, and what the solver did."""
        counted = self._solver.accum_stats()
        return {
            **self._size,
            "loop_formulas": self._loop_formulas,
            "loop_clauses": self._loop_clauses,
            "sat_calls": self._searches,
            "conflicts": counted["conflicts"],
            "choices": counted["decisions"],
        }

    def models(self, literals: Iterable[int], most: int = 0) -> Iterator[Callable[[int], bool]]:
        """Stable models that differ in the given literals, each once; at most so many, or all.

        A model says of a literal of the program whether it is true.  Every call begins anew, but with the loop
        formulas that are known.
        """
        asked = [sign(literal) for literal in literals if abs(literal) in self._atoms]
        number, this_time = 0, self._clauses.new()
        try:
            while (held := self._stable(this_time)) is not None:
                number += 1
                yield self._truth(held)
                if number == most:
                    return
                self._clauses.add([-this_time, *(-literal if literal in held else literal for literal in asked)])
        finally:
            self._clauses.add([-this_time])

    def _truth(self, held: Collection[int]) -> Callable[[int], bool]:
        return lambda literal: sign(literal) in held if abs(literal) in self._atoms else literal < 0

    def _stable(self, assumption: int) -> Collection[int] | None:
        """The solver's literals that hold in a stable model; None if there is none."""
        while True:
            self._searches += 1
            if not self._solver.solve_limited([assumption], expect_interrupt=True):  # lets other threads run meanwhile
                return None
            held = frozenset(self._solver.get_model())
            loops = self._loops.unfounded(held)
            if not loops:
                return held
            for loop in loops:
                self._add_loop_formula(loop)

    def _add_loop_formula(self, loop: set[int]) -> None:
        """Say that no atom of a loop is true unless the loop has support from outside.

        The formula has one clause per atom, so that all its atoms fall with the support.  A variable stands for the
        support, lest each clause repeats it: that is as long as the loop.
        """
        before = self._clauses.number
        whole, rests = self._loops.support(loop)
        support = [*whole, *(self._clauses.rest(rest) for rest in rests)]
        if len(loop) > 1 and len(support) > 1:
            shared = self._clauses.new()
            self._clauses.add([-shared, *support])
            support = [shared]
        for atom in loop:
            self._clauses.add([-sign(atom), *support])
        self._loop_formulas += 1
        self._loop_clauses += self._clauses.number - before


def _implied(program: GroundProgram, atoms: set[int]) -> frozenset[int]:
    """The literals of atoms that follow from the completion by unit propagation."""
    with Glucose4() as solver:
        # Only what follows from an assumption is told, so units are made to.
        Clauses(program, atoms, frozenset(), lambda clause: solver.add_clause([FALSE, *clause][len(clause) > 1 :]))
        consistent, implied = solver.propagate([TRUE])
    highest = max(atoms, default=0) + 1
    return frozenset({TRUE, *(literal for literal in implied if consistent and abs(literal) <= highest)})
