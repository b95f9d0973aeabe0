"""HTML page: an explanation as one self-contained file, to click through or to print.

`page.html`, `page.css` and `page.js` are templates; the colours are CSS variables, so that the page can be light or
dark.
"""

import json
import re
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from itertools import count, groupby
from string import Template

from masume.core.board import Board
from masume.core.messages import pluralize, replace_unprintable
from masume.core.phrases import capitalize, describe_claims, name_place
from masume.drawing import themes
from masume.drawing.roles import Role
from masume.drawing.titles import title_and_author
from masume.explaining.arguments import argument_of
from masume.explaining.chain_words import describe_violation
from masume.explaining.chapters import chapters_of
from masume.explaining.explanation import Ending, Explanation
from masume.explaining.frames import frame_of_step
from masume.explaining.page_pictures import PagePictures
from masume.explaining.sentences import rule_sentence
from masume.explaining.steps import Inference, Reason, Step

_LEGEND = {  # what each kind of highlight means
    Role.HINT: "what follows",
    Role.FOLDED: "follows at once",
    Role.RULE: "where the rule applies",
    Role.REASON: "known marks",
    Role.BOUNDARY: "what separates",
    Role.GHOST: "only assumed",
}
_LEGEND_CLASSES = {Role.HINT: "hinting", Role.FOLDED: "folding", Role.GHOST: "ghostly"}  # only some views have them
_PAGE_VARIABLES = {"hint-area", "ghost-tint", "paper"}  # those that the style sheet uses


def render_page(explanation: Explanation) -> str:
    """Return the page for an explanation whose steps have been found."""
    board, steps = explanation.board, explanation.steps
    drawn = PagePictures(board, steps)
    texts = [_start_text(board), *(_step_text(number, step) for number, step in enumerate(steps, 1))]
    legends = ["", *map(_legend_html, steps)]
    shared = [*drawn.legend_samples().values(), *drawn.shared]
    sections = map(_section_html, count(), _add_ending(texts, explanation.in_words()), drawn.pictures, legends)
    svg_text, name = "\n".join([*shared, *drawn.pictures]), title_and_author(board)
    return Template(read_template("page.html")).substitute(
        title=escape_text(f"{board.genre.title}: {name}" if name else board.in_words()),
        summary=escape_text(_summarize(explanation)),
        style=read_template("page.css"),
        script=read_template("page.js"),
        light=css_variables("light", svg_text),
        dark=css_variables("dark", svg_text),
        shared="\n".join(shared),
        links="\n".join(_links_html(steps)),
        sections="\n".join(sections),
        last=len(steps),
        places=json.dumps({"cell": round(drawn.cell_size, 1), "at": drawn.middles()}, separators=(",", ":")),
        example_place=escape_text(board.grid.name(board.grid.cells[0])),
    )


def read_template(name: str, package: str = "masume.explaining") -> str:
    """Return the text of a template, such as "page.css"."""
    return files(package).joinpath(name).read_text(encoding="utf-8").rstrip("\n")


def _summarize(explanation: Explanation) -> str:
    board, steps = explanation.board, explanation.steps
    sentences = [f"{board.grid.size[:1].upper()}{board.grid.size[1:]}."]
    if steps:
        largest = max(step.size for step in steps)
        sentences.append(f"{pluralize(len(steps), 'step')}, the largest with {pluralize(largest, 'reason')}.")
    if not steps or explanation.ending is not Ending.SOLVED:
        sentences.append(explanation.in_words())
    return " ".join(sentences)


def _add_ending(texts: Sequence[str], ending: str) -> list[str]:
    """Return the texts of the start and of all steps; the last one says how the explanation ended."""
    *before, last = texts
    sentence = f'<p class="ending">{escape_text(ending)}</p>'
    return [*before, f"{last.removesuffix('</div>')}{sentence}</div>"]


def _links_html(steps: Sequence[Step]) -> Iterator[str]:
    """Yield the list of steps, divided into chapters."""
    yield '<ol><li><a href="#step-0"><b>0</b><span>The board and its rules</span></a></li></ol>'
    for title, first, last in chapters_of(steps):
        links = (_link_html(number, steps[number - 1]) for number in range(first, last + 1))
        yield f"<h2>{escape_text(title)}</h2>\n<ol>{''.join(links)}</ol>"


def _link_html(number: int, step: Step) -> str:
    claims = escape_text(describe_claims(step.board, step.claims))
    size = f'<i title="{pluralize(step.size, "reason")}">{step.size}</i>'
    return f'<li><a href="#step-{number}"><b>{number}</b><span>{claims}</span>{size}</a></li>\n'


def _section_html(number: int, text: str, picture: str, legend: str) -> str:
    figure = f'<figure><div class="board">{picture}</div>{legend}</figure>'
    return f'<section id="step-{number}" data-view="after" data-stage="marks">{figure}\n{text}</section>'


def _legend_html(step: Step) -> str:
    """Return what the highlights of a step mean."""
    frame = frame_of_step(step)
    used = {
        Role.HINT: frame.hints,
        Role.FOLDED: frame.folded,
        Role.RULE: frame.rules,
        Role.REASON: frame.reasons,
        Role.BOUNDARY: frame.boundary,
        Role.GHOST: step.branches,
    }
    items = (
        f'<span class="{_LEGEND_CLASSES.get(role, "basis")}"><svg aria-hidden="true">'
        f'<use href="#{role.name.lower()}"/></svg>{meaning}</span>'
        for role, meaning in _LEGEND.items()
        if used[role]
    )
    return f"<figcaption>{''.join(items)}</figcaption>"


