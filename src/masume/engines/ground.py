"""Ground answer set programs, observed while clingo grounds, and their unfounded loops.

program = GroundProgram()
control.register_observer(program, replace=True)  # before ground(); replace: clingo itself need not keep the rules
control.ground([("base", [])])
"""

import sys
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from clingo import TruthValue
from clingo.backend import Observer


class Body(NamedTuple):
    """Literals that must all be true or, with weights, a sum: the true ones must weigh at least `bound`."""

    literals: tuple[int, ...]
    weights: tuple[int, ...] = ()
    bound: int = 0


class GroundProgram(Observer):
    """The rules of a ground program; equal bodies are stored once and have a number.

    `supports[atom]` has a key for each body (a number) of a rule with this head; its value is true if all such rules
    are choice rules.  `unsupported` is an error message for a statement that is not supported, or None.
    """

    def __init__(self) -> None:
        self.bodies: list[Body] = []
        self.constraints: list[Body] = []
        self.supports: defaultdict[int, dict[int, bool]] = defaultdict(dict)
        self.unsupported: str | None = None
        self.rules = 0
        self._numbers: dict[Body, int] = {}
        self._externals: dict[int, TruthValue] = {}

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        self._add_rule(choice, head, Body(_sort(body)))

    def weight_rule(self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]) -> None:
        weight_body = make_weight_body(body, lower_bound)
        if weight_body is not None:
            self._add_rule(choice, head, weight_body)

    def external(self, atom: int, value: TruthValue) -> None:
        self._externals[atom] = value

    def acyc_edge(self, node_u: int, node_v: int, condition: Sequence[int]) -> None:
        self.unsupported = "#edge is not supported: expected rules only"

    def minimize(self, priority: int, literals: Sequence[tuple[int, int]]) -> None:
        self.unsupported = "optimisation is not supported: expected rules only"

    def _add_rule(self, choice: bool, head: Sequence[int], body: Body) -> None:
        self.rules += 1
        if len(head) > 1 and not choice:  # reported later: clingo would change an exception raised here
            self.unsupported = (
                "a disjunction of atoms is not supported: expected at most one atom in the head of a rule"
            )
        elif head:
            number = self._numbers.setdefault(body, len(self.bodies))
            if number == len(self.bodies):
                self.bodies.append(body)
            for atom in head:
                supports = self.supports[atom]
                supports[number] = choice and supports.get(number, True)
        elif not choice:
            self.constraints.append(body)

    def add_external_rules(self) -> None:
        """Add a fact or choice rule for each true or free external atom without a rule."""
        for atom, value in self._externals.items():
            if atom not in self.supports and value in (TruthValue.Free, TruthValue.True_):
                self._add_rule(value is TruthValue.Free, [atom], Body(()))

    def atoms(self) -> set[int]:
        """Return all atoms that occur in a rule."""
        literals_of_bodies = (body.literals for body in (*self.bodies, *self.constraints))
        return set(self.supports).union(abs(literal) for literals in literals_of_bodies for literal in literals)

    def loop_components(self) -> Iterator[set[int]]:
        """Yield the strongly connected components of the positive dependency graph that contain a cycle."""
        graph = {
            atom: [
                literal for number in supports for literal in self.bodies[number].literals if literal in self.supports
            ]
            for atom, supports in self.supports.items()
        }
        for component in strong_components(graph):
            if len(component) > 1 or component[0] in graph[component[0]]:
                yield set(component)


def make_weight_body(pairs: Iterable[tuple[int, int]], bound: int) -> Body | None:
    """Return the simplest body in which the literals must weigh at least the bound; None if they never do."""
    total: defaultdict[int, int] = defaultdict(int)
    for literal, weight in pairs:
        total[literal] += weight
    literals = _sort(total)
    weights = tuple(min(total[literal], bound) for literal in literals)
    if bound <= 0 or bound == sum(weights):
        return Body(literals if bound > 0 else ())
    return Body(literals, weights, bound) if bound < sum(weights) else None


def _sort(literals: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(set(literals)))


def solver_literal(literal: int) -> int:
    """Return the solver's literal for a literal of the program: one further from 0, because variable 1 is TRUE."""
    return literal + 1 if literal > 0 else literal - 1


