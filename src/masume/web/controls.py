"""Keys and gestures in words, as they stand beside a board; each item is a piece of HTML."""

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

_OTHER_WAY = "The right mouse button or a long press"


def controls_in_words(sheet: Mapping[str, Any]) -> list[str]:
    """Return how marks are put on this board, and how to move about it."""
    several = len(sheet["inputs"]) > 1
    marks = [
        f"<b>{escape(each['title'])}:</b> {words}" if several else words
        for each in sheet["inputs"]
        for words in _input_in_words(each, sheet["layers"][each["layer"]], sheet["cells"])
    ]
    return [
        *marks,
        f"{_keys('←', '↑', '↓', '→')} move the cursor; {_keys('Home')} and {_keys('End')} go to the ends of its row.",
        f"Zoom with the wheel, two fingers, or {_keys('+')} and {_keys('−')}; {_keys('0')} shows the whole board.",
        f"Move the board with two fingers, the middle mouse button, or the mouse while you hold {_keys('Space')}.",
    ]


def _input_in_words(each: Mapping[str, Any], layer: Mapping[str, Any], cells: Mapping[str, Any]) -> Iterator[str]:
    match each["kind"]:
        case "cycle":
            kind = layer["kind"]
            order = ", then ".join(escape(layer["words"][value]) for value in each["values"])
            yield f"Click or tap {'an' if kind == 'edge' else 'a'} {kind}: {order}, then nothing."
            yield f"{_OTHER_WAY} goes the other way."
            yield f"Drag to put the same mark on several {kind}s."
            standard = layer["standard"]
            ruled_out = f"; {_keys('X')} puts “{escape(layer['words'][standard])}”" if standard >= 0 else ""
            yield f"{_keys('Space')} does the same at the cursor{ruled_out}; {_keys('Backspace')} erases."
        case "lines":
            yield "Drag to draw a line; drag along a line to erase it."
            yield "Click or tap an edge: a line, then a cross, then nothing."
            yield f"{_OTHER_WAY} puts a cross where no line can be."
            goes_through_cells = each["nodes"] and each["nodes"][0] in cells["at"]
            drawn = "draw a line from the cursor" if goes_through_cells else "draw that side of the cell"
            yield f"{_keys('Shift')} and an arrow {drawn}; {_keys('Alt')} and an arrow put a cross."
            yield f"{_keys('E')} goes round the edges of a cell; {_keys('Space')} marks the one that is chosen."
        case "digits":
            yield "Choose a cell, then type a digit or press it below the board."
            yield f"{_keys('Shift')} and a digit write a note; {_keys('N')} turns notes on and off."
            yield f"{_keys('Backspace')} erases."
            if each["sums"]:
                yield "Below the board you see the combinations that are left for the sums of the cell."


def keys_in_words() -> list[str]:
    """Return the keys that work on every board."""
    return [
        f"{_keys('Z')} undo, {_keys('Y')} redo, also with {_keys('Ctrl')}",
        f"{_keys('T')} begin a trial, or accept it; {_keys('R')} reject it",
        f"{_keys('C')} check",
        f"{_keys('H')} hint; press it again for more, and then for the button that puts the marks in",
        f"{_keys('P')} pause",
        f"{_keys('Esc')} close what is open",
        f"{_keys('?')} show this list",
    ]


def _keys(*names: str) -> str:
    return " ".join(f"<kbd>{escape(name)}</kbd>" for name in names)