def _start_text(board: Board) -> str:
    rules = [
        f"<li><b>{escape_text(rule.id)}</b> {escape_text(rule.sentence)}</li>"
        for rule in board.genre.rules(board.options)
    ]
    return (
        f'<div class="text" data-spoken="{escape_text(board.in_words())}"><h2>Start</h2>'
        f'<p class="summary">{escape_text(board.in_words())}.</p><h3>Rules</h3><ul>{"".join(rules)}</ul></div>'
    )


def _step_text(number: int, step: Step) -> str:
    """Return a step in words: hints, then the sentence, the argument, what follows at once, and the rules it uses."""
    sentence, where = step.in_words(), step.in_words("where")
    rule = step.in_words("rule").removeprefix(where).strip()
    is_chain = not step.technique and any(len(branch.inferences) > 1 for branch in step.branches)
    summary = f"{capitalize(describe_claims(step.board, step.claims))}." if is_chain else sentence
    return (
        f'<div class="text" data-spoken="{escape_text(f"Step {number}. {sentence}")}">'
        f"<h2>Step {number} · {pluralize(step.size, 'reason')}</h2>"
        f'<div class="tries"><p class="where">{escape_text(where)}</p><p class="rule">{escape_text(rule)}</p></div>'
        f'<div class="answer"><p class="summary">{escape_text(summary)}</p>{_argument_html(step, is_open=is_chain)}'
        f'{_folded_html(step)}<div class="rules"><h3>Rules</h3><ul>{"".join(_rule_items(step))}</ul></div></div></div>'
    )


def _argument_html(step: Step, *, is_open: bool) -> str:
    """Return each branch, from its assumptions to the contradiction; every part is a tick of the picture."""
    supposed, branches = argument_of(step)
    if not branches:
        return ""
    ticks = count()
    parts = [f'<p class="case">{escape_text(supposed)}</p>'] if supposed else []
    parts += (_branch_html(texts, ticks) for texts in branches)
    return f"<details{' open' if is_open else ''}><summary>The argument</summary>{''.join(parts)}</details>"


def _branch_html(texts: Sequence[str], ticks: Iterator[int]) -> str:
    assumed, *inferred, end = map(escape_text, texts)
    head = f'<p class="case" data-tick="{next(ticks)}">{assumed}</p>'
    items = [f'<li data-tick="{next(ticks)}">{text}</li>' for text in inferred]
    return f'{head}<ol>{"".join(items)}<li class="end" data-tick="{next(ticks)}">{end}</li></ol>'


def _folded_html(step: Step) -> str:
    """Return the marks that follow at once, each with its reason."""
    board, folded = step.board, [inference for inference in step.folded if inference.claim is not None]
    if not folded:
        return ""
    items = [
        f"<li>{escape_text(describe_claims(board, [each.claim for each in group if each.claim]) + why)}.</li>"
        for why, group in groupby(folded, key=lambda inference: _otherwise(board, inference))
    ]
    head = f"Follows at once: {pluralize(len(folded), 'mark')}"
    return f'<details class="folded"><summary>{head}</summary><ul>{"".join(items)}</ul></details>'


def _otherwise(board: Board, inference: Inference) -> str:
    return f": otherwise {describe_violation(board, inference)}" if inference.reasons else ""


def _rule_items(step: Step) -> Iterator[str]:
    """Yield each rule that a step uses, with the places where it uses it."""
    by_rule: dict[str, list[Reason]] = {}
    for reason in step.reasons:
        by_rule.setdefault(reason.rule, []).append(reason)
    for rule_id, reasons in by_rule.items():
        places = dict.fromkeys(_name_reason_place(step, reason) for reason in reasons)
        where = f' <span class="muted">({escape_text(", ".join(filter(None, places)))})</span>' if any(places) else ""
        yield f"<li><b>{escape_text(rule_id)}</b> {escape_text(rule_sentence(step.board, rule_id))}{where}</li>"


def _name_reason_place(step: Step, reason: Reason) -> str:
    """Return the place of a reason in words; empty if it is the whole board or where the marks themselves are."""
    if not step.branches or (reason.cut is None and reason.place == step.board.grid.board):
        return ""
    ends = [name_place(step.board, claim.place) for claim in reason.cut.witnesses[:2]] if reason.cut else []
    return " and ".join(ends) or name_place(step.board, reason.place)


def css_variables(theme_name: str, svg_text: str) -> str:
    """Return the definitions of the CSS variables that the pictures or the page use, in the colours of a theme."""
    values = themes.variable_values(theme_name)
    used = {*re.findall(r"var\(--([\w-]+)\)", svg_text), *_PAGE_VARIABLES}
    return " ".join(f"--{name}: {value};" for name, value in values.items() if name in used)


def escape_text(text: str) -> str:
    """Return a text as HTML, on one line and without control characters."""
    return escape(replace_unprintable(text.replace("\n", " ")))
