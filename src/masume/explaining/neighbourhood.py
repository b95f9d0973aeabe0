"""Neighbourhood: which variables are near each other; the distance is the number of constraints between."""

from collections.abc import Iterable, Iterator

from masume.explaining.reasoning.annotated_model import AnnotatedModel, ClosedRoute, Parity, literals_of
from masume.modelling.basic_constraints import Connected, Route

MAX_LITERALS = 40  # of a constraint: in a larger one, not all variables are near each other


class Neighbourhood:
    """Finds those of some variables that are near a variable."""

    def __init__(self, model: AnnotatedModel, variables: Iterable[int]) -> None:
        self._model, self._variables = model, list(variables)
        self._neighbours: dict[int, list[int]] | None = None  # found when it is first needed
        self._by_distance: dict[int, list[list[int]]] = {}

    def rings(self, variable: int) -> list[list[int]]:
        """Return the other variables by their distance, the nearest first; in the end, those that are not connected."""
        if variable not in self._by_distance:
            self._by_distance[variable] = list(self._find_rings(variable))
        return self._by_distance[variable]

    def by_distance(self, variable: int) -> Iterator[int]:
        """Yield the other variables, the nearest first."""
        for ring in self.rings(variable):
            yield from ring

    def nearest(self, variable: int, number: int) -> list[int]:
        """Return at least this many of the nearest variables: all up to some distance."""
        nearest: list[int] = []
        for ring in self.rings(variable):
            if len(nearest) >= number:
                break
            nearest += ring
        return nearest

    def _find_rings(self, variable: int) -> Iterator[list[int]]:
        if self._neighbours is None:
            self._neighbours = self._find_neighbours()
        seen, ring = {variable}, [variable]
        while ring:
            next_ring = dict.fromkeys(
                other for member in ring for other in self._neighbours.get(member, ()) if other not in seen
            )
            seen |= next_ring.keys()
            ring = list(next_ring)
            yield ring
        yield [other for other in self._variables if other not in seen]

    def _find_neighbours(self) -> dict[int, list[int]]:
        """Return, for each variable, the variables with which it shares a constraint, in order."""
        own, neighbours = set(self._variables), dict[int, dict[int, None]]()
        for _, _, constraint in self._model.constraints:
            literals = literals_of(constraint)
            if isinstance(constraint, Connected | Route | ClosedRoute | Parity) or len(literals) > MAX_LITERALS:
                continue
            variables = [abs(literal) for literal in literals if abs(literal) in own]
            for variable in variables:
                neighbours.setdefault(variable, {}).update(dict.fromkeys(variables))
        return {variable: list(others) for variable, others in neighbours.items()}
