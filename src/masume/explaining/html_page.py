"""Paging: an explanation as one page of HTML that needs nothing else, to be clicked through or read from top to bottom.

`page.html` is the page itself; what the pictures of the steps have in common stands there once.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files
from itertools import groupby
from string import Template

from masume.core.board import Board
from masume.core.messages import counted, printable
from masume.drawing import svg, themes
from masume.drawing.board_scene import scene_of
from masume.drawing.roles import Role
from masume.drawing.scene import Tone
from masume.drawing.themes import Theme
from masume.drawing.titles import name_of
from masume.explaining.frames import Frame, frame_of_step
from masume.explaining.phrases import capital, claims_words, place_words
from masume.explaining.sentences import otherwise
from masume.explaining.steps import Branch, Inference, Reason, Step

_TONES = (Tone.INK, Tone.AREA, Tone.TINT)
_CELL, _WIDEST = 48, 640  # pixels of a cell and of a picture; more do not fit beside the words
_LEGEND = (
    '<figcaption><span class="follows"></span>what follows<span class="rests"></span>what it rests on</figcaption>'
)
_LONG = 60  # characters of an element; a shorter one is not worth sharing


def page(board: Board, steps: Sequence[Step]) -> str:
    """The page of a board and the steps that explain it."""
    frames = [Frame(board), *map(frame_of_step, steps)]
    titles = ["The board before the first step", *(f"The board after step {n}" for n in range(1, len(frames)))]
    shared, pictures = _shared([_picture(frame, title) for frame, title in zip(frames, titles, strict=True)])
    words = [_start(board), *(_step(number, step) for number, step in enumerate(steps, 1))]
    sections = map(_section, range(len(frames)), words, pictures)
    drawn = "\n".join([*shared, *pictures])
    return Template(files("masume.explaining").joinpath("page.html").read_text(encoding="utf-8")).substitute(
        title=_plain(f"{board.genre.title}: {name_of(board)}" if name_of(board) else board.in_words()),
        summary=_plain(_summary(board, steps)),
        light=_colours("light", drawn),
        dark=_colours("dark", drawn),
        shared="\n".join(shared),
        links="\n".join(_link(number, step) for number, step in enumerate([None, *steps])),
        sections="\n".join(sections),
    )


def _summary(board: Board, steps: Sequence[Step]) -> str:
    size = f"{board.grid.size[:1].upper()}{board.grid.size[1:]}"
    if not steps:
        return f"{size}. Nothing is left to find."
    largest = max(step.size for step in steps)
    return f"{size}. {counted(len(steps), 'step')}, the largest with {counted(largest, 'reason')}."


def _link(number: int, step: Step | None) -> str:
    if step is None:
        return '<li><a href="#step-0"><b>0</b><span>The board and its rules</span></a></li>'
    what = _plain(claims_words(step.board, step.claims))
    size = f'<i title="{counted(step.size, "reason")}">{step.size}</i>'
    return f'<li><a href="#step-{number}"><b>{number}</b><span>{what}</span>{size}</a></li>'


def _section(number: int, words: str, picture: str) -> str:
    legend = _LEGEND if number else ""
    return f'<section id="step-{number}"><figure>{picture}{legend}</figure>\n{words}</section>'


def _start(board: Board) -> str:
    rules = [f"<li><b>{_plain(rule.id)}</b> {_plain(rule.sentence)}</li>" for rule in board.genre.rules(board.options)]
    return (
        f'<div class="words" data-says="{_plain(board.in_words())}"><h2>Start</h2>'
        f'<p class="says">{_plain(board.in_words())}.</p><h3>Rules</h3><ul>{"".join(rules)}</ul></div>'
    )


def _step(number: int, step: Step) -> str:
    """A step in words: the sentence, line by line if it is long, and the rules that it takes."""
    told = step.in_words()
    if any(len(branch.inferences) > 1 for branch in step.branches):
        says = f'<p class="says">{_plain(capital(claims_words(step.board, step.claims)))}.</p>{_cases(step)}'
    else:
        says = f'<p class="says">{_plain(told)}</p>'
    read = _plain(f"Step {number}. {told}")
    return (
        f'<div class="words" data-says="{read}"><h2>Step {number} · {counted(step.size, "reason")}</h2>{says}'
        f"<h3>Rules</h3><ul>{''.join(_rules(step))}</ul></div>"
    )


def _cases(step: Step) -> str:
    """Each branch from what is assumed to the contradiction."""
    common = [claim for claim in step.branches[0].assumptions if all(claim in b.assumptions for b in step.branches)]
    if len(step.branches) == 1:
        return _case(step.board, step.branches[0], f"If {claims_words(step.board, common, 'were')}:")
    told = [f'<p class="case">Suppose {_plain(claims_words(step.board, common, "were"))}.</p>']
    for word, branch in zip(("If", "And if"), step.branches, strict=False):
        own = [claim for claim in branch.assumptions if claim not in common]
        told.append(_case(step.board, branch, f"{word} {claims_words(step.board, own, 'were')}:"))
    return "".join(told)


def _case(board: Board, branch: Branch, head: str) -> str:
    lines = [f"<li>{_plain(line)}</li>" for line in _lines(board, branch.inferences[:-1])]
    end = f"{'But then' if lines else 'Then'} {otherwise(board, branch.inferences[-1])}."
    return f'<p class="case">{_plain(head)}</p><ol>{"".join(lines)}<li class="end">{_plain(end)}</li></ol>'


def _lines(board: Board, inferences: Iterable[Inference]) -> Iterator[str]:
    """What follows step by step; what follows by the same reasons at once."""
    for _, group in groupby(inferences, key=lambda one: one.reasons):
        together = list(group)
        claims = [one.claim for one in together if one.claim]
        yield f"{claims_words(board, claims)}, otherwise {otherwise(board, together[0])}."


def _rules(step: Step) -> Iterator[str]:
    """The rules that a step takes, and where."""
    by_rule: dict[str, list[Reason]] = {}
    for reason in step.reasons:
        by_rule.setdefault(reason.rule, []).append(reason)
    for name, reasons in by_rule.items():
        rule = step.board.genre.find_rule(name)
        places = dict.fromkeys(_where(step, reason) for reason in reasons)
        where = f' <span class="quiet">({_plain(", ".join(filter(None, places)))})</span>' if any(places) else ""
        yield f"<li><b>{_plain(name)}</b> {_plain(rule.sentence if rule else 'What is given is given.')}{where}</li>"


def _where(step: Step, reason: Reason) -> str:
    """Where a rule is meant, if not on the whole board or wherever the marks are."""
    if not step.branches or (reason.cut is None and reason.place == step.board.grid.board):
        return ""
    places = reason.cut.witnesses if reason.cut else ()
    return " and ".join(place_words(step.board, claim.place) for claim in places[:2]) or place_words(
        step.board, reason.place
    )


def _picture(frame: Frame, title: str) -> list[str]:
    """The elements of a picture whose colours are the page's."""
    scene = scene_of(frame.board, hints=frame.hints, reasons=frame.reasons, errors=frame.errors, coordinates=True)
    return svg.write(scene._replace(title=title), _page_theme(), min(_CELL, _WIDEST / scene.width)).splitlines()


