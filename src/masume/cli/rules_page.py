"""The rules of a genre and how formulations state them: in columns for a terminal, or as a Markdown page."""

import shutil
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import zip_longest
from typing import NamedTuple

import masume
from masume import Genre, Rule, formulations

Column = tuple[str, str]  # a formulation's name, and its lines
_MIN_WIDTH = 38  # characters; code in narrower columns is hard to read
_PAGE_WIDTH = 64  # characters; two columns fit side by side on a page
_GAP = " │ "
_SHARED = "The rest of each text"
_PAGE_HEAD = """\
# How each formulation states the rules

`masume rules --markdown` writes this page; `masume rules GENRE` shows the same in the terminal.  `tuned` is our own
text, the others are the papers' (see [papers.md](papers.md)).  Where a published text is wrong, the paper's name stands
for the repaired text, and `-printed` is added for the published one.
Models are Python code in `src/masume/genres/GENRE/formulations/`; the default model of each genre is in its `model.py`.
"""
_MODELS = "Formulations as models"


class Section(NamedTuple):
    """A rule, or the lines that state no rule: a title, a column per formulation, and a note if there are none."""

    title: str
    columns: list[Column]
    note: str = ""


def list_sections(genre: Genre) -> Iterator[Section]:
    """Yield a section for each rule, and one for the lines of the formulations that state no rule."""
    names = formulations.names(genre)
    stated = {name: formulations.lines_by_rule(genre, formulations.find(genre, name)) for name in names}
    for rule in genre.all_rules:
        columns = _select_columns({name: lines.get(rule.id, "") for name, lines in stated.items()})
        note = "" if columns else _missing_note(rule, bool(stated))
        yield Section(f"{rule.id}  {rule.sentence}", columns, note)
    if shared := _select_columns({name: lines.get("", "") for name, lines in stated.items()}):
        yield Section(_SHARED, shared)


def _missing_note(rule: Rule, has_formulations: bool) -> str:
    """Return why no formulation states a rule; empty if the genre has no formulations at all."""
    if not rule.checks:
        return "A permission or a definition: nothing to state."
    return "No formulation states this rule." if has_formulations else ""


def _select_columns(columns: dict[str, str]) -> list[Column]:
    """Drop empty columns, and printed versions that do not differ from the repaired text before them."""
    selected: list[Column] = []
    for name, lines in columns.items():
        is_repeated = selected and name == f"{selected[-1][0]}-printed" and lines == selected[-1][1]
        if lines and not is_repeated:
            selected.append((name, lines))
    return selected


def format_columns(genre: Genre, width: int | None = None) -> str:
    """Return the rules and their formulations for a terminal; default width: that of the terminal."""
    width = width or shutil.get_terminal_size().columns
    columns_per_row = max(1, (width + len(_GAP)) // (_MIN_WIDTH + len(_GAP)))
    lines = [genre.title]
    for section in list_sections(genre):
        lines += ["", *textwrap.wrap(section.title, width)]
        for start in range(0, len(section.columns), columns_per_row):
            row = section.columns[start : start + columns_per_row]
            lines += ["", *_side_by_side(row, (width - len(_GAP) * (len(row) - 1)) // len(row))]
        if section.note:
            lines += ["", *textwrap.wrap(f"({section.note[:1].lower()}{section.note[1:].rstrip('.')})", width)]
    if described := list(_describe_models(genre)):
        lines += ["", _MODELS, ""]
        lines += (line for name, sentence in described for line in textwrap.wrap(f"{name}: {sentence}", width))
    return "\n".join(lines)


def _side_by_side(columns: Sequence[Column], width: int) -> Iterator[str]:
    folded = [[name, "─" * len(name), *_fold(lines, width)] for name, lines in columns]
    for cells in zip_longest(*folded, fillvalue=""):
        yield _GAP.join(cell.ljust(width) for cell in cells).rstrip()


def _fold(lines: str, width: int) -> Iterator[str]:
    for line in lines.splitlines():
        yield from textwrap.wrap(line, width, subsequent_indent="    ", break_on_hyphens=False) or [""]


def format_markdown(genres: Iterable[Genre] | None = None) -> str:
    """Return the rules and their formulations as a page of the documentation; default: of all genres."""
    chosen = list(genres) if genres is not None else [masume.genres.find(name) for name in masume.genres.names()]
    return "\n".join([_PAGE_HEAD, *(line for genre in chosen for line in _markdown_chapter(genre))])


def _markdown_chapter(genre: Genre) -> Iterator[str]:
    yield f"## {genre.title}\n"
    for section in list_sections(genre):
        yield f"### {section.title}\n"
        if section.columns:
            names = "".join(f"<th>{name}</th>" for name, _ in section.columns)
            cells = "".join(f"<td><pre>{_escape_lines(lines)}</pre></td>" for _, lines in section.columns)
            yield f"<table><tr>{names}</tr><tr>{cells}</tr></table>\n"
        if section.note:
            yield f"{section.note}\n"
    if described := list(_describe_models(genre)):
        yield f"### {_MODELS}\n"
        yield "\n".join(f"- `{name}`: {sentence}" for name, sentence in described) + "\n"


def _describe_models(genre: Genre) -> Iterator[tuple[str, str]]:
    """Yield the name and the sentence of each formulation that is a model."""
    for name in formulations.model_names(genre):
        formulation = formulations.find_model(genre, name)
        warning = "" if formulation.vouched else " (masume does not vouch for it)"
        yield name, f"{formulation.sentence}{warning}"


def _escape_lines(lines: str) -> str:
    """Escape lines for a table in a page; an empty line would end the table."""
    return "\n".join(escape(line, quote=False) or "&nbsp;" for line in _fold(lines, _PAGE_WIDTH))
