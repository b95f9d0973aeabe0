"""HTML page: a review as one self-contained file, with its pictures; it looks like the page of an explanation."""

from collections.abc import Sequence
from string import Template

from masume.core.notebook import MAX_CELLS
from masume.drawing import svg, themes
from masume.drawing.board_scene import scene_of
from masume.drawing.themes import Theme
from masume.drawing.titles import title_and_author
from masume.explaining.frames import Frame
from masume.explaining.html_page import css_variables, escape_text, read_template
from masume.reviewing.finder import PARTS
from masume.reviewing.findings import Finding, Picture
from masume.reviewing.result import Review

_CELL_SIZE, _MAX_WIDTH = 36, 520  # in pixels; two pictures fit side by side


def render_page(review: Review) -> str:
    """Return the page for a review whose findings are all there."""
    board, theme = review.board, themes.variable_theme()
    name, shown = title_and_author(board), [finding for finding in review.findings if _has_card(finding)]
    body = "\n".join([_overview_html(review, theme), *(_card_html(finding, theme) for finding in shown)])
    return Template(read_template("page.html", "masume.reviewing")).substitute(
        title=escape_text(f"Review: {board.genre.title}: {name}" if name else f"Review: {board.in_words()}"),
        summary=escape_text(f"{board.in_words()}." if name else ""),
        style=f"{read_template('page.css')}\n{read_template('page.css', 'masume.reviewing')}",
        light=css_variables("light", body),
        dark=css_variables("dark", body),
        sections=body,
    )


def _has_card(finding: Finding) -> bool:
    """Return whether a finding has a card of its own; what has no picture is on the first card."""
    return bool(finding.pictures)


def _overview_html(review: Review, theme: Theme) -> str:
    """Return the first card: the board, its solution, and all findings that need no picture."""
    pictures = [Picture("The board", Frame(review.board))]
    if review.outcome is not None and review.outcome.unique and review.outcome.board is not None:
        pictures.append(Picture("The solution", Frame(review.outcome.board), "solution"))
    rows = [_row_html(PARTS[each.name].title, each.text) for each in review.findings if not _has_card(each)]
    if sentence := review.describe_missing():
        rows.append(_row_html("Missing", sentence, ' class="missing"'))
    return f'<section class="overview">{_figures_html(pictures, theme)}<dl>{"".join(rows)}</dl></section>'


def _row_html(title: str, text: str, attributes: str = "") -> str:
    lines = "".join(f"<p>{escape_text(line)}</p>" for line in text.splitlines())
    return f"<dt{attributes}>{escape_text(title)}</dt><dd>{lines}</dd>"


def _card_html(finding: Finding, theme: Theme) -> str:
    paragraphs = "".join(f"<p>{escape_text(line)}</p>" for line in finding.text.splitlines())
    classes = ' class="wide"' if len(finding.pictures) > 1 else ""
    figures = _figures_html(finding.pictures, theme)
    return (
        f'<section{classes}><div class="text"><h2>{PARTS[finding.name].title}</h2>{paragraphs}</div>{figures}</section>'
    )


def _figures_html(pictures: Sequence[Picture], theme: Theme) -> str:
    """Return pictures with their captions; nothing if the board is too large to be legible."""
    drawn = [_figure_html(picture, theme) for picture in pictures if len(picture.frame.board.grid.cells) <= MAX_CELLS]
    return f'<div class="pictures">{"".join(drawn)}</div>' if drawn else ""


def _figure_html(picture: Picture, theme: Theme) -> str:
    frame = picture.frame
    has_rows = "rows" in frame.board.grid.abilities
    scene = scene_of(frame.board, coordinates=has_rows, marks=picture.marks, **frame.highlights)
    element = svg.write(scene, theme, min(_CELL_SIZE, _MAX_WIDTH / scene.width))
    caption = f"<figcaption>{escape_text(picture.caption)}</figcaption>" if picture.caption else ""
    return f"<figure>{element}{caption}</figure>"
