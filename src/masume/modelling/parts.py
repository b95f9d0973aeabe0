"""Parts: the parts of a model that share no variables, which can be solved one by one.

The time of a search grows faster than the number of its parts, so it is worth while to split a large model.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, cast

from masume.core.cancellation import checkpoint
from masume.modelling.basic_constraints import TRUE, Clause
from masume.modelling.model import Model


class ModelPart(NamedTuple):
    """A part of a model: a model of its own, and the variables of the whole that its variables 1, 2, … stand for."""

    model: Model
    variables: Sequence[int]


def split_model(model: Model) -> list[ModelPart]:
    """Return the parts of a model that share no variable but TRUE; they have no marks.

    Return nothing if there is only one part, or if the model does not consist of clauses and templates alone.
    """
    constraints = [constraint for post in model.posts for constraint in post[2]]
    if model.base or not all(isinstance(constraint, tuple) for constraint in constraints):
        return []
    joined = _JoinedVariables(model.variables)
    for clause in cast(list[Clause], constraints):
        joined.join(clause)
    for template, _, first, literals in model.uses():
        joined.join((*literals, *range(first, first + template.created)))
    groups = joined.groups()
    return _build_parts(model, groups) if len(groups) > 1 else []


class _JoinedVariables:
    """Sets of variables that constraints have joined (union-find); TRUE is in none of them."""

    def __init__(self, variables: int) -> None:
        self._parent = list(range(variables + 1))

    def join(self, literals: Iterable[int]) -> None:
        """Join the sets of the variables of these literals."""
        checkpoint()
        roots = {self._find(variable) for variable in map(abs, literals) if variable != TRUE}
        if roots:
            first = min(roots)
            for root in roots:
                self._parent[root] = first

    def groups(self) -> list[list[int]]:
        """Return the sets, each in ascending order; all variables that are joined to no other form one set."""
        by_root: dict[int, list[int]] = {}
        for variable in range(TRUE + 1, len(self._parent)):
            by_root.setdefault(self._find(variable), []).append(variable)
        single = [variables[0] for variables in by_root.values() if len(variables) == 1]
        return [variables for variables in by_root.values() if len(variables) > 1] + ([single] if single else [])

    def _find(self, variable: int) -> int:
        parent = self._parent
        while parent[variable] != variable:
            parent[variable] = parent[parent[variable]]
            variable = parent[variable]
        return variable


def _build_parts(model: Model, groups: list[list[int]]) -> list[ModelPart]:
    """Return the parts with these variables; what mentions no variable but TRUE belongs to the first."""
    parts = [ModelPart(Model(), (TRUE, *variables)) for variables in groups]
    part_of, number_in_part = [0] * (model.variables + 1), [TRUE] * (model.variables + 1)
    for number, (part_model, variables) in enumerate(parts):
        part_model.variables = len(variables)
        for index, variable in enumerate(variables[1:], TRUE + 1):
            part_of[variable], number_in_part[variable] = number, index

    def translate(literals: Iterable[int]) -> tuple[int, ...]:
        return tuple([number_in_part[each] if each > 0 else -number_in_part[-each] for each in literals])

    def find_part(literals: Iterable[int]) -> Model:
        return parts[next((part_of[abs(each)] for each in literals if abs(each) != TRUE), 0)].model

    for rule, place, constraints, explained_as in model.posts:
        for clause in cast(tuple[Clause, ...], constraints):
            find_part(clause).posts.append((rule, place, (translate(clause),), explained_as))
    for template, place, first, literals in model.uses():
        part_model = find_part((*literals, *range(first, first + template.created)))
        part_model.template_uses.append((template, place))
        part_first = number_in_part[first] if template.created else part_model.variables + 1
        part_model.template_literals += (part_first, *translate(literals))
    return parts
