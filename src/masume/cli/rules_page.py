"""How the rules of a genre, and what formulations make of them, are shown: in columns, or as a page."""

import shutil
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import zip_longest

import masume
from masume.core.genre import Genre
from masume.formulations import models, texts

Column = tuple[str, str]  # a formulation's name, and its lines
_NARROWEST = 38  # characters in which code can be read
_IN_A_PAGE = 64  # characters, so that two columns stand side by side
_GAP = " │ "
_SHARED = "What the rules are made of"
_PAGE_HEAD = """\
# How each formulation states the rules

Written by `masume rules --markdown`; `masume rules GENRE` shows the same in the terminal.  `tuned` is our own text, the
others are the papers' (see [papers.md](papers.md)).  Where a published text is wrong, it stands beside its repair.
Models are Python, in `src/masume/genres/GENRE/formulations/`; each genre has one of its own besides, in `model.py`.
"""
_MODELS = "As models, for engines that take these"


def stated(genre: Genre) -> Iterator[tuple[str, list[Column]]]:
    """Each rule, as id and sentence, and how the formulations state it; then what they state besides."""
    columns = {name: _with_rules(genre, name) for name in masume.formulations.names(genre)}
    for rule in genre.all_rules:
        yield (
            f"{rule.id}  {rule.sentence}",
            _differing({name: found.get(rule.id, "") for name, found in columns.items()}),
        )
    yield _SHARED, _differing({name: found.get("", "") for name, found in columns.items()})


def _with_rules(genre: Genre, name: str) -> dict[str, str]:
    """A formulation's lines by rule; what belongs to no rule, its shared pieces included, under ""."""
    formulation, found = masume.formulations.find(genre, name), dict[str, str]()
    for group, lines in texts.statements(formulation.text).items():
        for rule in genre.all_rules:
            if rule.id.casefold() in group:
                found[rule.id] = "\n".join(filter(None, [found.get(rule.id), lines]))
    found[""] = texts.statements(formulation.program).get((), "")
    return found


def _differing(columns: dict[str, str]) -> list[Column]:
    """The columns that say something, without those that repeat the one before them, as a printed text often does."""
    kept: list[Column] = []
    for name, lines in columns.items():
        repeated = kept and name == f"{kept[-1][0]}-printed" and lines == kept[-1][1]
        if lines and not repeated:
            kept.append((name, lines))
    return kept


def in_columns(genre: Genre, width: int | None = None) -> str:
    """The rules and their formulations for a terminal that is so wide."""
    wide = width or shutil.get_terminal_size().columns
    lines = [genre.title]
    for title, columns in stated(genre):
        lines += ["", *textwrap.wrap(title, wide)]
        fitting = max(1, (wide + len(_GAP)) // (_NARROWEST + len(_GAP)))
        for start in range(0, len(columns), fitting):
            together = columns[start : start + fitting]
            lines += ["", *_side_by_side(together, (wide - len(_GAP) * (len(together) - 1)) // len(together))]
        if not columns and title is not _SHARED:
            lines += ["", "(a permission or a definition: nothing to state)"]
    if told := list(_models(genre)):
        lines += ["", _MODELS, ""]
        lines += (line for name, sentence in told for line in textwrap.wrap(f"{name}: {sentence}", wide))
    return "\n".join(lines)


def _side_by_side(columns: Sequence[Column], width: int) -> Iterator[str]:
    folded = [[name, "─" * len(name), *_folded(lines, width)] for name, lines in columns]
    for cells in zip_longest(*folded, fillvalue=""):
        yield _GAP.join(cell.ljust(width) for cell in cells).rstrip()


def _folded(lines: str, width: int) -> Iterator[str]:
    for line in lines.splitlines():
        yield from textwrap.wrap(line, width, subsequent_indent="    ", break_on_hyphens=False) or [""]


def page(genres: Iterable[Genre] | None = None) -> str:
    """The rules and their formulations as a page of the documentation."""
    chosen = list(genres) if genres is not None else [masume.genres.find(name) for name in masume.genres.names()]
    return "\n".join([_PAGE_HEAD, *(line for genre in chosen for line in _chapter(genre))])


def _chapter(genre: Genre) -> Iterator[str]:
    yield f"## {genre.title}\n"
    for title, columns in stated(genre):
        yield f"### {title}\n"
        if columns:
            names = "".join(f"<th>{name}</th>" for name, _ in columns)
            cells = "".join(f"<td><pre>{_escaped(lines)}</pre></td>" for _, lines in columns)
            yield f"<table><tr>{names}</tr><tr>{cells}</tr></table>\n"
        elif title is not _SHARED:
            yield "A permission or a definition: nothing to state.\n"
    if told := list(_models(genre)):
        yield f"### {_MODELS}\n"
        yield "\n".join(f"- `{name}`: {sentence}" for name, sentence in told) + "\n"


def _models(genre: Genre) -> Iterator[tuple[str, str]]:
    """The formulations of a genre as models: names and sentences."""
    for name in models.names(genre):
        formulation = models.find(genre, name)
        vouched = "" if formulation.vouched else " (masume does not vouch for it)"
        yield name, f"{formulation.sentence}{vouched}"


def _escaped(lines: str) -> str:
    """Lines for a table in a page: an empty one would end the table."""
    return "\n".join(escape(line, quote=False) or "&nbsp;" for line in _folded(lines, _IN_A_PAGE))
