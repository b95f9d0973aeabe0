"""Closed routes: routes that must be one closed loop, for solvers with a constraint for circuits or cycles."""

from collections.abc import Iterable, Sequence

from masume.modelling.basic_constraints import Route, zero_or_two


def is_closed_route(route: Route, clauses: Iterable[Sequence[int]]) -> bool:
    """Return whether the clauses state that every vertex has no edge or two, and that some edge is on."""
    known = {frozenset(clause) for clause in clauses}
    literals = route.literals
    if frozenset(literals) not in known:
        return False
    for neighbours in route.graph.adjacency:
        edges = [literals[edge] for _, edge in neighbours]
        if any(frozenset(clause) not in known for clause in zero_or_two(edges)):
            return False
    return True
