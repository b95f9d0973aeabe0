"""PDF documents, written with reportlab: vector graphics, and text that can be selected, in the bundled font."""

from collections.abc import Hashable, Iterable, Iterator
from functools import cache, lru_cache
from io import BytesIO
from itertools import groupby
from typing import Any

from masume.core.messages import replace_unprintable
from masume.drawing.extras import import_extra
from masume.drawing.fonts import BASELINE, BOLD, REGULAR
from masume.drawing.scene import Circle, Label, Line, Points, Polygon, Rectangle, Scene, Shape, paint_key
from masume.drawing.themes import Theme

_FALLBACK_FONT = "HeiseiKakuGo-W5"  # a font of the PDF viewer, for Japanese, which the bundled font lacks
_ROUND, _BUTT, _EVEN_ODD = 1, 0, 0  # codes of reportlab: line joins and ends, and the rule for filling nested rings


class Document:
    """A PDF that is being written, page by page.  Lengths are in points, from the top left corner of the page."""

    def __init__(self, size: tuple[float, float], title: str) -> None:
        self.width, self.height = size
        self._file = BytesIO()
        # With `invariant` the file has no date, so that the same boards always make the same file.
        self._canvas = import_extra("reportlab.pdfgen.canvas", "pdf").Canvas(self._file, pagesize=size, invariant=1)
        self._canvas.setTitle(replace_unprintable(title))
        self._canvas.setCreator("masume")
        self.page_count = 1

    def finish(self) -> bytes:
        """Finish the current page, and return the whole file."""
        self._canvas.showPage()
        self._canvas.save()
        return self._file.getvalue()

    def start_page(self) -> None:
        """Start a new page."""
        self._canvas.showPage()
        self.page_count += 1

    def add_outline_entry(self, chapter: str) -> None:
        """Add the current page to the table of contents of the PDF viewer."""
        self._canvas.bookmarkPage(chapter)
        self._canvas.addOutlineEntry(chapter, chapter)

    def write_text(
        self, text: str, x: float, top: float, size: float, bold: bool = False, centred: bool = False
    ) -> None:
        """Write a line of text; `top` is the top of its digits, `x` its left end, or its middle if `centred`."""
        self._canvas.setFillColor("#000000")
        left = x - text_width(text, size, bold) / 2 if centred else x
        _draw_text(self._canvas, text, left, self.height - top - 2 * BASELINE * size, size, bold)

    def draw_scene(self, scene: Scene, theme: Theme, left: float, top: float, cell_size: float) -> None:
        """Draw a scene with its top left corner at this point."""
        x, y = left - scene.left * cell_size, self.height - top + scene.top * cell_size
        _ScenePainter(self._canvas, theme, cell_size, x, y).paint(scene.shapes)


def wrap_text(text: str, size: float, width: float, bold: bool = False) -> list[str]:
    """Split a text into lines no wider than `width`; a word that is too long is broken."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size, bold) <= width:
            lines[-1] += f" {word}"
            continue
        if text_width(word, size, bold) <= width:
            lines.append(word)
            continue
        lines.append("")
        for letter in word:
            if lines[-1] and text_width(lines[-1] + letter, size, bold) > width:
                lines.append("")
            lines[-1] += letter
    return lines


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return the width of a text in points."""
    return sum(_run_width(run, font, size) for run, font in _split_by_font(text, bold))


def _draw_text(canvas: Any, text: str, x: float, y: float, size: float, bold: bool) -> None:
    for run, font in _split_by_font(text, bold):
        canvas.setFont(font, size)
        canvas.drawString(x, y, run)
        x += _run_width(run, font, size)


def _split_by_font(text: str, bold: bool) -> Iterator[tuple[str, str]]:
    """Yield pieces of a text with their fonts: the bundled font, or the fallback for characters that it lacks."""
    if text.isascii() and text.isalnum():  # most texts are: skip the lookups
        yield text, _load_font(bold)
        return
    for is_bundled, run in groupby(replace_unprintable(text), _bundled_characters().__contains__):
        yield "".join(run), (_load_font(bold) if is_bundled else _load_fallback_font())


