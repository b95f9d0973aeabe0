"""Scenes as SVG: attributes only and no names of its own, so that pictures on one page leave each other alone."""

import re
from collections.abc import Callable, Iterable, Iterator
from html import escape
from itertools import groupby
from typing import Any

from masume.drawing.fonts import BASELINE, FAMILIES
from masume.drawing.scene import Circle, Line, Polygon, Rectangle, Ring, Scene, Shape, Text, paint_of
from masume.drawing.themes import Theme

_UNSPEAKABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # what XML has no room for


def write(scene: Scene, theme: Theme, cell: float) -> str:
    """The scene as one SVG element, so many pixels a cell."""
    return _Writer(theme, cell).written(scene)


class _Lengths(dict[float, str]):
    """Lengths in pixels, to a hundredth, by lengths in cells; most of them recur."""

    def __init__(self, cell: float) -> None:
        self.cell = cell

    def __missing__(self, length: float) -> str:
        written = self[length] = f"{length * self.cell:.2f}".rstrip("0").rstrip(".")
        return written


class _Writer:
    """What turns lengths into pixels and roles into colours."""

    def __init__(self, theme: Theme, cell: float) -> None:
        self.theme, self.lengths = theme, _Lengths(cell)
        self.contents: dict[type, Callable[[Any], str]] = {
            Rectangle: self.rectangle,
            Line: self.line,
            Circle: self.circle,
            Polygon: self.polygon,
            Text: self.text,
        }

    def written(self, scene: Scene) -> str:
        box = [self.lengths[each] for each in (scene.left, scene.top, scene.width, scene.height)]
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{box[2]}" height="{box[3]}" '
            f'viewBox="{" ".join(box)}">',
            f"<title>{_plain(scene.title)}</title>",
            *self.elements(scene.shapes),
            "</svg>",
        ]
        return "\n".join(lines) + "\n"

    def elements(self, shapes: Iterable[Shape]) -> Iterator[str]:
        """An element for each run of shapes that are painted alike."""
        for _, alike in groupby(shapes, paint_of):
            first, *others = alike
            style, content = self.style(first), self.contents[type(first)]
            if isinstance(first, Line):
                yield f'<path {style} d="{"".join(map(content, (first, *others)))}"/>'
            elif others:
                yield f"<g {style}>{''.join(map(content, (first, *others)))}</g>"
            else:
                yield content(first).replace(" ", f" {style} ", 1)

    def style(self, shape: Shape) -> str:
        """The attributes that say how a shape is painted."""
        colour, lengths = self.theme.colour(shape.role, shape.tone), self.lengths
        match shape:
            case Line(width=width, dashed=dashed, pattern=pattern):
                ends = "butt" if dashed else "round"
                dash = f' stroke-dasharray="{" ".join(lengths[part] for part in pattern)}"' if pattern else ""
                return (
                    f'fill="none" stroke="{colour}" stroke-width="{lengths[width]}" stroke-linecap="{ends}" '
                    f'stroke-linejoin="round"{dash}'
                )
            case Circle(width=width) if width:
                return f'fill="none" stroke="{colour}" stroke-width="{lengths[width]}"'
            case Text(size=size, bold=bold):
                weight = ' font-weight="600"' if bold else ""
                return (
                    f'fill="{colour}" font-family="{FAMILIES}" font-size="{lengths[size]}"{weight} text-anchor="middle"'
                )
            case Polygon():
                return f'fill="{colour}" fill-rule="evenodd"'
        return f'fill="{colour}"'

    def rectangle(self, shape: Rectangle) -> str:
        left, top, width, height = (self.lengths[each] for each in shape[:4])
        return f'<rect x="{left}" y="{top}" width="{width}" height="{height}"/>'

    def line(self, shape: Line) -> str:
        """The way of a line, for the path that lines painted alike share."""
        return self.way(shape.points, shape.closed)

    def circle(self, shape: Circle) -> str:
        (x, y), lengths = shape.middle, self.lengths
        return f'<circle cx="{lengths[x]}" cy="{lengths[y]}" r="{lengths[shape.radius]}"/>'

    def polygon(self, shape: Polygon) -> str:
        return f'<path d="{"".join(self.way(ring, True) for ring in shape.rings)}"/>'

    def text(self, shape: Text) -> str:
        (x, y), lengths = shape.middle, self.lengths
        return f'<text x="{lengths[x]}" y="{lengths[y + BASELINE * shape.size]}">{_plain(shape.text)}</text>'

    def way(self, points: Ring, closed: bool) -> str:
        """A way from point to point, in the words of a path."""
        lengths = self.lengths
        ahead = "L".join(f"{lengths[x]} {lengths[y]}" for x, y in points)
        return f"M{ahead}{'Z' if closed else ''}"


def _plain(text: str) -> str:
    return text if text.isalnum() else escape(_UNSPEAKABLE.sub("\ufffd", text))
