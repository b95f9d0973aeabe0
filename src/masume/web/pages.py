"""The pages as HTML: the start page with its cards, the page of a board, and the stylesheet of both.

What a page shows at first is in its HTML, the board too, so that nothing flashes or jumps when the scripts begin.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from masume.playing import theme_css
from masume.web.controls import controls_in_words, keys_in_words

SAVED = "saved"  # the text that stands for a board in the browser's memory, which is too long for an address
_MODULES_OF_START = ("api", "dom", "opening", "settings", "start", "store")
_LARGEST_CELL = 80  # pixels, as in camera.js
_SIZES = ("small", "medium", "large")  # the ends of the names of shipped boards that are on every card


def start_page(cards: Sequence[Mapping[str, Any]]) -> str:
    """Return the first page: a box for any board, and a card for each genre."""
    return _start(cards, title="masume: grid logic puzzles", error="", text="")


def board_page(
    *,
    sheet: Mapping[str, Any] | None,
    error: Mapping[str, Any] | None,
    text: str,
    cards: Sequence[Mapping[str, Any]],
) -> str:
    """Return the page of a board, or the first page with the reason why the text cannot be read.

    Without a sheet and without an error, the page looks for its board in the browser's memory.
    """
    if error is not None:
        return _start(cards, title="masume: this is no board", error=_error_html(error), text=text)
    return _empty_page() if sheet is None else _board(sheet, cards)


@cache
def style() -> str:
    """Return the stylesheet of all pages."""
    return f"{theme_css()}\n{_template('static/style.css')}"


def _start(cards: Iterable[Mapping[str, Any]], *, title: str, error: str, text: str) -> str:
    return _fill(
        "start.html",
        title=title,
        logo=_template("static/icon.svg"),
        preloads=_preloads(_MODULES_OF_START),
        error=error,
        box=_box_html(text, is_invalid=bool(error)),
        cards="\n".join(map(_card_html, cards)),
        settings=_template("settings.html"),
    )


def _error_html(error: Mapping[str, Any]) -> str:
    """Return why a text cannot be read: the format, the place and what was expected, as far as they are known."""
    facts = [
        f"<dt>{name}</dt><dd>{escape(error[key])}</dd>"
        for name, key in (("Read as", "format"), ("Where", "where"), ("Problem", "expected"))
        if error.get(key)
    ]
    details = f"<dl>{''.join(facts)}</dl>" if facts else f"<p>{escape(_as_sentence(error['message']))}</p>"
    return f'<div class="unreadable" role="alert"><h3>This cannot be read as a board.</h3>{details}</div>'


def _as_sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}"


def _box_html(text: str = "", *, is_invalid: bool = False) -> str:
    return _fill("box.html", text=escape(text), invalid=' aria-invalid="true"' if is_invalid else "")


def _card_html(card: Mapping[str, Any]) -> str:
    """Return a card: picture and name open the genre's first board, and each size has a link of its own."""
    boards, title = card["boards"], escape(card["title"])
    number = f"{len(boards)} board{'' if len(boards) == 1 else 's'}" if boards else "no boards yet"
    return _fill(
        "card.html",
        picture=card.get("picture", ""),
        title=f'<a href="?{escape(boards[0]["name"])}">{title}</a>' if boards else title,
        number=number,
        other=escape(card["other"]),
        sentence=escape(_as_sentence(card["sentence"])),
        links="\n".join(_board_link_html(card, board) for board in sorted(boards, key=_is_other_size)),
    )


def _is_other_size(board: Mapping[str, str]) -> bool:
    return not board["name"].endswith(_SIZES)


def _board_link_html(card: Mapping[str, Any], board: Mapping[str, str]) -> str:
    name, key = escape(board["name"]), escape(board.get("key", ""))
    source = board.get("source", "")
    label = "From a paper" if source else board["name"].removeprefix(f"{card['name']}-").capitalize()
    style = f' class="other-size" title="{escape(source)}"' if _is_other_size(board) else ""
    size = f"<span>{_times(board['size'])}</span>"
    # Screen readers list links by themselves.
    genre = f'<span class="spoken">{escape(card["title"])}: </span>'
    return f'<a href="?{name}" data-key="{key}"{style}>{genre}{escape(label)} {size}</a>'


def _times(size: str) -> str:
    return escape(size.replace("x", "×"))


