"""How hard the boards of a measurement are: by the number of reasons of their largest step, or by their rating."""

from typing import NamedTuple

from masume.core.levels import LEVELS
from masume.generating.recipes import BY_REASONS, Recipe

REASONS, RATING = "reasons", "rating"


class Difficulty(NamedTuple):
    """A difficulty by its name, what decides it, and the recipe or the level of such boards."""

    name: str
    decided_by: str
    recipe: Recipe | None = None
    level: int | None = None


DIFFICULTIES = (
    *(Difficulty(name, REASONS, recipe) for name, recipe in BY_REASONS.items()),
    *(Difficulty(name, RATING, level=level) for level, name in enumerate(LEVELS, 1)),
)
