"""Formulations as models: alternatives to a genre's own model, for the engines that take models.

The modules in a genre's package `formulations` define them as MODELS, a dictionary by name.  A text may have the same
name: some papers state the rules both as an answer set program and as a constraint program.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules

from masume.core.board import Board
from masume.core.errors import UnknownNameError
from masume.core.genre import Genre
from masume.core.messages import quote, suggest_names
from masume.modelling import AlternativeModel, Model


@dataclass(frozen=True, slots=True)
class ModelFormulation:
    """A named alternative to a genre's own model; see `AlternativeModel`."""

    name: str
    sentence: str
    build_model: Callable[[Board], Model]
    vouched: bool = True


def names(genre: Genre) -> list[str]:
    """Return the names of a genre's formulations as models; the genre's own model has no name."""
    return sorted(_models(genre))


def find(genre: Genre, name: str) -> ModelFormulation:
    """Return a genre's formulation as a model, by name; raise UnknownNameError if there is none."""
    models = _models(genre)
    if name not in models:
        expected = suggest_names(name, sorted(models)) if models else "there is only the genre's own model"
        raise UnknownNameError(f"no formulation {quote(name)} of {genre.name} as a model: {expected}")
    return ModelFormulation(name, *models[name])


def _models(genre: Genre) -> Mapping[str, AlternativeModel]:
    package = f"{genre.package}.formulations"
    if find_spec(package) is None:
        return {}
    models: dict[str, AlternativeModel] = {}
    for module in iter_modules(import_module(package).__path__, package + "."):
        models |= import_module(module.name).MODELS
    return models
