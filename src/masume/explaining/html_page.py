"""HTML page: an explanation as one self-contained file, to click through or to print.

`page.html` is the template.  SVG elements that several pictures share are written once, at the top of the page; the
colours are CSS variables, so that the page can be light or dark.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from string import Template

from masume.core.board import Board
from masume.core.messages import pluralize, replace_unprintable
from masume.core.phrases import capitalize, describe_claims, name_place
from masume.drawing import svg, themes
from masume.drawing.board_scene import scene_of
from masume.drawing.roles import Role
from masume.drawing.scene import Tone
from masume.drawing.themes import Theme
from masume.drawing.titles import title_and_author
from masume.explaining.explanation import Ending, Explanation
from masume.explaining.frames import Frame, frame_of_step
from masume.explaining.sentences import describe_violation, group_inferences, rule_sentence
from masume.explaining.steps import Branch, Reason, Step

_TONES = (Tone.INK, Tone.AREA, Tone.TINT)
_CELL_SIZE, _MAX_WIDTH = 48, 640  # in pixels; wider pictures do not fit beside the text
_LEGEND = '<figcaption><span class="hint"></span>what follows<span class="reason"></span>what it rests on</figcaption>'
_MIN_SHARED_LENGTH = 60  # characters; shorter elements are not worth sharing


def render_page(explanation: Explanation) -> str:
    """Return the page for an explanation whose steps have been found."""
    board, steps = explanation.board, explanation.steps
    frames = [Frame(board), *map(frame_of_step, steps)]
    template = files("masume.explaining").joinpath("page.html").read_text(encoding="utf-8")
    titles = ["The board before the first step", *(f"The board after step {n}" for n in range(1, len(frames)))]
    shared, pictures = _share_elements([*map(_draw_elements, frames, titles)])
    texts = [_start_text(board), *(_step_text(number, step) for number, step in enumerate(steps, 1))]
    sections = map(_section_html, range(len(frames)), _add_ending(texts, explanation.in_words()), pictures)
    svg_text = "\n".join([*shared, *pictures])
    name = title_and_author(board)
    return Template(template).substitute(
        title=_escape(f"{board.genre.title}: {name}" if name else board.in_words()),
        summary=_escape(_summarize(explanation)),
        light=_css_variables("light", svg_text),
        dark=_css_variables("dark", svg_text),
        shared="\n".join(shared),
        links="\n".join(_link_html(number, step) for number, step in enumerate([None, *steps])),
        sections="\n".join(sections),
    )


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
    sentence = f'<p class="ending">{_escape(ending)}</p>'
    return [*before, f"{last.removesuffix('</div>')}{sentence}</div>"]


def _link_html(number: int, step: Step | None) -> str:
    if step is None:
        return '<li><a href="#step-0"><b>0</b><span>The board and its rules</span></a></li>'
    claims = _escape(describe_claims(step.board, step.claims))
    size = f'<i title="{pluralize(step.size, "reason")}">{step.size}</i>'
    return f'<li><a href="#step-{number}"><b>{number}</b><span>{claims}</span>{size}</a></li>'


def _section_html(number: int, text: str, picture: str) -> str:
    legend = _LEGEND if number else ""
    return f'<section id="step-{number}"><figure>{picture}{legend}</figure>\n{text}</section>'


def _start_text(board: Board) -> str:
    rules = [
        f"<li><b>{_escape(rule.id)}</b> {_escape(rule.sentence)}</li>" for rule in board.genre.rules(board.options)
    ]
    return (
        f'<div class="text" data-spoken="{_escape(board.in_words())}"><h2>Start</h2>'
        f'<p class="summary">{_escape(board.in_words())}.</p><h3>Rules</h3><ul>{"".join(rules)}</ul></div>'
    )


def _step_text(number: int, step: Step) -> str:
    """Return the sentence of a step, or a list of its inferences if there are several, and the rules it uses."""
    sentence = step.in_words()
    if any(len(branch.inferences) > 1 for branch in step.branches):
        claims = capitalize(describe_claims(step.board, step.claims))
        summary = f'<p class="summary">{_escape(claims)}.</p>{_cases_html(step)}'
    else:
        summary = f'<p class="summary">{_escape(sentence)}</p>'
    spoken = _escape(f"Step {number}. {sentence}")
    return (
        f'<div class="text" data-spoken="{spoken}"><h2>Step {number} · {pluralize(step.size, "reason")}</h2>{summary}'
        f"<h3>Rules</h3><ul>{''.join(_rule_items(step))}</ul></div>"
    )


def _cases_html(step: Step) -> str:
    """Return each branch, from its assumptions to the contradiction."""
    common = [claim for claim in step.branches[0].assumptions if all(claim in b.assumptions for b in step.branches)]
    if len(step.branches) == 1:
        return _case_html(step.board, step.branches[0], f"If {describe_claims(step.board, common, 'were')}:")
    parts = [f'<p class="case">Suppose {_escape(describe_claims(step.board, common, "were"))}.</p>']
    for word, branch in zip(("If", "And if"), step.branches, strict=False):
        case = [claim for claim in branch.assumptions if claim not in common]
        parts.append(_case_html(step.board, branch, f"{word} {describe_claims(step.board, case, 'were')}:"))
    return "".join(parts)


def _case_html(board: Board, branch: Branch, head: str) -> str:
    lines = [
        f"{describe_claims(board, claims, 'would be')}{f' ({why})' if why else ''}."
        for claims, why in group_inferences(board, branch.inferences[:-1])
    ]
    items = [f"<li>{_escape(line)}</li>" for line in lines]
    end = f"{'But then' if lines else 'Then'} {describe_violation(board, branch.inferences[-1])}."
    return f'<p class="case">{_escape(head)}</p><ol>{"".join(items)}<li class="end">{_escape(end)}</li></ol>'


def _rule_items(step: Step) -> Iterator[str]:
    """Yield each rule that a step uses, with the places where it uses it."""
    by_rule: dict[str, list[Reason]] = {}
    for reason in step.reasons:
        by_rule.setdefault(reason.rule, []).append(reason)
    for rule_id, reasons in by_rule.items():
        places = dict.fromkeys(_name_reason_place(step, reason) for reason in reasons)
        where = f' <span class="muted">({_escape(", ".join(filter(None, places)))})</span>' if any(places) else ""
        yield f"<li><b>{_escape(rule_id)}</b> {_escape(rule_sentence(step.board, rule_id))}{where}</li>"


def _name_reason_place(step: Step, reason: Reason) -> str:
    """Return the place of a reason in words; empty if it is the whole board or where the marks themselves are."""
    if not step.branches or (reason.cut is None and reason.place == step.board.grid.board):
        return ""
    ends = [name_place(step.board, claim.place) for claim in reason.cut.witnesses[:2]] if reason.cut else []
    return " and ".join(ends) or name_place(step.board, reason.place)


def _draw_elements(frame: Frame, title: str) -> list[str]:
    """Return the SVG elements of a picture, one per line, with the CSS variables of the page as colours."""
    scene = scene_of(frame.board, hints=frame.hints, reasons=frame.reasons, errors=frame.errors, coordinates=True)
    cell_size = min(_CELL_SIZE, _MAX_WIDTH / scene.width)
    return svg.write(scene._replace(title=title), _variable_theme(), cell_size).splitlines()


def _share_elements(pictures: list[list[str]]) -> tuple[list[str], list[str]]:
    """Return the elements that occur in several pictures, with ids, and the pictures, which refer to them by id."""
    # All lines of a picture are elements, except <svg> and <title> at the beginning and </svg> at the end.
    counts = Counter(line for picture in pictures for line in picture[2:-1] if len(line) > _MIN_SHARED_LENGTH)
    ids = {line: f"e{number}" for number, line in enumerate(line for line, count in counts.items() if count > 1)}
    shared = [line.replace(" ", f' id="{element_id}" ', 1) for line, element_id in ids.items()]
    return shared, [
        "\n".join(f'<use href="#{ids[line]}"/>' if line in ids else line for line in picture) for picture in pictures
    ]


def _variable_theme() -> Theme:
    """Return a theme whose colours are CSS variables, which the page sets for light and dark screens."""
    light = themes.find("light")
    variables = {role: tuple(f"var(--{_variable_name(role, tone)})" for tone in _TONES) for role in light.colours}
    colours = {role: (ink, area, tint) for role, (ink, area, tint) in variables.items()}
    return Theme("page", "var(--paper)", "var(--black)", "var(--white)", colours)


def _css_variables(theme_name: str, svg_text: str) -> str:
    """Return the definitions of the CSS variables that the pictures or the page use, in the colours of a theme."""
    theme = themes.find(theme_name)
    values = {tone.name.lower(): theme.colour(Role.PAPER, tone) for tone in (Tone.PAPER, Tone.BLACK, Tone.WHITE)}
    values |= {_variable_name(role, tone): theme.colour(role, tone) for role in theme.colours for tone in _TONES}
    used = {*re.findall(r"var\(--([\w-]+)\)", svg_text)}
    used |= {name for name in values if name.startswith(("hint-", "reason-"))}  # those of the legend
    return " ".join(f"--{name}: {value};" for name, value in values.items() if name in used)


def _variable_name(role: Role, tone: Tone) -> str:
    return f"{role.name}-{tone.name}".lower()


def _escape(text: str) -> str:
    return escape(replace_unprintable(text.replace("\n", " ")))
