"""The registry: genres found by folder, or offered by other packages through `masume.genres` entry points.

A genre's package holds NAMES, and its parts in modules of fixed names: rules (GENRE), model (state), notation
(NOTATION), look (LOOK), and specimens.txt.  Nothing but NAMES is imported before a genre is used.
"""

import importlib
import pkgutil
import warnings
from functools import cache
from typing import Any

from masume.core.errors import UnknownNameError
from masume.core.genre import Genre


def names() -> list[str]:
    """The names of all genres, those of other packages included."""
    return sorted({*_built_in(), *(home_names[0] for home_names in _offered().values())})


def find(name: str) -> Genre:
    """The genre with that name or alias, in any spelling of case, spaces, hyphens and underscores."""
    wanted = _plain(name)
    home = _home(wanted)
    if home is None:
        raise UnknownNameError(f"unknown genre {name!r:.40}: expected one of {', '.join(names())}")
    genre: Genre = importlib.import_module(f"{home}.rules").GENRE
    return genre


def is_known(name: str) -> bool:
    """Whether some genre has that name or alias."""
    return _home(_plain(name)) is not None


def load_part(genre: Genre, module: str, attribute: str) -> Any:
    """A part of a genre, such as ("notation", "NOTATION"), imported when it is asked for."""
    return getattr(importlib.import_module(f"{genre.package}.{module}"), attribute)


def describe(genre: Genre) -> str:
    """One sentence on what a genre is about: the docstring of its package, without its name."""
    sentence = (importlib.import_module(genre.package).__doc__ or "").split("\n")[0]
    return sentence.partition(": ")[2] or sentence


def _home(wanted: str) -> str | None:
    if not wanted or len(wanted) > 60:
        return None
    if wanted in _built_in():
        return f"{__name__}.{wanted}"
    for home, home_names in _aliases().items():
        if wanted in home_names:
            return home
    return next((home for home, home_names in _offered().items() if wanted in map(_plain, home_names)), None)


@cache
def _folders() -> tuple[str, ...]:
    return tuple(sorted(found.name for found in pkgutil.iter_modules(__path__)))


@cache
def _built_in() -> frozenset[str]:
    """The genres that are listed; a folder such as _template can be found by name, but is not."""
    return frozenset(name for name in _folders() if not name.startswith("_"))


@cache
def _aliases() -> dict[str, frozenset[str]]:
    homes = (f"{__name__}.{name}" for name in _folders())
    return {home: frozenset(map(_plain, importlib.import_module(home).NAMES)) for home in homes}


@cache
def _offered() -> dict[str, tuple[str, ...]]:
    """The genres of other packages: their package and their names."""
    from importlib.metadata import entry_points  # slow to import, and seldom needed

    offered: dict[str, tuple[str, ...]] = {}
    for home in sorted({point.module for point in entry_points(group="masume.genres")}):
        try:
            offered[home] = importlib.import_module(home).NAMES
        except Exception as error:  # whatever is wrong with it, the other genres must go on
            warnings.warn(f"the genre package {home} cannot be used: {error}", stacklevel=2)
    return offered


def _plain(name: str) -> str:
    return name.strip().casefold().replace(" ", "").replace("-", "").replace("_", "")
