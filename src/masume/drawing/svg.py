"""Scenes as SVG: attributes only, no ids, classes or styles, so that pictures on one page cannot interfere."""

import re
from collections.abc import Callable, Iterable, Iterator
from html import escape
from itertools import groupby
from typing import Any

from masume.drawing.fonts import BASELINE, FAMILIES
from masume.drawing.scene import Circle, Label, Line, Points, Polygon, Rectangle, Scene, Shape, paint_key
from masume.drawing.themes import Theme

_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write(scene: Scene, theme: Theme, cell_size: float) -> str:
    """Return the scene as one SVG element; `cell_size` is the width of a cell in pixels."""
    return _SvgWriter(theme, cell_size).write(scene)


def write_elements(shapes: Iterable[Shape], theme: Theme, cell_size: float) -> list[str]:
    """Return the elements of shapes, each on one line, for an SVG element that is written elsewhere."""
    return list(_SvgWriter(theme, cell_size).write_elements(shapes))


class _PixelLengths(dict[float, str]):
    """Lengths in pixels, to two decimals, by lengths in cells; a cache, because most of them recur."""

    def __init__(self, cell_size: float) -> None:
        self.cell_size = cell_size

    def __missing__(self, length: float) -> str:
        pixels = f"{length * self.cell_size:.2f}".rstrip("0").rstrip(".")
        self[length] = "0" if pixels == "-0" else pixels
        return self[length]


class _SvgWriter:
    """Writes shapes as elements: lengths become pixels and roles become colours."""

    def __init__(self, theme: Theme, cell_size: float) -> None:
        self.theme, self.pixels = theme, _PixelLengths(cell_size)
        self.shape_writers: dict[type, Callable[[Any], str]] = {
            Rectangle: self.write_rectangle,
            Line: self.write_line,
            Circle: self.write_circle,
            Polygon: self.write_polygon,
            Label: self.write_label,
        }

    def write(self, scene: Scene) -> str:
        box = [self.pixels[length] for length in (scene.left, scene.top, scene.width, scene.height)]
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{box[2]}" height="{box[3]}" '
            f'viewBox="{" ".join(box)}">',
            f"<title>{_escape(scene.title)}</title>",
            *self.write_elements(scene.shapes),
            "</svg>",
        ]
        return "\n".join(lines) + "\n"

    def write_elements(self, shapes: Iterable[Shape]) -> Iterator[str]:
        """Yield one element for each group of consecutive shapes that are painted alike."""
        for _, alike in groupby(shapes, paint_key):
            first, *others = alike
            paint, write_shape = self.format_paint(first), self.shape_writers[type(first)]
            if isinstance(first, Line):
                yield f'<path {paint} d="{"".join(map(write_shape, (first, *others)))}"/>'
            elif others:
                yield f"<g {paint}>{''.join(map(write_shape, (first, *others)))}</g>"
            else:
                yield write_shape(first).replace(" ", f" {paint} ", 1)

    def format_paint(self, shape: Shape) -> str:
        """Return the attributes for how a shape is painted."""
        colour, pixels = self.theme.colour(shape.role, shape.tone), self.pixels
        match shape:
            case Line(width=width, pattern=pattern):
                ends = "round" if shape.has_round_ends else "butt"
                lengths = " ".join(pixels[length] for length in pattern.value)
                dash = f' stroke-dasharray="{lengths}"' if lengths else ""
                return (
                    f'fill="none" stroke="{colour}" stroke-width="{pixels[width]}" stroke-linecap="{ends}" '
                    f'stroke-linejoin="round"{dash}'
                )
            case Circle(width=width) if width:
                return f'fill="none" stroke="{colour}" stroke-width="{pixels[width]}"'
            case Label(size=size, bold=bold):
                weight = ' font-weight="600"' if bold else ""
                return (
                    f'fill="{colour}" font-family="{FAMILIES}" font-size="{pixels[size]}"{weight} text-anchor="middle"'
                )
            case Polygon():
                return f'fill="{colour}" fill-rule="evenodd"'
        return f'fill="{colour}"'

    def write_rectangle(self, shape: Rectangle) -> str:
        left, top, width, height = (self.pixels[length] for length in shape[:4])
        return f'<rect x="{left}" y="{top}" width="{width}" height="{height}"/>'

    def write_line(self, shape: Line) -> str:
        """Return path data only: lines that are painted alike share one element."""
        return self.write_path_data(shape.points, shape.closed)

    def write_circle(self, shape: Circle) -> str:
        (x, y), pixels = shape.middle, self.pixels
        return f'<circle cx="{pixels[x]}" cy="{pixels[y]}" r="{pixels[shape.radius]}"/>'

    def write_polygon(self, shape: Polygon) -> str:
        return f'<path d="{"".join(self.write_path_data(ring, True) for ring in shape.rings)}"/>'

    def write_label(self, shape: Label) -> str:
        (x, y), pixels = shape.middle, self.pixels
        return f'<text x="{pixels[x]}" y="{pixels[y + BASELINE * shape.size]}">{_escape(shape.text)}</text>'

    def write_path_data(self, points: Points, closed: bool) -> str:
        pixels = self.pixels
        steps = "L".join(f"{pixels[x]} {pixels[y]}" for x, y in points)
        return f"M{steps}{'Z' if closed else ''}"


def _escape(text: str) -> str:
    return text if text.isalnum() else escape(_NOT_IN_XML.sub("\ufffd", text))