def _shared(pictures: list[list[str]]) -> tuple[list[str], list[str]]:
    """Elements that several pictures have, by name, and the pictures that use them."""
    often = Counter(line for picture in pictures for line in picture[2:-1] if len(line) > _LONG)
    names = {line: f"e{number}" for number, line in enumerate(line for line, times in often.items() if times > 1)}
    shared = [line.replace(" ", f' id="{name}" ', 1) for line, name in names.items()]
    return shared, [
        "\n".join(f'<use href="#{names[line]}"/>' if line in names else line for line in picture)
        for picture in pictures
    ]


def _page_theme() -> Theme:
    """A theme whose colours are variables of the page, which has them light or dark."""
    light = themes.find("light")
    named = {role: tuple(f"var(--{_name(role, tone)})" for tone in _TONES) for role in light.colours}
    colours = {role: (ink, area, tint) for role, (ink, area, tint) in named.items()}
    return Theme("page", "var(--paper)", "var(--black)", "var(--white)", colours)


def _colours(theme: str, drawn: str) -> str:
    """The values of those variables that the pictures use, and of those that the page itself uses."""
    meant = themes.find(theme)
    values = {tone.name.lower(): meant.colour(Role.PAPER, tone) for tone in (Tone.PAPER, Tone.BLACK, Tone.WHITE)}
    values |= {_name(role, tone): meant.colour(role, tone) for role in meant.colours for tone in _TONES}
    used = {*re.findall(r"var\(--([\w-]+)\)", drawn)}
    of_page = ("hint-", "reason-")
    return " ".join(f"--{name}: {value};" for name, value in values.items() if name in used or name.startswith(of_page))


def _name(role: Role, tone: Tone) -> str:
    return f"{role.name}-{tone.name}".lower()


def _plain(text: str) -> str:
    return escape(printable(text.replace("\n", " ")))
