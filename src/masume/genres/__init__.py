"""The registry of genres: the packages in this folder, and other packages that have a `masume.genres` entry point.

A genre is a package with NAMES (its main name and aliases), `specimens.txt`, and modules of fixed names: `rules` with
GENRE, `model` with `build_model`, `notation` with NOTATION, `look` with LOOK.  Until a genre is used, only its NAMES
are imported.
"""

import importlib
import pkgutil
import warnings
from functools import cache
from typing import Any

from masume.core.errors import InputError, UnknownNameError, WrongTypeError
from masume.core.genre import Genre, require_genre
from masume.core.messages import quote, similar_names, suggest_names

__all__ = ["describe", "find", "is_known", "load_part", "names", "similar", "suggest"]
_TEMPLATE = f"{__name__}._template"


def names() -> list[str]:
    """Return the main names of all genres, including those of other packages."""
    return sorted({*_listed_folders(), *(aliases[0] for aliases in _external_names().values())})


def find(name: str) -> Genre:
    """Return the genre with this name or alias; case, spaces, hyphens and underscores do not matter."""
    if not isinstance(name, str):
        raise WrongTypeError(f"expected the name of a genre, not {quote(name)}")
    package = _find_package(_normalize(name))
    if package is None:
        raise UnknownNameError(f"unknown genre {quote(name)}: {suggest(name)}")
    return _load_genre(package)


def similar(name: str) -> list[str]:
    """Return a few names and aliases of genres that are similar to this one."""
    return similar_names(name, [*names(), *_listed_aliases()])


def suggest(name: str) -> str:
    """Return the end of a sentence about an unknown name: similar names or, if there are none, those of all genres."""
    return suggest_names(name, names(), _listed_aliases())


def is_known(name: str) -> bool:
    """Return whether some genre has this name or alias."""
    return _find_package(_normalize(name)) is not None


def load_part(genre: Genre, module: str, attribute: str) -> Any:
    """Import a part of a genre, such as ("notation", "NOTATION"), and return it."""
    return getattr(importlib.import_module(f"{genre.package}.{module}"), attribute)


def describe(genre: Genre) -> str:
    """Return one sentence about a genre: the first line of its package's docstring, without its name."""
    require_genre(genre)
    sentence = (importlib.import_module(genre.package).__doc__ or "").split("\n")[0]
    return sentence.partition(": ")[2] or sentence


def _find_package(wanted: str) -> str | None:
    if not wanted or len(wanted) > 60:
        return None
    if wanted in _listed_folders():
        return f"{__name__}.{wanted}"
    for package, aliases in _built_in_aliases().items():
        if wanted in aliases:
            return package
    return next((package for package, aliases in _external_names().items() if wanted in map(_normalize, aliases)), None)


def _listed_aliases() -> list[str]:
    """Return all names of the listed genres."""
    built_in = [_import_names(f"{__name__}.{folder}") for folder in sorted(_listed_folders())]
    return [alias for aliases in (*built_in, *_external_names().values()) for alias in aliases]


@cache
def _load_genre(package: str) -> Genre:
    genre: Genre = importlib.import_module(f"{package}.rules").GENRE
    _reject_template_copy(package, genre.names, genre.title)
    return genre


@cache
def _folders() -> tuple[str, ...]:
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))


@cache
def _listed_folders() -> frozenset[str]:
    """Return the folders of the built-in genres, which are their main names; not those such as _template."""
    return frozenset(name for name in _folders() if not name.startswith("_"))


@cache
def _built_in_aliases() -> dict[str, frozenset[str]]:
    """Return the normalized names of all genres in this folder, the template included, by package."""
    packages = [f"{__name__}.{folder}" for folder in _folders()]
    return {package: frozenset(map(_normalize, _import_names(package))) for package in packages}


@cache
def _external_names() -> dict[str, tuple[str, ...]]:
    """Return the names of the genres in other packages, by package."""
    from importlib.metadata import entry_points  # slow to import and rarely needed

    found: dict[str, tuple[str, ...]] = {}
    for package in sorted({point.module for point in entry_points(group="masume.genres")}):
        try:
            found[package] = _import_names(package)
        except InputError:  # an unfinished copy of the template: its author has to see the message
            raise
        except Exception as error:  # a broken package must not affect the other genres
            warnings.warn(f"the genre package {package} cannot be used: {error}", stacklevel=2)
    return found


def _import_names(package: str) -> tuple[str, ...]:
    aliases: tuple[str, ...] = importlib.import_module(package).NAMES
    _reject_template_copy(package, aliases)
    return aliases


def _reject_template_copy(package: str, aliases: tuple[str, ...], title: str = "") -> None:
    """Raise InputError if a package is a copy of the template that still has the template's name or title."""
    if package == _TEMPLATE:
        return
    file = importlib.import_module(package).__file__ or package
    if "template" in map(_normalize, aliases):
        raise InputError(f'{package} is a copy of the template that is still named "template": edit NAMES in {file}')
    if _normalize(title) == "template":
        file = file.replace("__init__", "rules")
        raise InputError(f'{package} is a copy of the template that is still titled "Template": edit title in {file}')


def _normalize(name: str) -> str:
    return name.strip().casefold().replace(" ", "").replace("-", "").replace("_", "")
