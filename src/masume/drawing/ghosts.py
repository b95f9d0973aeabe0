"""Ghosts: marks that are only assumed, or follow from an assumption, each with a number in a small circle.

They look different from all marks on the board, also without colour: shaded cells are hatched, lines are thin and
dashed, and everything else that is drawn in a cell has a finely dashed frame.
"""

from collections.abc import Iterable, Iterator

from masume.core.board import Board
from masume.core.claims import Claim, with_claims
from masume.core.grid import Grid
from masume.core.look import Look, Text
from masume.core.places import PlaceKind
from masume.drawing import layout
from masume.drawing.board_view import expand_places
from masume.drawing.parts import cross_out, draw_part
from masume.drawing.roles import Role
from masume.drawing.scene import Circle, Label, Line, Pattern, Point, Shape, Tone
from masume.drawing.scene_builder import SceneBuilder

BADGE_RADIUS, EDGE_BADGE_RADIUS, BADGE_WIDTH = 0.19, 0.165, 0.03
BADGE_TEXT_SIZE = 1.55  # in units of the radius
CELL_SHIFT, EDGE_SHIFT = 0.6, 0.5  # how far a badge is from the middle of its cell or edge, towards the first corner
FRAME_INSET, FRAME_WIDTH = 0.14, 0.025


def ghost_shapes(board: Board, look: Look, label: str, claims: Iterable[Claim]) -> list[Shape]:
    """Return the shapes of ghosts that have the same label, perhaps none; they are drawn over the board."""
    claims = tuple(claims)
    marks = with_claims(board.with_marks({}), (claim for claim in claims if claim.holds))
    builder = SceneBuilder(marks, look, Role.GHOST)
    places = expand_places(board.grid, [claim.place for claim in claims])
    for place in places:
        if board.grid.kind_of(place) is PlaceKind.CELL:
            builder.put(tentative_frame(board.grid, place, Role.GHOST))
    for part in look.parts:
        draw_part(part, builder)
    texts = {part.layer for part in look.parts if isinstance(part, Text)}
    for layer, cell, value, holds in claims:
        if not holds and layer in texts and isinstance(cell, int):
            cross_out(layer, cell, [value], builder, Role.GHOST)
    badges = (shape for place in places if label for shape in badge(*_badge_spot(board, place), label))
    return [*(shape for shape in builder.shapes if shape.role is Role.GHOST), *badges]


def tentative_frame(grid: Grid, cell: int, role: Role) -> Line:
    """Return the finely dashed frame of a cell whose mark may have to be taken back."""
    return Line(layout.cell_polygon(grid, cell, FRAME_INSET), role, FRAME_WIDTH, closed=True, pattern=Pattern.FINE)


def badge(middle: Point, radius: float, label: str) -> Iterator[Shape]:
    """Yield a number in a circle."""
    size = BADGE_TEXT_SIZE * radius * (1 if len(label) == 1 else 0.8)
    yield Circle(middle, radius, Role.GHOST, tone=Tone.PAPER)
    yield Circle(middle, radius, Role.GHOST, BADGE_WIDTH)
    yield Label(middle, label, size, Role.GHOST, bold=True)


def _badge_spot(board: Board, place: int) -> tuple[Point, float]:
    """Return the middle and the radius of a badge: near the first corner of a cell, or near an end of an edge."""
    grid = board.grid
    match grid.kind_of(place):
        case PlaceKind.EDGE:
            radius, shift = EDGE_BADGE_RADIUS, EDGE_SHIFT
            (x, y), (u, v) = layout.edge_middle(grid, place), grid.point(grid.ends(place)[1])
        case PlaceKind.CORNER:
            return grid.point(place), EDGE_BADGE_RADIUS
        case _:
            radius, shift = BADGE_RADIUS, CELL_SHIFT
            (x, y), corners = layout.cell_middle(grid, place), map(grid.point, grid.corners_of(place))
            u, v = min(corners, key=lambda point: round(sum(point), 6))
    return (x + shift * (u - x), y + shift * (v - y)), radius
