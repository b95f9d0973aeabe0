"""How hard the boards of a measurement are: by the number of reasons of their largest step, or by their rating."""

from typing import NamedTuple

from masume.core.levels import LEVELS
from masume.generating.recipes import BY_LEVEL, BY_REASONS, Recipe

REASONS, RATING = "reasons", "rating"


class Difficulty(NamedTuple):
    """A difficulty by its name, what decides it, the recipe for such boards, and the level that the rating must be."""

    name: str
    decided_by: str
    recipe: Recipe
    level: int | None = None


DIFFICULTIES = (
    *(Difficulty(name, REASONS, recipe) for name, recipe in BY_REASONS.items()),
    *(Difficulty(LEVELS[level - 1], RATING, recipe, level) for level, recipe in BY_LEVEL.items()),
)
