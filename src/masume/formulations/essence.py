"""Specifications in Essence, for those who have Conjure: masume hands them out and does not run them.

A genre's folder holds one as formulations/NAME.essence; the boards for it are written by the format `essence`.
"""

import importlib
from importlib.resources import files
from importlib.resources.abc import Traversable

from masume import genres
from masume.core.errors import InputError
from masume.core.genre import Genre


def specification(genre: Genre) -> str:
    """The text of a genre's specification."""
    found = _text(genre)
    if found is None:
        known = ", ".join(name for name in genres.names() if _text(genres.find(name)) is not None) or "none"
        raise InputError(f"{genre.name} has no specification in Essence: expected one of {known}")
    return found.read_text(encoding="utf-8")


def _text(genre: Genre) -> Traversable | None:
    folder = files(importlib.import_module(genre.home)).joinpath("formulations")
    found = folder.iterdir() if folder.is_dir() else ()
    return min((file for file in found if file.name.endswith(".essence")), key=lambda file: file.name, default=None)