def _board(sheet: Mapping[str, Any], cards: Iterable[Mapping[str, Any]]) -> str:
    genre, info = sheet["genre"], sheet["info"]
    heading = info.get("title") or genre["title"]
    author = info.get("author", "")
    byline = ["" if genre["title"] in heading else genre["title"], author and f"by {author}", info.get("source", "")]
    boards = [board for card in cards if card["name"] == genre["name"] for board in card["boards"]]
    return _fill(
        "board.html",
        title=f"{escape(heading)} {_times(sheet['size'])}".rstrip() + " – masume",
        description=escape(genre["sentence"]),
        logo=_template("static/icon.svg"),
        preloads=_preloads(_modules_of_board()),
        box=_box_html(),
        heading=escape(heading),
        size=_times(sheet["size"]),
        byline=f'<p class="muted">{escape(_as_sentence(" · ".join(filter(None, byline))))}</p>' if any(byline) else "",
        preview=_preview_svg(sheet),
        inputs=_inputs_html(sheet),
        sentence=escape(_as_sentence(genre["sentence"])),
        example=_example_html(genre),
        rules="\n".join(f"<li>{escape(rule['sentence'])}</li>" for rule in genre["rules"]),
        controls=_items_html(controls_in_words(sheet)),
        help=_help_html(sheet),
        settings=_template("settings.html"),
        puzzlink=_puzzlink_html(sheet["puzzlink"]),
        data=_data_json({"sheet": sheet, "boards": boards}),
    )


def _empty_page() -> str:
    """Return a page without anything, whose script looks for the board in the browser's memory."""
    return _fill("saved.html")


def _preview_svg(sheet: Mapping[str, Any]) -> str:
    """Return the board without marks, as it is seen until the scripts have begun."""
    left, top, width, height = sheet["box"]
    scale = _LARGEST_CELL / sheet["unit"]
    clues: dict[int, list[str]] = {}
    for clue in sheet["clues"]:
        clues.setdefault(clue["group"], []).append(clue["svg"])
    groups = "".join(group["base"] + "".join(clues.get(number, ())) for number, group in enumerate(sheet["groups"]))
    return (
        f'<svg class="preview" role="img" aria-label="{escape(sheet["title"])}" width="{scale * width:g}" '
        f'height="{scale * height:g}" viewBox="{left} {top} {width} {height}">'
        f"{groups}{sheet.get('coordinates', '')}</svg>"
    )


def _inputs_html(sheet: Mapping[str, Any]) -> str:
    """Return the choice of inputs, if there are several, and the pad for the first layer of digits."""
    inputs = sheet["inputs"]
    digits = next((each for each in inputs if each["kind"] == "digits"), None)
    parts = [
        _choice_html(inputs) if len(inputs) > 1 else "",
        _pad_html(sheet["layers"][digits["layer"]], is_hidden=digits is not inputs[0]) if digits else "",
    ]
    return f'<div class="inputs needs-script">{"".join(parts)}</div>' if any(parts) else ""


def _choice_html(inputs: Sequence[Mapping[str, Any]]) -> str:
    buttons = "".join(
        f'<button type="button" data-tool="{number}" aria-pressed="{"false" if number else "true"}">'
        f"{escape(each['title'])}</button>"
        for number, each in enumerate(inputs)
    )
    return f'<div class="segments" role="group" aria-label="What to put in">{buttons}</div>'


def _pad_html(layer: Mapping[str, Any], *, is_hidden: bool) -> str:
    keys = "\n".join(
        f'<button type="button" data-value="{number}">{escape(sign)}</button>'
        for number, sign in enumerate(layer["signs"])
    )
    return _fill("pad.html", keys=keys, hidden=" hidden" if is_hidden else "")


def _example_html(genre: Mapping[str, Any]) -> str:
    example = genre.get("example")
    if not example:
        return ""
    return (
        f'<figure class="example">{example["before"]}<span class="arrow" aria-hidden="true">→</span>{example["after"]}'
        "<figcaption>A tiny board and its solution</figcaption></figure>"
    )


def _help_html(sheet: Mapping[str, Any]) -> str:
    return "".join(
        f"<h3>{escape(title)}</h3><ul>{_items_html(items)}</ul>"
        for title, items in (("Putting in marks", controls_in_words(sheet)), ("Keys", keys_in_words()))
    )


def _items_html(items: Iterable[str]) -> str:
    return "\n".join(f"<li>{item}</li>" for item in items)


def _puzzlink_html(address: str) -> str:
    if not address:
        return ""
    return (
        '<div class="share-row" role="group" aria-label="puzz.link"><span>puzz.link</span>'
        '<button type="button" data-share="puzzlink">Copy address</button>'
        f'<a class="button" href="{escape(address)}" target="_blank" rel="noopener">Open there</a></div>'
    )


def _data_json(data: Mapping[str, Any]) -> str:
    """Return data as JSON that no text in it can end too early."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")


@cache
def _modules_of_board() -> tuple[str, ...]:
    names = (path.name for path in files("masume.web").joinpath("static").iterdir())
    modules = (name.removesuffix(".js") for name in names if name.endswith(".js"))
    return tuple(sorted(set(modules) - {"start", "saved", "theme"}))


def _preloads(modules: Iterable[str]) -> str:
    """Return links that let the browser load all modules at once, instead of one import after the other."""
    return "\n".join(f'<link rel="modulepreload" href="static/{name}.js">' for name in modules)


def _fill(name: str, **parts: str) -> str:
    return Template(_template(name)).substitute(parts)


@cache
def _template(name: str) -> str:
    return files("masume.web").joinpath(name).read_text(encoding="utf-8").rstrip("\n")
