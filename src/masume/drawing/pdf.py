"""Scenes on the pages of a PDF, by reportlab: vectors, and text that can be selected, in the font that is shipped."""

from collections.abc import Hashable, Iterable, Iterator
from functools import cache, lru_cache
from io import BytesIO
from itertools import groupby
from typing import Any

from masume.core.messages import printable
from masume.drawing.extras import extra
from masume.drawing.fonts import BASELINE, BOLD, REGULAR
from masume.drawing.scene import Circle, Line, Polygon, Rectangle, Ring, Scene, Shape, Text, paint_of
from masume.drawing.themes import Theme

_JAPANESE = "HeiseiKakuGo-W5"  # a reader's own font, for what the shipped one has no letters for
_ROUND, _BUTT = 1, 0
_EVEN_ODD = 0


class Document:
    """A PDF that is being written, page by page."""

    def __init__(self, size: tuple[float, float], title: str) -> None:
        self.width, self.height = size
        self._file = BytesIO()
        # The same boards make the same file: no date in it.
        self._canvas = extra("reportlab.pdfgen.canvas", "pdf").Canvas(self._file, pagesize=size, invariant=1)
        self._canvas.setTitle(printable(title))
        self._canvas.setCreator("masume")
        self.pages = 1

    def finished(self) -> bytes:
        """The whole file; the page that was begun last is the last one."""
        self._canvas.showPage()
        self._canvas.save()
        return self._file.getvalue()

    def turn(self) -> None:
        """Begin a new page."""
        self._canvas.showPage()
        self.pages += 1

    def note(self, chapter: str) -> None:
        """Let the reader's table of contents name this page."""
        self._canvas.bookmarkPage(chapter)
        self._canvas.addOutlineEntry(chapter, chapter)

    def print(self, text: str, left: float, top: float, size: float, bold: bool = False, middle: bool = False) -> None:
        """Print a line of text whose digits begin so far below the top of the page."""
        self._canvas.setFillColor("#000000")
        at = left - width_of(text, size, bold) / 2 if middle else left
        _put_text(self._canvas, text, at, self.height - top - 2 * BASELINE * size, size, bold)

    def draw(self, scene: Scene, theme: Theme, left: float, top: float, scale: float) -> None:
        """Draw a scene, so many points a cell, its corner so far from that of the page."""
        _Painter(self._canvas, theme, scale, left - scene.left * scale, self.height - top + scene.top * scale).paint(
            scene.shapes
        )


def split(text: str, size: float, width: float, bold: bool = False) -> list[str]:
    """A text in lines that are no wider than that; a word that is, is broken."""
    lines: list[str] = []
    for word in text.split():
        if lines and width_of(f"{lines[-1]} {word}", size, bold) <= width:
            lines[-1] += f" {word}"
            continue
        if width_of(word, size, bold) <= width:
            lines.append(word)
            continue
        lines.append("")
        for letter in word:
            if lines[-1] and width_of(lines[-1] + letter, size, bold) > width:
                lines.append("")
            lines[-1] += letter
    return lines


def width_of(text: str, size: float, bold: bool = False) -> float:
    """How wide a text is, in points."""
    return sum(_width(run, font, size) for run, font in _runs(text, bold))


def _put_text(canvas: Any, text: str, x: float, y: float, size: float, bold: bool) -> None:
    for run, font in _runs(text, bold):
        canvas.setFont(font, size)
        canvas.drawString(x, y, run)
        x += _width(run, font, size)


def _runs(text: str, bold: bool) -> Iterator[tuple[str, str]]:
    """A text in runs with their fonts: ours, and the reader's own for what ours has no letters for."""
    if text.isascii() and text.isalnum():  # as most are
        yield text, _font(bold)
        return
    for ours, run in groupby(printable(text), _letters().__contains__):
        yield "".join(run), (_font(bold) if ours else _japanese())


@lru_cache(maxsize=1000)  # the same digits again and again
def _width(text: str, font: str, size: float) -> float:
    width: float = _metrics().stringWidth(text, font, size)
    return width


def _metrics() -> Any:
    return extra("reportlab.pdfbase.pdfmetrics", "pdf")


@cache
def _font(bold: bool) -> str:
    path = BOLD if bold else REGULAR
    _metrics().registerFont(extra("reportlab.pdfbase.ttfonts", "pdf").TTFont(path.stem, str(path)))
    return path.stem


@cache
def _letters() -> frozenset[str]:
    return frozenset(map(chr, _metrics().getFont(_font(bold=False)).face.charToGlyph))


@cache
def _japanese() -> str:
    _metrics().registerFont(extra("reportlab.pdfbase.cidfonts", "pdf").UnicodeCIDFont(_JAPANESE))
    return _JAPANESE


class _Painter:
    """What puts shapes on a page: lengths become points, upwards from the bottom, and roles become colours."""

    def __init__(self, canvas: Any, theme: Theme, scale: float, left: float, top: float) -> None:
        self.canvas, self.theme, self.scale, self.left, self.top = canvas, theme, scale, left, top

    def paint(self, shapes: Iterable[Shape]) -> None:
        self.canvas.saveState()
        self.canvas.setLineJoin(_ROUND)
        paint: Hashable = None
        for shape in shapes:
            if paint != (paint := paint_of(shape)):
                self.use(shape)
            self.put(shape)
        self.canvas.restoreState()

    def use(self, shape: Shape) -> None:
        colour, canvas = self.theme.colour(shape.role, shape.tone), self.canvas
        if isinstance(shape, Line) or (isinstance(shape, Circle) and shape.width):
            dashed, pattern = (shape.dashed, shape.pattern) if isinstance(shape, Line) else (False, ())
            canvas.setStrokeColor(colour)
            canvas.setLineWidth(shape.width * self.scale)
            canvas.setLineCap(_BUTT if dashed else _ROUND)
            canvas.setDash([part * self.scale for part in pattern])
        else:
            canvas.setFillColor(colour)

    def put(self, shape: Shape) -> None:
        canvas, scale = self.canvas, self.scale
        match shape:
            case Line(points=points, closed=closed):
                canvas.drawPath(self.path([points], closed), stroke=1, fill=0)
            case Circle(middle=(x, y), radius=radius, width=width):
                canvas.circle(*self.at(x, y), radius * scale, stroke=int(width > 0), fill=int(not width))
            case Text(middle=(x, y), text=text, size=size, bold=bold):
                x, y = self.at(x, y + BASELINE * size)
                _put_text(canvas, text, x - width_of(text, size * scale, bold) / 2, y, size * scale, bold)
            case Rectangle(left=left, top=top, width=width, height=height):
                canvas.rect(*self.at(left, top + height), width * scale, height * scale, stroke=0, fill=1)
            case Polygon(rings=rings):
                canvas.drawPath(self.path(rings, True), stroke=0, fill=1, fillMode=_EVEN_ODD)

    def path(self, rings: Iterable[Ring], closed: bool) -> Any:
        path = self.canvas.beginPath()
        for first, *others in rings:
            path.moveTo(*self.at(*first))
            for point in others:
                path.lineTo(*self.at(*point))
            if closed:
                path.close()
        return path

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self.left + x * self.scale, self.top - y * self.scale
