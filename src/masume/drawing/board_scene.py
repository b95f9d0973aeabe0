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
from masume.drawing.highlights import explain, highlight
from masume.drawing.parts import add
from masume.drawing.roles import Role
from masume.drawing.scene import Circle, Line, Polygon, Rectangle, Scene, Text, Tone
from masume.drawing.scene_builder import LATTICE_WIDTH, Level, Stage
from masume.drawing.titles import title_of

_MARKS = {"mark": Role.MARK, "solution": Role.SOLUTION, "common": Role.COMMON}
_PAPER = Role.PAPER, Tone.PAPER
MARGIN = 0.3
CAPTION, SMALLEST_CAPTION, CAPTION_HEIGHT, LABEL = 0.42, 0.3, 0.8, 0.36
LETTER = 0.6  # about how wide a letter is, in sizes of the font


def scene_of(
    board: Board,
    *,
    marks: str = "mark",
    hints: Iterable[Place] = (),
    reasons: Iterable[Place] = (),
    errors: Iterable[Place] = (),
    coordinates: bool = False,
    caption: str = "",
) -> Scene:
    """A board as shapes; `marks` says what the marks on it are: mark, solution or common.

    Hints, what they rest on and errors are places that are pointed out; a caption is written under the board.
    """
    if marks not in _MARKS:
        raise UnknownNameError(f"unknown sort of marks {marks!r:.40}: expected one of {', '.join(_MARKS)}")
    look: Look = genres.part(board.genre, "look", "LOOK")
    stage = Stage(board, look, _MARKS[marks])
    explain(stage, reasons)  # before all else, which lies over it
    _add_lattice(look.lattice, stage)
    for part in look.parts:
        add(part, stage)
    highlight(stage, hints, Role.HINT)
    highlight(stage, errors, Role.ERROR)
    left, top, right, bottom = _box(stage)
    if coordinates:
        left, top = _number_lines(stage, left, top)
    paper = Rectangle(left - MARGIN, top - MARGIN, right - left + 2 * MARGIN, bottom - top + 2 * MARGIN, *_PAPER)
    shown = Scene(title_of(board, _MARKS[marks]), *paper[:4], (paper, *stage.shapes))
    return _captioned(shown, caption) if caption else shown


def _add_lattice(lattice: Lattice, stage: Stage) -> None:
    grid = stage.grid
    if isinstance(grid, SquareGrid) and grid.holes:
        holes = tuple(layout.square(*grid.at(hole)) for hole in sorted(grid.holes))
        stage.put(Polygon(holes, Role.LATTICE, Tone.TINT), level=Level.TINT)
        for one, two, three, four in holes:  # crossed out, too, where a tint may be a mark
            crossed = (Line(pair, Role.LATTICE, LATTICE_WIDTH, Tone.AREA) for pair in ((one, three), (two, four)))
            stage.put(*crossed, level=Level.TINT)
    if lattice is Lattice.DOTS:
        for corner in grid.corners:
            stage.put(Circle(grid.point(corner), 0.055, Role.LATTICE), level=Level.LATTICE)
        return
    for points, closed in layout.lattice(grid):
        stage.put(Line(points, Role.LATTICE, LATTICE_WIDTH, Tone.AREA, closed), level=Level.LATTICE)
    for points, closed in layout.frame(grid):
        stage.put(Line(points, Role.LATTICE, 0.05, closed=closed), level=Level.LATTICE)


def _number_lines(stage: Stage, left: float, top: float) -> tuple[float, float]:
    """Number rows and columns before the first ones; what is then leftmost and topmost."""
    grid: Grid = stage.grid
    if not isinstance(grid, SquareGrid):
        raise InputError(f"rows and columns are numbered on a square grid, not on a {grid.kind} one")
    for row in range(grid.rows):
        stage.put(Text((left - LABEL, row + 0.5), str(row + 1), LABEL, Role.LABEL))
    for col in range(grid.cols):
        stage.put(Text((col + 0.5, top - LABEL), str(col + 1), LABEL, Role.LABEL))
    return left - 1.7 * LABEL, top - 1.5 * LABEL


def _captioned(shown: Scene, caption: str) -> Scene:
    """The scene with a line of text below; if that is long, it is smaller, and then the paper wider."""
    title, left, top, width, height, shapes = shown
    size = max(min(CAPTION, (width - MARGIN) / (LETTER * len(caption))), SMALLEST_CAPTION)
    wider = max(width, size * LETTER * len(caption) + MARGIN)
    words = Text((left + width / 2, top + height + (CAPTION_HEIGHT - MARGIN) / 2), caption, size, Role.LABEL)
    paper = Rectangle(left - (wider - width) / 2, top, wider, height + CAPTION_HEIGHT, *_PAPER)
    return Scene(title, *paper[:4], (paper, *shapes[1:], words))


def _box(stage: Stage) -> tuple[float, float, float, float]:
    """The least and the greatest x and y of the grid and of what fills cells, black ones outside it too."""
    left, top, right, bottom = layout.box(stage.grid)
    areas = [point for shape in stage.shapes if isinstance(shape, Polygon) for ring in shape.rings for point in ring]
    return (
        min([left, *(x for x, _ in areas)]),
        min([top, *(y for _, y in areas)]),
        max([right, *(x for x, _ in areas)]),
        max([bottom, *(y for _, y in areas)]),
    )
