"""From a board to its scene, following the genre's look."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from masume import genres
from masume.core.arguments import require_board
from masume.core.board import Board
from masume.core.claims import Claim
from masume.core.errors import InputError, UnknownNameError
from masume.core.grid import Grid
from masume.core.look import Lattice, Look
from masume.core.messages import quote, suggest_names
from masume.core.places import Place
from masume.core.square import SquareGrid
from masume.drawing import layout
from masume.drawing.board_view import expand_places
from masume.drawing.ghosts import ghost_shapes
from masume.drawing.highlights import draw_highlights, draw_outlines
from masume.drawing.parts import draw_part
from masume.drawing.roles import Role
from masume.drawing.scene import Circle, Label, Line, Polygon, Rectangle, Scene, Shape, Tone
from masume.drawing.scene_builder import LATTICE_WIDTH, Level, SceneBuilder
from masume.drawing.titles import describe_picture

_MARK_ROLES = {"mark": Role.MARK, "solution": Role.SOLUTION, "common": Role.COMMON}
_PAPER = Role.PAPER, Tone.PAPER
MARGIN = 0.3  # this and the following lengths are in cells
CAPTION_SIZE, MIN_CAPTION_SIZE, CAPTION_HEIGHT = 0.42, 0.3, 0.8
COORDINATE_SIZE = 0.36
LOOP_MARGIN = 0.18  # between coordinates and a loop that can run along the frame, for highlights of its lines
LETTER_WIDTH = 0.6  # on average, in units of the font size


def scene_of(
    board: Board,
    *,
    marks: str = "mark",
    hints: Iterable[Place | str] = (),
    rules: Iterable[Place | str] = (),
    reasons: Iterable[Place | str] = (),
    boundary: Iterable[Place | str] = (),
    errors: Iterable[Place | str] = (),
    folded: Iterable[Place | str] = (),
    ghosts: Mapping[str, Iterable[Claim]] = MappingProxyType({}),
    before: Board | None = None,
    coordinates: bool = False,
    caption: str = "",
) -> Scene:
    """Return a board as shapes, from which you can draw it yourself.

    - `marks`: whose marks these are: mark (a player's), solution, or common (those that all solutions share)
    - `hints`, `errors`: places to point out, also by name: where to look next, and where rules are broken
    - `rules`, `reasons`, `boundary`: what the hints are based on: the places of rules, such as clues; other places,
      such as those of known marks; and what separates two parts
    - `folded`: places whose marks are drawn lighter, because they follow at once from others
    - `ghosts`: marks that are only assumed, by the number or sign to write beside them
    - `before`: an earlier board: values that have been ruled out since then are crossed out
    - `coordinates`: number the rows and columns
    - `caption`: a line of text below the board
    """
    require_board(board)
    if marks not in _MARK_ROLES:
        raise UnknownNameError(f"unknown kind of marks {quote(marks)}: {suggest_names(marks, _MARK_ROLES)}")
    look: Look = genres.load_part(board.genre, "look", "LOOK")
    builder = SceneBuilder(board, look, _MARK_ROLES[marks], expand_places(board.grid, folded), before)
    # First, so that everything else is drawn over them.
    for places, role in ((reasons, Role.REASON), (rules, Role.RULE), (boundary, Role.BOUNDARY)):
        draw_outlines(builder, places, role)
    draw_lattice(builder, look.lattice)
    for part in look.parts:
        draw_part(part, builder)
    draw_highlights(builder, hints, Role.HINT)
    draw_highlights(builder, errors, Role.ERROR)
    for label, claims in ghosts.items():
        builder.put(*ghost_shapes(board, look, label, claims))
    left, top, right, bottom = bounding_box(board.grid, builder.shapes)
    if coordinates:
        left, top = draw_coordinates(builder, left, top)
    paper = Rectangle(left - MARGIN, top - MARGIN, right - left + 2 * MARGIN, bottom - top + 2 * MARGIN, *_PAPER)
    scene = Scene(describe_picture(board, _MARK_ROLES[marks]), *paper[:4], (paper, *builder.shapes))
    return _add_caption(scene, caption) if caption else scene


def draw_lattice(builder: SceneBuilder, lattice: Lattice) -> None:
    """Draw the grid itself."""
    grid = builder.grid
    if isinstance(grid, SquareGrid) and grid.holes:
        holes = tuple(layout.square_polygon(*grid.position(hole)) for hole in sorted(grid.holes))
        builder.put(Polygon(holes, Role.LATTICE, Tone.TINT), level=Level.TINT)
        for corner1, corner2, corner3, corner4 in holes:  # crossed out, because a tint alone could be taken for a mark
            for diagonal in ((corner1, corner3), (corner2, corner4)):
                builder.put(Line(diagonal, Role.LATTICE, LATTICE_WIDTH, Tone.AREA), level=Level.TINT)
    if lattice is Lattice.DOTS:
        for corner in grid.corners:
            builder.put(Circle(grid.point(corner), 0.055, Role.LATTICE), level=Level.LATTICE)
        return
    for points, closed in layout.trace_lattice(grid):
        builder.put(Line(points, Role.LATTICE, LATTICE_WIDTH, Tone.AREA, closed), level=Level.LATTICE)
    for points, closed in layout.trace_frame(grid):
        builder.put(Line(points, Role.LATTICE, 0.05, closed=closed), level=Level.LATTICE)


def draw_coordinates(builder: SceneBuilder, left: float, top: float) -> tuple[float, float]:
    """Number rows and columns to the left of and above the board; return the new left and top."""
    grid: Grid = builder.grid
    if builder.look.lattice is Lattice.DOTS:
        left, top = left - LOOP_MARGIN, top - LOOP_MARGIN
    if not isinstance(grid, SquareGrid):
        raise InputError(f"coordinates need a square grid, not a {grid.kind} one")
    for row in range(grid.rows):
        builder.put(Label((left - COORDINATE_SIZE, row + 0.5), str(row + 1), COORDINATE_SIZE, Role.LABEL))
    for col in range(grid.columns):
        builder.put(Label((col + 0.5, top - COORDINATE_SIZE), str(col + 1), COORDINATE_SIZE, Role.LABEL))
    return left - 1.7 * COORDINATE_SIZE, top - 1.5 * COORDINATE_SIZE


def _add_caption(scene: Scene, caption: str) -> Scene:
    """Add a line of text below; a long caption is set smaller, and if that is not enough the paper becomes wider."""
    title, left, top, width, height, shapes = scene
    size = max(min(CAPTION_SIZE, (width - MARGIN) / (LETTER_WIDTH * len(caption))), MIN_CAPTION_SIZE)
    paper_width = max(width, size * LETTER_WIDTH * len(caption) + MARGIN)
    label = Label((left + width / 2, top + height + (CAPTION_HEIGHT - MARGIN) / 2), caption, size, Role.LABEL)
    paper = Rectangle(left - (paper_width - width) / 2, top, paper_width, height + CAPTION_HEIGHT, *_PAPER)
    return Scene(title, *paper[:4], (paper, *shapes[1:], label))


def bounding_box(grid: Grid, shapes: Iterable[Shape]) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of the grid and of all filled cells, which may lie outside the grid."""
    left, top, right, bottom = layout.bounding_box(grid)
    polygons = (shape for shape in shapes if isinstance(shape, Polygon))
    points = [point for polygon in polygons for ring in polygon.rings for point in ring]
    return (
        min([left, *(x for x, _ in points)]),
        min([top, *(y for _, y in points)]),
        max([right, *(x for x, _ in points)]),
        max([bottom, *(y for _, y in points)]),
    )
