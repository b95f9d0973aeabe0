"""Ground answer set programs as clingo tells them, and the loops in them that nothing supports.

GroundProgram is an observer and learns everything while clingo grounds, nothing later:

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
    """Literals that must all be true, or, with weights, weigh at least the bound together."""

    literals: tuple[int, ...]
    weights: tuple[int, ...] = ()
    bound: int = 0


class GroundProgram(Observer):
    """The rules of a ground program; equal bodies are one, and known by their number.

    `supports` has for each atom the bodies of its rules, and whether these only allow it (choice rules).
    """

    def __init__(self) -> None:
        self.bodies: list[Body] = []
        self.constraints: list[Body] = []
        self.supports: defaultdict[int, dict[int, bool]] = defaultdict(dict)
        self.refused: str | None = None
        self.rules = 0
        self._numbers: dict[Body, int] = {}
        self._externals: dict[int, TruthValue] = {}

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        self._rule(choice, head, Body(_ordered(body)))

    def weight_rule(self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]) -> None:
        summed = weighed(body, lower_bound)
        if summed is not None:
            self._rule(choice, head, summed)

    def external(self, atom: int, value: TruthValue) -> None:
        self._externals[atom] = value

    def acyc_edge(self, node_u: int, node_v: int, condition: Sequence[int]) -> None:
        self.refused = "#edge is not supported: expected nothing but rules"

    def minimize(self, priority: int, literals: Sequence[tuple[int, int]]) -> None:
        self.refused = "optimisation is not supported: expected nothing but rules"

    def _rule(self, choice: bool, head: Sequence[int], body: Body) -> None:
        self.rules += 1
        if len(head) > 1 and not choice:  # told later: an exception here would not get through clingo as it is
            self.refused = "a disjunction of atoms is not supported: expected one atom at most in the head of a rule"
        elif head:
            number = self._numbers.setdefault(body, len(self.bodies))
            if number == len(self.bodies):
                self.bodies.append(body)
            for atom in head:
                supports = self.supports[atom]
                supports[number] = choice and supports.get(number, True)
        elif not choice:
            self.constraints.append(body)

    def settle_externals(self) -> None:
        """Give external atoms that no rule is about a rule according to their value."""
        for atom, value in self._externals.items():
            if atom not in self.supports and value in (TruthValue.Free, TruthValue.True_):
                self._rule(value is TruthValue.Free, [atom], Body(()))

    def atoms(self) -> set[int]:
        """Every atom that occurs in a rule."""
        mentioned = (body.literals for body in (*self.bodies, *self.constraints))
        return set(self.supports).union(abs(literal) for literals in mentioned for literal in literals)

    def components(self) -> Iterator[set[int]]:
        """The sets of atoms that depend on each other, or on themselves, over positive literals."""
        graph = {
            atom: [
                literal for number in supports for literal in self.bodies[number].literals if literal in self.supports
            ]
            for atom, supports in self.supports.items()
        }
        for component in components(graph):
            if len(component) > 1 or component[0] in graph[component[0]]:
                yield set(component)


def weighed(pairs: Iterable[tuple[int, int]], bound: int) -> Body | None:
    """The body in which literals must weigh so much, as plainly as can be; None if they never do."""
    summed: defaultdict[int, int] = defaultdict(int)
    for literal, weight in pairs:
        summed[literal] += weight
    literals = _ordered(summed)
    weights = tuple(min(summed[literal], bound) for literal in literals)
    if bound <= 0 or bound == sum(weights):
        return Body(literals if bound > 0 else ())
    return Body(literals, weights, bound) if bound < sum(weights) else None


def _ordered(literals: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(set(literals)))


def sign(literal: int) -> int:
    """The literal of the solver for a literal of the program: one further from 0, for variable 1 is TRUE."""
    return literal + 1 if literal > 0 else literal - 1


class Loops:
    """The atoms that depend on themselves over positive literals, by component, and what supports them.

    A support is a body with those of its heads and of its positive literals that lie in one component: a loop never
    leaves one, so what else the body asks for may count as given.  What holds is told as literals of the solver.
    """

    def __init__(self, program: GroundProgram, signs: Sequence[int]) -> None:
        self._signs: list[int] = []  # of each support
        self._heads: list[list[int]] = []
        self._inner: list[tuple[int, ...]] = []
        self._need: list[int] = []  # how many inner atoms must be founded; of a sum it depends on what else holds
        self._sums: dict[int, Body] = {}  # supports that are sums over inner atoms
        self._supports: dict[int, list[int]] = {}  # of each atom
        self._grounds: dict[int, list[int]] = {}  # of each atom, the signs of its supports without inner atoms
        self._uses: dict[int, list[tuple[int, int]]] = {}  # the supports that an atom is part of, with its weight there
        for component in program.components():
            self._add(program, component, signs)

    def _add(self, program: GroundProgram, component: set[int], signs: Sequence[int]) -> None:
        numbers: dict[int, int] = {}
        for atom in component:
            self._supports[atom], self._grounds[atom], self._uses[atom] = [], [], []
        for atom in component:
            for number in program.supports[atom]:
                if number not in numbers:
                    numbers[number] = self._add_support(program.bodies[number], component, signs[number])
                support = numbers[number]
                self._heads[support].append(atom)
                self._supports[atom].append(support)
                if not self._inner[support]:
                    self._grounds[atom].append(signs[number])

    def _add_support(self, body: Body, component: set[int], name: int) -> int:
        support = len(self._signs)
        inner = tuple(literal for literal in body.literals if literal in component)
        weights = dict(zip(body.literals, body.weights, strict=True)) if body.weights else dict.fromkeys(inner, 1)
        for atom in inner:
            self._uses[atom].append((support, weights[atom]))
        if body.weights and inner:
            self._sums[support] = body
        self._signs.append(name)
        self._heads.append([])
        self._inner.append(inner)
        self._need.append(len(inner))
        return support

    def unfounded(self, held: Collection[int]) -> list[set[int]]:
        """Loops of true atoms that nothing supports but they themselves; none if every true atom is founded."""
        floating = self._floating(held)
        graph = {atom: [*self._props(atom, floating, held)] for atom in floating}
        loops = map(set, components(graph))
        return [loop for loop in loops if all(loop.issuperset(graph[atom]) for atom in loop)]

    def _props(self, atom: int, floating: set[int], held: Collection[int]) -> Iterator[int]:
        """The unfounded atoms that an atom rests on."""
        for support in self._supports[atom]:
            if self._signs[support] in held:
                yield from floating.intersection(self._inner[support])

    def _floating(self, held: Collection[int]) -> set[int]:
        """The true atoms that cannot be derived step by step."""
        floating = {atom for atom in self._supports if atom + 1 in held}
        grounds, signs, heads, uses, need = self._grounds, self._signs, self._heads, self._uses, self._need.copy()
        founded = {atom for atom in floating if any(name in held for name in grounds[atom])}
        for support, body in self._sums.items():
            need[support] = body.bound - self._given(support, body, held)
            if need[support] <= 0:
                founded |= floating.intersection(heads[support])
        floating -= founded
        while founded:
            for support, weight in uses[founded.pop()]:
                need[support] -= weight
                if need[support] <= 0 and signs[support] in held:
                    supported = floating.intersection(heads[support])
                    floating -= supported
                    founded |= supported
        return floating

    def _given(self, support: int, body: Body, held: Collection[int]) -> int:
        """What the true literals of a sum weigh that are no inner atoms."""
        pairs, inner = zip(body.literals, body.weights, strict=True), self._inner[support]
        return sum(weight for literal, weight in pairs if sign(literal) in held and literal not in inner)

    def support(self, loop: set[int]) -> tuple[set[int], set[Body]]:
        """What can support a loop from outside: names of bodies without its atoms, and what is left of sums."""
        whole: set[int] = set()
        rests: set[Body] = set()
        for support in {support for atom in loop for support in self._supports[atom]}:
            if loop.isdisjoint(self._inner[support]):
                whole.add(self._signs[support])
            elif support in self._sums:
                rests.add(_without(loop, self._sums[support]))
        return whole, {rest for rest in rests if sum(rest.weights) >= rest.bound}


def _without(loop: set[int], body: Body) -> Body:
    """What is left of a sum when the atoms of a loop do not count."""
    left = [pair for pair in zip(body.literals, body.weights, strict=True) if pair[0] not in loop]
    return Body(tuple(literal for literal, _ in left), tuple(weight for _, weight in left), body.bound)


def components(graph: Mapping[int, Iterable[int]]) -> Iterator[list[int]]:
    """The strongly connected components of a graph (Tarjan's algorithm, without recursion: loops are long)."""
    lowest: dict[int, int] = {}  # the first vertex that each is known to reach
    path: list[tuple[int, int, Iterator[int]]] = []  # vertices, when they were met, edges that are left to follow
    unassigned: list[int] = []

    def enter(vertex: int) -> None:
        path.append((vertex, len(lowest), iter(graph[vertex])))
        lowest[vertex] = len(lowest)
        unassigned.append(vertex)

    for root in graph:
        if root not in lowest:
            enter(root)
        while path:
            vertex, met, edges = path[-1]
            for other in edges:
                if other not in lowest:
                    enter(other)
                    break
                lowest[vertex] = min(lowest[vertex], lowest[other])
            else:
                path.pop()
                if lowest[vertex] == met:
                    yield _cut_off(unassigned, vertex, lowest)
                else:
                    before = path[-1][0]
                    lowest[before] = min(lowest[before], lowest[vertex])


def _cut_off(unassigned: list[int], vertex: int, lowest: dict[int, int]) -> list[int]:
    """The component of which a vertex was met first; it no longer counts as one that others reach."""
    component: list[int] = []
    while not component or component[-1] != vertex:
        component.append(unassigned.pop())
        lowest[component[-1]] = sys.maxsize
    return component
