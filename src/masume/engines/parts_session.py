"""PartsSession: a session for each independent part of a large model."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import cast

from masume.core.outcome import NO_LIMITS, Limits
from masume.engines.session import Backbone, Effort, Session, Solution
from masume.modelling import Model
from masume.modelling.parts import ModelPart


class PartsSession(Session):
    """Searches the parts one after the other: a solution of the model consists of a solution of each part.

    Clauses that are added may join parts, so from the first one on there is only one session on the whole model.
    """

    def __init__(
        self, model: Model, parts: Sequence[ModelPart], sessions: Sequence[Session], open_whole: Callable[[], Session]
    ) -> None:
        super().__init__(model, model.variables)
        self._parts, self._sessions = parts, sessions
        self._open_whole, self._whole = open_whole, cast(Session | None, None)
        self._last_core: list[int] = []
        # Per variable of the model: the number of its part, and of the variable there.
        self._place_of = [(0, 1)] * (model.variables + 1)
        for number, part in enumerate(parts):
            for index, variable in enumerate(part.variables[1:], 2):
                self._place_of[variable] = number, index

    def close(self) -> None:
        for session in (*self._sessions, *([self._whole] if self._whole else [])):
            session.close()

    @property
    def statistics(self) -> Mapping[str, int | float | str]:
        if self._whole:
            return self._whole.statistics
        totals: Counter[str] = Counter()
        for session in self._sessions:
            totals.update({name: value for name, value in session.statistics.items() if isinstance(value, int)})
        engine = self._sessions[0].statistics["engine"]
        return {"engine": engine, **totals, "variables": self._variables, "parts": len(self._parts)}

    def _search(self, assumptions: list[int], effort: Effort) -> Solution | None:
        if self._whole:
            return self._whole._search(assumptions, effort)
        found: list[Solution] = []
        for number, (session, assumed) in enumerate(zip(self._sessions, self._distribute(assumptions), strict=True)):
            solution = session._search(assumed, effort)
            if solution is None:
                self._last_core = self._translate_back(number, session._core())
                return None
            found.append(solution)
        return self._join(found)

    def _core(self) -> Collection[int]:
        return self._whole._core() if self._whole else self._last_core

    def _add_clause(self, clause: list[int]) -> None:
        self._join_parts()._add_clause(clause)

    def _new_variable(self) -> int:
        whole = self._join_parts()
        self._variables = variable = whole._new_variable()
        return variable

    def _join_parts(self) -> Session:
        """Return the session on the whole model, which all searches use from now on."""
        if self._whole is None:
            self._whole = self._open_whole()
        return self._whole

    def _enumerate(
        self, variables: Sequence[int], assumptions: list[int], limit: int | None, effort: Effort
    ) -> Iterator[Solution]:
        if self._whole:
            return super()._enumerate(variables, assumptions, limit, effort)
        return self._combine_solutions(variables, assumptions, limit, effort)

    def _combine_solutions(
        self, variables: Sequence[int], assumptions: list[int], limit: int | None, effort: Effort
    ) -> Iterator[Solution]:
        """Yield every combination of the solutions of the parts; those of the last part change first."""
        solutions = [
            _RememberedSolutions(session._enumerate(own, assumed, limit, effort))
            for session, own, assumed in zip(
                self._sessions, self._distribute(variables), self._distribute(assumptions), strict=True
            )
        ]

        current = [of_part.get(0) for of_part in solutions]
        indices = [0] * len(solutions)
        while None not in current:
            yield self._join(cast(list[Solution], current))
            number = len(solutions) - 1
            while number >= 0 and solutions[number].get(indices[number] + 1) is None:
                indices[number] = 0  # the last solution of this part: begin again, and change the part before
                number -= 1
            if number < 0:
                return
            indices[number] += 1
            current = [of_part.get(index) for of_part, index in zip(solutions, indices, strict=True)]

    def find_backbone(
        self,
        variables: Iterable[int],
        assumptions: Iterable[int] = (),
        limits: Limits = NO_LIMITS,
        *,
        max_searches: int | None = None,
    ) -> Backbone:
        if self._whole:
            return super().find_backbone(variables, assumptions, limits, max_searches=max_searches)
        deadline, effort, common = limits.deadline(), Effort(limits.conflicts), list[int]()
        of_parts: list[Backbone] = []
        for number, (session, own, assumed) in enumerate(
            zip(self._sessions, self._distribute(variables), self._distribute(assumptions), strict=True)
        ):
            left = None if max_searches is None else max_searches - sum(len(each.solutions) for each in of_parts)
            found = session._find_backbone(own, assumed, deadline, effort, left)
            if not found.solutions:
                return Backbone((), (), found.complete)
            common += self._translate_back(number, found.literals)
            of_parts.append(found)
        complete = all(found.complete for found in of_parts)
        return Backbone(tuple(common), tuple(self._join_alternatives(of_parts)), complete)

    def _join_alternatives(self, of_parts: Sequence[Backbone]) -> Iterator[Solution]:
        """Yield solutions of the model, each of which differs from the first in one part."""
        first = [found.solutions[0] for found in of_parts]
        yield self._join(first)
        for number, found in enumerate(of_parts):
            for other in found.solutions[1:]:
                yield self._join([*first[:number], other, *first[number + 1 :]])

    def _distribute(self, literals: Iterable[int]) -> list[list[int]]:
        """Return the literals of each part, as literals of that part."""
        distributed: list[list[int]] = [[] for _ in self._parts]
        for literal in literals:
            number, variable = self._place_of[abs(literal)]
            distributed[number].append(variable if literal > 0 else -variable)
        return distributed

    def _translate_back(self, number: int, literals: Iterable[int]) -> list[int]:
        """Return literals of a part as literals of the model."""
        variables = self._parts[number].variables
        return [variables[literal - 1] if literal > 0 else -variables[-literal - 1] for literal in literals]

    def _join(self, solutions: Sequence[Solution]) -> Solution:
        """Return the solution of the model that consists of these solutions of its parts."""
        values = list(range(1, self._variables + 1))
        for part, solution in zip(self._parts, solutions, strict=True):
            for variable, value in zip(part.variables, solution.values, strict=False):  # without helpers of the part
                values[variable - 1] = variable if value > 0 else -variable
        return Solution(values)


class _RememberedSolutions:
    """The solutions of a part, each of which is searched for only once, when it is needed for the first time."""

    def __init__(self, solutions: Iterator[Solution]) -> None:
        self._coming, self._found = solutions, list[Solution]()

    def get(self, index: int) -> Solution | None:
        """Return a solution by its number from 0 on; None if there are not so many."""
        while len(self._found) <= index:
            solution = next(self._coming, None)
            if solution is None:
                return None
            self._found.append(solution)
        return self._found[index]
