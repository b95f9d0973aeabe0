"""From a board to its scene, by its genre's look."""

from collections.abc import Iterable

from masume import genres
from masume.core.board import Board
from masume.core.errors import InputError, UnknownNameError
from masume.core.grid import Grid
from masume.core.look import Lattice, Look
from masume.core.places import Place
from masume.core.square import SquareGrid
from masume.drawing import layout
from masume.drawing.highlights import highlight
from masume.drawing.parts import add
from masume.drawing.roles import Role
from masume.drawing.scene import Circle, Line, Rectangle, Scene, Shape, Text, Tone
from masume.drawing.stage import Level, Stage
from masume.drawing.titles import title_of

_MARKS = {"mark": Role.MARK, "solution": Role.SOLUTION, "common": Role.COMMON}
MARGIN = 0.3
CAPTION, CAPTION_HEIGHT, LABEL = 0.42, 0.8, 0.36


def scene(
    board: Board,
    *,
    marks: str = "mark",
    hints: Iterable[Place] = (),
    errors: Iterable[Place] = (),
    coordinates: bool = False,
    caption: str = "",
) -> Scene:
    """A board as shapes; `marks` says what the marks on it are: mark, solution or common.

    Hints and errors are places that are pointed out; a caption is written under the board.
    """
    if marks not in _MARKS:
        raise UnknownNameError(f"unknown sort of marks {marks!r:.40}: expected one of {', '.join(_MARKS)}")
    look: Look = genres.part(board.genre, "look", "LOOK")
    stage = Stage(board, look, _MARKS[marks])
    _add_lattice(look.lattice, stage)
    for part in look.parts:
        add(part, stage)
    highlight(stage, hints, Role.HINT)
    highlight(stage, errors, Role.ERROR)
    if coordinates:
        _add_coordinates(stage)
    return _framed(stage.shapes, title_of(board, _MARKS[marks]), caption)


def _add_lattice(lattice: Lattice, stage: Stage) -> None:
    grid = stage.grid
    if lattice is Lattice.DOTS:
        for corner in grid.corners:
            stage.put(Circle(grid.point(corner), 0.055, Role.LATTICE), level=Level.LATTICE)
        return
    for points, closed in layout.lattice(grid):
        stage.put(Line(points, Role.LATTICE, 0.025, Tone.AREA, closed), level=Level.LATTICE)
    for points, closed in layout.frame(grid):
        stage.put(Line(points, Role.LATTICE, 0.05, closed=closed), level=Level.LATTICE)


def _add_coordinates(stage: Stage) -> None:
    grid: Grid = stage.grid
    if not isinstance(grid, SquareGrid):
        raise InputError(f"rows and columns are numbered on a square grid, not on a {grid.kind} one")
    left, top, _, _ = _box(stage.shapes)
    for row in range(grid.rows):
        stage.put(Text((left - LABEL, row + 0.5), str(row + 1), LABEL, Role.LABEL))
    for col in range(grid.cols):
        stage.put(Text((col + 0.5, top - LABEL), str(col + 1), LABEL, Role.LABEL))


def _framed(shapes: list[Shape], title: str, caption: str) -> Scene:
    """The shapes on paper that is somewhat larger than they are."""
    left, top, right, bottom = _box(shapes)
    left, top, width, height = left - MARGIN, top - MARGIN, right - left + 2 * MARGIN, bottom - top + 2 * MARGIN
    if caption:
        size = min(CAPTION, (width - MARGIN) / (0.55 * len(caption)))
        middle = left + width / 2, top + height + CAPTION_HEIGHT / 2 - MARGIN / 2
        shapes = [*shapes, Text(middle, caption, size, Role.LABEL)]
        height += CAPTION_HEIGHT
    paper = Rectangle(left, top, width, height, Role.PAPER, Tone.PAPER)
    return Scene(title, left, top, width, height, (paper, *shapes))


def _box(shapes: list[Shape]) -> tuple[float, float, float, float]:
    """The least and the greatest x and y of shapes, without the widths of lines."""
    xs, ys = zip(*(point for shape in shapes for point in _extent(shape)), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _extent(shape: Shape) -> Iterable[tuple[float, float]]:
    match shape:
        case Line(points=points):
            return points
        case Circle(middle=(x, y), radius=radius):
            return (x - radius, y - radius), (x + radius, y + radius)
        case Text(middle=(x, y), size=size):
            return (x - size / 2, y - size / 2), (x + size / 2, y + size / 2)
        case Rectangle(left=left, top=top, width=width, height=height):
            return (left, top), (left + width, top + height)
    return (point for ring in shape.rings for point in ring)
