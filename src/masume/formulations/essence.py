"""Specifications in Essence, for users of Conjure: masume prints them but does not run them.

A genre's folder holds one as formulations/NAME.essence; the format `essence` writes boards for it.
"""

import importlib
from importlib.resources import files
from importlib.resources.abc import Traversable

from masume import genres
from masume.core.errors import InputError
from masume.core.genre import Genre


def load_specification(genre: Genre) -> str:
    """Return the text of a genre's specification; raise InputError if there is none."""
    file = _find_file(genre)
    if file is None:
        known = ", ".join(name for name in genres.names() if _find_file(genres.find(name)) is not None) or "none"
        raise InputError(f"{genre.name} has no specification in Essence: expected one of {known}")
    return file.read_text(encoding="utf-8")


def _find_file(genre: Genre) -> Traversable | None:
    folder = files(importlib.import_module(genre.package)).joinpath("formulations")
    entries = folder.iterdir() if folder.is_dir() else ()
    return min((file for file in entries if file.name.endswith(".essence")), key=lambda file: file.name, default=None)
