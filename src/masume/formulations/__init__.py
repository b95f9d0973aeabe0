"""Formulations: texts in answer set programming that state a genre's rules.

A genre's folder holds them as formulations/NAME.lp.  A formulation with a paper's name takes that paper's facts, and
`NAME-printed` is the text as published; `tuned` is ours and takes masume's own facts.  `from_text` and `load` turn a
user's text into a formulation.
"""

import importlib
import re
from dataclasses import dataclass
from pathlib import Path

from masume import genres
from masume.core.arguments import require_text
from masume.core.errors import InputError, UnknownNameError
from masume.core.files import load_text
from masume.core.genre import Genre, require_genre
from masume.core.messages import quote, suggest_names
from masume.formulations import texts
from masume.formulations.models import ModelFormulation
from masume.formulations.models import find as find_model
from masume.formulations.models import names as model_names

__all__ = [
    "Formulation",
    "ModelFormulation",
    "find",
    "find_model",
    "from_text",
    "lines_by_rule",
    "load",
    "load_specification",
    "model_names",
    "names",
]
DEFAULT = "tuned"
_PRINTED_SUFFIX = "-printed"
_MAX_CHARACTERS = 1024 * 1024
_REFUSED = re.compile(r"#(script|include)\b")


@dataclass(frozen=True, slots=True)
class Formulation:
    """A text, and whether masume vouches for its answers: a wrong one would be an internal error.

    `dialect` names the notation of the facts that it takes (None: masume's own).
    """

    name: str
    text: str
    dialect: str | None = None
    vouched: bool = True

    @property
    def program(self) -> str:
        """The text together with the shared pieces that it uses."""
        pieces, used = _pieces(), texts.used_pieces(self.text)
        return "\n".join([self.text, *(pieces[name].read_text(encoding="utf-8") for name in used)])


def names(genre: Genre) -> list[str]:
    """Return the names of a genre's formulations, in alphabetical order."""
    require_genre(genre)
    stems = sorted(_texts(genre))
    papers = [stem for stem in stems if stem in _dialects(genre)]
    return sorted([*stems, *(stem + _PRINTED_SUFFIX for stem in papers)])


def find(genre: Genre, name: str | Formulation | None = None) -> Formulation:
    """Return a genre's formulation by name (None: `tuned`); a Formulation is returned unchanged."""
    if isinstance(name, Formulation):
        return name
    chosen, known = DEFAULT if name is None else name, names(genre)
    if not known:
        raise UnknownNameError(f"{genre.name} has no formulation in answer set programming")
    if chosen not in known:
        raise UnknownNameError(f"no formulation {quote(chosen)} of {genre.name}: {suggest_names(chosen, known)}")
    stem = chosen.removesuffix(_PRINTED_SUFFIX)
    both_versions = _texts(genre)[stem].read_text(encoding="utf-8")
    dialect = stem if stem in _dialects(genre) else None
    if chosen == stem:
        return Formulation(chosen, texts.repaired_text(both_versions), dialect)
    return Formulation(chosen, texts.printed_text(both_versions), dialect, vouched=not texts.has_repairs(both_versions))


def lines_by_rule(genre: Genre, formulation: Formulation) -> dict[str, str]:
    """Return a formulation's lines by rule id; under "" those that state no rule, including shared pieces."""
    by_rule: dict[str, str] = {}
    for group, lines in texts.lines_by_rule(formulation.text).items():
        for rule in genre.all_rules:
            if rule.id.casefold() in group:
                by_rule[rule.id] = "\n".join(filter(None, [by_rule.get(rule.id), lines]))
    by_rule[""] = texts.lines_by_rule(formulation.program).get((), "")
    return by_rule


def load_specification(genre: Genre) -> str:
    """Return a genre's specification in Essence, for users of Conjure; raise InputError if there is none."""
    from masume.formulations import essence  # slow to import and rarely needed

    return essence.load_specification(genre)


def from_text(text: str, name: str = "the formulation") -> Formulation:
    """Return a formulation with a user's text, which takes masume's own facts."""
    require_text(text)
    if len(text) > _MAX_CHARACTERS:
        raise InputError(f"{name} is too large: expected at most {_MAX_CHARACTERS:,} characters")
    code = texts.blank_comments(text)
    if refused := _REFUSED.search(code):
        line, column = code.count("\n", 0, refused.start()) + 1, refused.start() - code.rfind("\n", 0, refused.start())
        raise InputError(f"{name}: line {line}, column {column}: {refused[0]} is refused, expected only rules")
    if missing := set(texts.used_pieces(text)) - _pieces().keys():
        known = ", ".join(sorted(_pieces()))
        raise InputError(f"{name}: there is no shared piece {quote(min(missing))}: expected {known} after % Uses:")
    return Formulation(name, text, vouched=False)


def load(path: str | Path) -> Formulation:
    """Return a formulation with the text of a user's file, which takes masume's own facts."""
    return from_text(load_text(path, _MAX_CHARACTERS), Path(path).name)


def _texts(genre: Genre) -> dict[str, Path]:
    """Return the files of a genre's texts, by name; each has the repaired and the printed version."""
    return _lp_files(_package_folder(genre.package) / "formulations")


def _pieces() -> dict[str, Path]:
    """Return the files of the shared pieces, by name."""
    return _lp_files(_package_folder(__name__) / "pieces")


def _package_folder(package: str) -> Path:
    """Return the folder of a package, without importlib.resources, which is slow to import."""
    return Path(importlib.import_module(package).__path__[0])


def _lp_files(folder: Path) -> dict[str, Path]:
    """Return the .lp files of a folder, by name without the ending."""
    files = folder.iterdir() if folder.is_dir() else ()
    return {file.name.removesuffix(".lp"): file for file in files if file.name.endswith(".lp")}


def _dialects(genre: Genre) -> list[str]:
    """Return the names of the papers whose facts masume knows for a genre."""
    return list(genres.load_part(genre, "notation", "NOTATION").facts)
