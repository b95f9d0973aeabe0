"""Formulations as models: further ways of stating a genre's rules, for the engines that search models.

The modules of a genre's package `formulations` hold them in MODELS, by name.  The same name may belong to a text as
well: a paper that states its rules in two languages has both.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules

from masume.core.board import Board
from masume.core.errors import UnknownNameError
from masume.core.genre import Genre
from masume.modelling import Model, Statement


@dataclass(frozen=True, slots=True)
class ModelFormulation:
    """A way of stating a genre's rules as a model, and whether masume vouches for its answers."""

    name: str
    sentence: str
    state: Callable[[Board], Model]
    vouched: bool = True


def names(genre: Genre) -> list[str]:
    """The names of a genre's formulations as models, besides its own model, which needs none."""
    return sorted(_models(genre))


def find(genre: Genre, name: str) -> ModelFormulation:
    """The formulation of a genre as a model with that name."""
    found = _models(genre)
    if name not in found:
        expected = ", ".join(sorted(found)) or "none"
        raise UnknownNameError(f"{genre.name} has no formulation {name!r:.40} as a model: expected one of {expected}")
    return ModelFormulation(name, *found[name])


def _models(genre: Genre) -> Mapping[str, Statement]:
    home = f"{genre.home}.formulations"
    if find_spec(home) is None:
        return {}
    found: dict[str, Statement] = {}
    for module in iter_modules(import_module(home).__path__, home + "."):
        found |= import_module(module.name).MODELS
    return found