@lru_cache(maxsize=1000)  # the same numbers recur on every board
def _run_width(text: str, font: str, size: float) -> float:
    width: float = _import_metrics().stringWidth(text, font, size)
    return width


def _import_metrics() -> Any:
    return import_extra("reportlab.pdfbase.pdfmetrics", "pdf")


@cache
def _load_font(bold: bool) -> str:
    """Register the bundled font with reportlab, and return its name."""
    path = BOLD if bold else REGULAR
    _import_metrics().registerFont(import_extra("reportlab.pdfbase.ttfonts", "pdf").TTFont(path.stem, str(path)))
    return path.stem


@cache
def _bundled_characters() -> frozenset[str]:
    return frozenset(map(chr, _import_metrics().getFont(_load_font(bold=False)).face.charToGlyph))


@cache
def _load_fallback_font() -> str:
    """Register the fallback font with reportlab, and return its name."""
    _import_metrics().registerFont(import_extra("reportlab.pdfbase.cidfonts", "pdf").UnicodeCIDFont(_FALLBACK_FONT))
    return _FALLBACK_FONT


class _ScenePainter:
    """Draws shapes on a page: lengths in cells become points, and roles become colours.

    `x` and `y` are where the point (0, 0) of the scene lies on the page; in a PDF, y runs upwards.
    """

    def __init__(self, canvas: Any, theme: Theme, cell_size: float, x: float, y: float) -> None:
        self.canvas, self.theme, self.cell_size, self.x, self.y = canvas, theme, cell_size, x, y

    def paint(self, shapes: Iterable[Shape]) -> None:
        self.canvas.saveState()
        self.canvas.setLineJoin(_ROUND)
        current: Hashable = None
        for shape in shapes:
            key = paint_key(shape)
            if key != current:
                self.set_paint(shape)
                current = key
            self.draw_shape(shape)
        self.canvas.restoreState()

    def set_paint(self, shape: Shape) -> None:
        """Set the colours and lines that a shape needs."""
        colour, canvas = self.theme.colour(shape.role, shape.tone), self.canvas
        if isinstance(shape, Line) or (isinstance(shape, Circle) and shape.width):
            round_ends, pattern = (shape.has_round_ends, shape.pattern.value) if isinstance(shape, Line) else (True, ())
            canvas.setStrokeColor(colour)
            canvas.setLineWidth(shape.width * self.cell_size)
            canvas.setLineCap(_ROUND if round_ends else _BUTT)
            canvas.setDash([length * self.cell_size for length in pattern])
        else:
            canvas.setFillColor(colour)

    def draw_shape(self, shape: Shape) -> None:
        canvas, cell_size = self.canvas, self.cell_size
        match shape:
            case Line(points=points, closed=closed):
                canvas.drawPath(self.make_path([points], closed), stroke=1, fill=0)
            case Circle(middle=(x, y), radius=radius, width=width):
                canvas.circle(*self.to_page(x, y), radius * cell_size, stroke=int(width > 0), fill=int(not width))
            case Label(middle=(x, y), text=text, size=size, bold=bold):
                x, y = self.to_page(x, y + BASELINE * size)
                left = x - text_width(text, size * cell_size, bold) / 2
                _draw_text(canvas, text, left, y, size * cell_size, bold)
            case Rectangle(left=left, top=top, width=width, height=height):
                corner = self.to_page(left, top + height)
                canvas.rect(*corner, width * cell_size, height * cell_size, stroke=0, fill=1)
            case Polygon(rings=rings):
                canvas.drawPath(self.make_path(rings, True), stroke=0, fill=1, fillMode=_EVEN_ODD)

    def make_path(self, lines: Iterable[Points], closed: bool) -> Any:
        path = self.canvas.beginPath()
        for first, *others in lines:
            path.moveTo(*self.to_page(*first))
            for point in others:
                path.lineTo(*self.to_page(*point))
            if closed:
                path.close()
        return path

    def to_page(self, x: float, y: float) -> tuple[float, float]:
        return self.x + x * self.cell_size, self.y - y * self.cell_size
