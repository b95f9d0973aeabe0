"""Scenes as SVG: attributes only and no names of its own, so that pictures on one page leave each other alone."""

import re
from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby

from masume.drawing.fonts import BASELINE, FAMILIES
from masume.drawing.scene import DASH, Circle, Line, Polygon, Rectangle, Ring, Scene, Shape, Text
from masume.drawing.themes import Theme

_UNSPEAKABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # what XML has no room for


def write(scene: Scene, theme: Theme, cell: float) -> str:
    """The scene as one SVG element, so many pixels a cell."""
    return _Writer(theme, cell).written(scene)


class _Writer:
    """What turns lengths into pixels and roles into colours."""

    def __init__(self, theme: Theme, cell: float) -> None:
        self.theme, self.cell = theme, cell

    def written(self, scene: Scene) -> str:
        box = [self.length(each) for each in (scene.left, scene.top, scene.width, scene.height)]
        title = escape(_UNSPEAKABLE.sub("\ufffd", scene.title))
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{box[2]}" height="{box[3]}" '
            f'viewBox="{" ".join(box)}">',
            f"<title>{title}</title>",
            *self.elements(scene.shapes),
            "</svg>",
        ]
        return "\n".join(lines) + "\n"

    def elements(self, shapes: Iterable[Shape]) -> Iterator[str]:
        """An element for each run of shapes that look alike."""
        for (kind, style), alike in groupby(shapes, lambda shape: (type(shape), self.style(shape))):
            content = [self.content(shape) for shape in alike]
            if kind is Line:
                yield f'<path {style} d="{"".join(content)}"/>'
            elif len(content) == 1:
                yield content[0].replace(" ", f" {style} ", 1)
            else:
                yield f"<g {style}>{''.join(content)}</g>"

    def style(self, shape: Shape) -> str:
        """The attributes that say how a shape is painted."""
        colour = self.theme.colour(shape.role, shape.tone)
        match shape:
            case Line(width=width, dashed=dashed):
                ends = "butt" if dashed else "round"
                dash = f' stroke-dasharray="{" ".join(map(self.length, DASH))}"' if dashed else ""
                return (
                    f'fill="none" stroke="{colour}" stroke-width="{self.length(width)}" stroke-linecap="{ends}" '
                    f'stroke-linejoin="round"{dash}'
                )
            case Circle(width=width) if width:
                return f'fill="none" stroke="{colour}" stroke-width="{self.length(width)}"'
            case Text(size=size, bold=bold):
                weight = ' font-weight="600"' if bold else ""
                return (
                    f'fill="{colour}" font-family="{FAMILIES}" font-size="{self.length(size)}"{weight} '
                    'text-anchor="middle"'
                )
            case Polygon():
                return f'fill="{colour}" fill-rule="evenodd"'
        return f'fill="{colour}"'

    def content(self, shape: Shape) -> str:
        """The element of a shape without its style, or of a line its way alone."""
        length = self.length
        match shape:
            case Line(points=points, closed=closed):
                return self.way(points, closed)
            case Circle(middle=(x, y), radius=radius):
                return f'<circle cx="{length(x)}" cy="{length(y)}" r="{length(radius)}"/>'
            case Text(middle=(x, y), text=text, size=size):
                shown = escape(_UNSPEAKABLE.sub("\ufffd", text))
                return f'<text x="{length(x)}" y="{length(y + BASELINE * size)}">{shown}</text>'
            case Rectangle(left=left, top=top, width=width, height=height):
                return f'<rect x="{length(left)}" y="{length(top)}" width="{length(width)}" height="{length(height)}"/>'
        return f'<path d="{"".join(self.way(ring, True) for ring in shape.rings)}"/>'

    def way(self, points: Ring, closed: bool) -> str:
        """A way from point to point, in the words of a path."""
        ahead = "L".join(f"{self.length(x)} {self.length(y)}" for x, y in points)
        return f"M{ahead}{'Z' if closed else ''}"

    def length(self, length: float) -> str:
        """A length in pixels, to a hundredth."""
        return f"{length * self.cell:.2f}".rstrip("0").rstrip(".")
