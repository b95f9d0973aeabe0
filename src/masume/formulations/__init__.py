"""Formulations: ways of stating a genre's rules as answer set programs, found by their files.

A genre's folder holds them as formulations/NAME.lp.  Those with a paper's name read that paper's facts, and
`NAME-printed` is the text as published; `tuned` is our own, on masume's own facts.  `own` makes one of a user's text.
"""

import importlib
import re
from dataclasses import dataclass
from pathlib import Path

from masume import genres
from masume.core.errors import InputError, UnknownNameError
from masume.core.files import text_from
from masume.core.genre import Genre
from masume.formulations import texts

DEFAULT = "tuned"
_AS_PRINTED = "-printed"
_LARGEST_TEXT = 1024 * 1024  # characters
_REFUSED = re.compile(r"#(script|include)\b")


@dataclass(frozen=True, slots=True)
class Formulation:
    """A text, whose facts it reads (None: masume's own), and whether masume vouches for its answers."""

    name: str
    text: str
    dialect: str | None = None
    vouched: bool = True

    @property
    def program(self) -> str:
        """The text with the shared pieces that it uses."""
        shared = _pieces()
        return "\n".join([self.text, *(shared[name].read_text(encoding="utf-8") for name in texts.pieces(self.text))])


def names(genre: Genre) -> list[str]:
    """The names of a genre's formulations."""
    found = sorted(_texts(genre))
    papers = [name for name in found if name in _dialects(genre)]
    return sorted([*found, *(name + _AS_PRINTED for name in papers)])


def find(genre: Genre, name: str | Formulation | None = None) -> Formulation:
    """The formulation of a genre with that name, our own if none is said; one that is found already is itself."""
    if isinstance(name, Formulation):
        return name
    chosen = DEFAULT if name is None else name
    if chosen not in names(genre):
        expected = ", ".join(names(genre)) or "none"
        raise UnknownNameError(f"{genre.name} has no formulation {chosen!r:.40}: expected one of {expected}")
    stem = chosen.removesuffix(_AS_PRINTED)
    whole = _texts(genre)[stem].read_text(encoding="utf-8")
    dialect = stem if stem in _dialects(genre) else None
    if chosen == stem:
        return Formulation(chosen, texts.repaired(whole), dialect)
    return Formulation(chosen, texts.printed(whole), dialect, vouched=not texts.differs_from_print(whole))


def own(text: str, name: str = "the formulation") -> Formulation:
    """A user's own formulation over masume's own facts."""
    if len(text) > _LARGEST_TEXT:
        raise InputError(f"{name} is too large: expected at most {_LARGEST_TEXT:,} characters")
    bare = texts.code(text)
    if refused := _REFUSED.search(bare):
        line, column = bare.count("\n", 0, refused.start()) + 1, refused.start() - bare.rfind("\n", 0, refused.start())
        raise InputError(f"{name}: line {line}, column {column}: {refused[0]} is refused, expected nothing but rules")
    if missing := set(texts.pieces(text)) - _pieces().keys():
        known = ", ".join(sorted(_pieces()))
        raise InputError(f"{name}: no shared piece is called {min(missing)!r:.40}: expected {known} after % Uses:")
    return Formulation(name, text, vouched=False)


def load(path: str | Path) -> Formulation:
    """A user's own formulation from a file."""
    return own(text_from(path, _LARGEST_TEXT), Path(path).name)


def _texts(genre: Genre) -> dict[str, Path]:
    return _found_in(folder_of(genre.home) / "formulations")


def _pieces() -> dict[str, Path]:
    return _found_in(folder_of(__name__) / "pieces")


def folder_of(package: str) -> Path:
    """Where a package lies (importlib.resources would take long to import)."""
    return Path(importlib.import_module(package).__path__[0])


def _found_in(folder: Path) -> dict[str, Path]:
    """The texts in a folder, by name."""
    found = folder.iterdir() if folder.is_dir() else ()
    return {file.name.removesuffix(".lp"): file for file in found if file.name.endswith(".lp")}


def _dialects(genre: Genre) -> list[str]:
    return list(genres.part(genre, "notation", "NOTATION").facts)
