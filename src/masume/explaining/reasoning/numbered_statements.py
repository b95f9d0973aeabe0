"""Numbered statements: those of a model with their ids, without expanding templates that nothing may depend on."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from masume.modelling.basic_constraints import TRUE
from masume.modelling.model import Model, Template
from masume.modelling.statements import Statement, split_series


class Recurring(NamedTuple):
    """A use of a template that only defines helper variables: it is expanded only if something depends on them."""

    number: int  # of its first statement
    template: Template
    first: int
    literals: list[int]

    @property
    def helpers(self) -> Iterable[int]:
        """All its variables."""
        return chain(range(self.first, self.first + self.template.created), map(abs, self.literals))

    def expand(self) -> Iterator[tuple[int, Statement]]:
        """Yield its statements with their ids."""
        posts = self.template.expand(0, self.first, self.literals)
        return enumerate(map(Statement._make, split_series(posts)), self.number)


def number_own_statements(model: Model, recurring: list[Recurring]) -> Iterator[tuple[int, Statement]]:
    """Yield the statements of a model with their ids, except those of its skeleton.

    Uses of templates that need not be expanded are added to `recurring` instead.
    """
    number = _count_statements(model.base) if model.base else 0
    for post in split_series(model.posts):
        yield number, Statement._make(post)
        number += 1
    for template, place, first, literals in model.uses():
        if _only_defines(template):
            recurring.append(Recurring(number, template, first, literals))
        else:
            yield from enumerate(map(Statement._make, split_series(template.expand(place, first, literals))), number)
        number += _count_statements(template.model)


def _count_statements(piece: Model) -> int:
    """Return the number of statements of a skeleton or a template."""
    count: int | None = piece.engine_forms.get("statements")
    if count is None:
        count = piece.engine_forms["statements"] = sum(1 for _ in split_series(piece.all_posts()))
    return count


def _only_defines(template: Template) -> bool:
    """Return whether a template has only clauses that define helper variables, at least one of its own in each."""
    if template.has_rules or template.has_redundant or not template.created:
        return False
    forms = template.model.engine_forms
    if "only defines" not in forms:
        constraints = [constraint for _, _, posted, _ in template.model.all_posts() for constraint in posted]
        forms["only defines"] = all(
            isinstance(constraint, tuple) and max(map(abs, constraint)) > template.size + TRUE
            for constraint in constraints
        )
    result: bool = forms["only defines"]
    return result
