"""PartsSession: a session for each independent part of a large model."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

from masume.core.outcome import NO_LIMITS, Limits
from masume.engines.session import Session, Solution
from masume.modelling import Model
from masume.modelling.parts import ModelPart


class PartsSession(Session):
    """Searches the parts one after the other: a solution of the model consists of a solution of each part."""

    def __init__(self, model: Model, parts: Sequence[ModelPart], sessions: Sequence[Session]) -> None:
        super().__init__(model, model.variables)
        self._parts, self._sessions = parts, sessions
        self._last_core: list[int] = []
        # Per variable of the model: the number of its part, and of the variable there.
        self._place_of = [(0, 1)] * (model.variables + 1)
        for number, part in enumerate(parts):
            for index, variable in enumerate(part.variables[1:], 2):
                self._place_of[variable] = number, index

    def close(self) -> None:
        for session in self._sessions:
            session.close()

    @property
    def statistics(self) -> Mapping[str, int | float | str]:
        totals: Counter[str] = Counter()
        for session in self._sessions:
            totals.update({name: value for name, value in session.statistics.items() if isinstance(value, int)})
        engine = self._sessions[0].statistics["engine"]
        return {"engine": engine, **totals, "variables": self._variables, "parts": len(self._parts)}

    def _search(self, assumptions: list[int]) -> Solution | None:
        found: list[Solution] = []
        for number, (session, assumed) in enumerate(zip(self._sessions, self._distribute(assumptions), strict=True)):
            solution = session._search(assumed)
            if solution is None:
                self._last_core = self._translate_back(number, session._core())
                return None
            found.append(solution)
        return self._join(found)

    def _core(self) -> Collection[int]:
        return self._last_core

    def _add_clause(self, clause: list[int]) -> None:
        (number,) = {self._place_of[abs(literal)][0] for literal in clause}  # no clause may join two parts
        self._sessions[number]._add_clause(self._distribute(clause)[number])

    def _enumerate(self, variables: Sequence[int], assumptions: list[int], limit: int | None) -> Iterator[Solution]:
        """Yield every combination of the solutions of the parts; those of the last part change first."""
        solutions = [
            _RememberedSolutions(session._enumerate(own, assumed, limit))
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

    def backbone(
        self, variables: Iterable[int], assumptions: Iterable[int] = (), limits: Limits = NO_LIMITS
    ) -> list[int] | None:
        deadline, common = limits.deadline(), list[int]()
        for number, (own, assumed) in enumerate(
            zip(self._distribute(variables), self._distribute(assumptions), strict=True)
        ):
            left = limits if limits.seconds is None else replace(limits, seconds=deadline.seconds_left)
            of_part = self._sessions[number].backbone(own, assumed, left)
            if of_part is None:
                return None
            common += self._translate_back(number, of_part)
        return common

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
