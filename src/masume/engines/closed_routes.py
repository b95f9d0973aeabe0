"""Loops: routes that are known to be one closed loop, which solvers with circuits or graphs can be told as such."""

from collections.abc import Iterable, Sequence

from masume.modelling.kernel import Route, passed_once_or_never


def is_closed(route: Route, clauses: Iterable[Sequence[int]]) -> bool:
    """Whether clauses say that every vertex is passed once or never and that some edge is on."""
    known = {frozenset(clause) for clause in clauses}
    literals = route.literals
    if frozenset(literals) not in known:
        return False
    for around in route.graph.adjacency:
        steps = [literals[edge] for _, edge in around]
        if any(frozenset(clause) not in known for clause in passed_once_or_never(steps)):
            return False
    return True