class Loops:
    """The atoms that depend positively on themselves, and the bodies that support them.

    Such atoms lie in a strongly connected component, and no loop leaves its component.  So each component has its own
    supports: a support is a body of rules with heads in the component, together with these heads and with its positive
    literals in the component (the inner atoms).  `body_literals` has the solver's literal of each body.  The methods
    take the true literals of the solver.
    """

    def __init__(self, program: GroundProgram, body_literals: Sequence[int]) -> None:
        # For each support:
        self._body_literals: list[int] = []
        self._heads: list[list[int]] = []
        self._inner: list[tuple[int, ...]] = []  # its positive literals in the component
        self._missing: list[int] = []  # how many inner atoms must be founded; for sums, see `_unfounded_atoms`
        self._sums: dict[int, Body] = {}  # the supports that are sums over inner atoms
        # For each atom:
        self._supports: dict[int, list[int]] = {}
        self._outer_supports: dict[int, list[int]] = {}  # literals of its supports without inner atoms
        self._uses: dict[int, list[tuple[int, int]]] = {}  # the supports with this inner atom, and its weight there
        for component in program.loop_components():
            self._add_component(program, component, body_literals)

    def _add_component(self, program: GroundProgram, component: set[int], body_literals: Sequence[int]) -> None:
        support_of_body: dict[int, int] = {}
        for atom in component:
            self._supports[atom], self._outer_supports[atom], self._uses[atom] = [], [], []
        for atom in component:
            for number in program.supports[atom]:
                if number not in support_of_body:
                    body = program.bodies[number]
                    support_of_body[number] = self._add_support(body, component, body_literals[number])
                support = support_of_body[number]
                self._heads[support].append(atom)
                self._supports[atom].append(support)
                if not self._inner[support]:
                    self._outer_supports[atom].append(body_literals[number])

    def _add_support(self, body: Body, component: set[int], body_literal: int) -> int:
        support = len(self._body_literals)
        inner = tuple(literal for literal in body.literals if literal in component)
        weights = dict(zip(body.literals, body.weights, strict=True)) if body.weights else dict.fromkeys(inner, 1)
        for atom in inner:
            self._uses[atom].append((support, weights[atom]))
        if body.weights and inner:
            self._sums[support] = body
        self._body_literals.append(body_literal)
        self._heads.append([])
        self._inner.append(inner)
        self._missing.append(len(inner))
        return support

    def find_unfounded_loops(self, true_literals: Collection[int]) -> list[set[int]]:
        """Return loops of true atoms without external support; none if every true atom is founded."""
        unfounded = self._unfounded_atoms(true_literals)
        graph = {atom: [*self._dependencies(atom, unfounded, true_literals)] for atom in unfounded}
        loops = map(set, strong_components(graph))
        return [loop for loop in loops if all(loop.issuperset(graph[atom]) for atom in loop)]

    def _dependencies(self, atom: int, unfounded: set[int], true_literals: Collection[int]) -> Iterator[int]:
        """Yield the unfounded atoms in the true bodies of an atom."""
        for support in self._supports[atom]:
            if self._body_literals[support] in true_literals:
                yield from unfounded.intersection(self._inner[support])

    def _unfounded_atoms(self, true_literals: Collection[int]) -> set[int]:
        """Return the true atoms that cannot be derived step by step."""
        unfounded = {
            atom for atom in self._supports if atom + 1 in true_literals
        }  # atom + 1: solver_literal, inlined for speed
        body_literals, heads, missing = self._body_literals, self._heads, self._missing.copy()
        founded = {atom for atom in unfounded if any(body in true_literals for body in self._outer_supports[atom])}
        for support, body in self._sums.items():
            missing[support] = body.bound - self._outer_weight(support, body, true_literals)
            if missing[support] <= 0:
                founded |= unfounded.intersection(heads[support])
        unfounded -= founded
        while founded:
            for support, weight in self._uses[founded.pop()]:
                missing[support] -= weight
                if missing[support] <= 0 and body_literals[support] in true_literals:
                    supported = unfounded.intersection(heads[support])
                    unfounded -= supported
                    founded |= supported
        return unfounded

    def _outer_weight(self, support: int, body: Body, true_literals: Collection[int]) -> int:
        """Return the weight of the true literals of a sum that are not inner atoms."""
        pairs, inner = zip(body.literals, body.weights, strict=True), self._inner[support]
        return sum(
            weight for literal, weight in pairs if solver_literal(literal) in true_literals and literal not in inner
        )

    def external_supports(self, loop: set[int]) -> tuple[set[int], set[Body]]:
        """Return what supports a loop from outside: the literals of bodies without its atoms, and sums without them."""
        bodies: set[int] = set()
        rests: set[Body] = set()
        for support in {support for atom in loop for support in self._supports[atom]}:
            if loop.isdisjoint(self._inner[support]):
                bodies.add(self._body_literals[support])
            elif support in self._sums:
                rests.add(_without(loop, self._sums[support]))
        return bodies, {rest for rest in rests if sum(rest.weights) >= rest.bound}


def _without(loop: set[int], body: Body) -> Body:
    """Return a sum without the atoms of a loop."""
    pairs = [pair for pair in zip(body.literals, body.weights, strict=True) if pair[0] not in loop]
    return Body(tuple(literal for literal, _ in pairs), tuple(weight for _, weight in pairs), body.bound)


def strong_components(graph: Mapping[int, Iterable[int]]) -> Iterator[list[int]]:
    """Yield the strongly connected components of a graph (Tarjan's algorithm, not recursive because loops are long)."""
    lowest: dict[int, int] = {}  # low-links: the earliest vertex that each is known to reach
    path: list[tuple[int, int, Iterator[int]]] = []  # vertices, their indices, and their edges still to follow
    unassigned: list[int] = []

    def enter(vertex: int) -> None:
        path.append((vertex, len(lowest), iter(graph[vertex])))
        lowest[vertex] = len(lowest)
        unassigned.append(vertex)

    for root in graph:
        if root not in lowest:
            enter(root)
        while path:
            vertex, index, edges = path[-1]
            for other in edges:
                if other not in lowest:
                    enter(other)
                    break
                lowest[vertex] = min(lowest[vertex], lowest[other])
            else:
                path.pop()
                if lowest[vertex] == index:
                    yield _pop_component(unassigned, vertex, lowest)
                else:
                    parent = path[-1][0]
                    lowest[parent] = min(lowest[parent], lowest[vertex])


def _pop_component(unassigned: list[int], first: int, lowest: dict[int, int]) -> list[int]:
    """Remove and return the component whose first vertex this is; later low-links ignore its vertices."""
    component: list[int] = []
    while not component or component[-1] != first:
        component.append(unassigned.pop())
        lowest[component[-1]] = sys.maxsize
    return component
