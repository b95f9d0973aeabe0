"""Overlays: highlights, ghosts and crossed-out notes as shapes that a page lays over a board."""

from collections.abc import Iterable, Sequence
from zlib import crc32

from masume import genres
from masume.core.board import Board
from masume.core.grid import Grid
from masume.core.look import Look
from masume.core.places import Place, PlaceKind
from masume.drawing import layout
from masume.drawing.board_view import expand_places
from masume.drawing.ghosts import ghost_shapes
from masume.drawing.highlights import draw_highlights, draw_outlines
from masume.drawing.parts import draw_part
from masume.drawing.roles import Role
from masume.drawing.scene import Ring, Shape
from masume.drawing.scene_builder import Level, SceneBuilder
from masume.explaining.frames import Frame
from masume.playing.coding import UNIT, write_levels, write_point

Overlay = dict[str, str]  # SVG by the name of a level
_FAR = 10_000 * UNIT  # beyond every board
_MARGIN = 0.12  # cells by which holes in a veil are wider than the cells in them, so that no dot is half veiled


def overlay_of(frame: Frame) -> Overlay:
    """Return what a frame highlights, without the board itself."""
    builder, crossed_out = _draw_board(frame)
    for places, role in (
        (frame.reasons, Role.REASON),
        (frame.rules, Role.RULE),
        (frame.boundary, Role.BOUNDARY),
    ):
        draw_outlines(builder, places, role)
    builder.put(*crossed_out)
    draw_highlights(builder, frame.hints, Role.HINT)
    draw_highlights(builder, frame.errors, Role.ERROR)
    for label, claims in frame.ghosts.items():
        builder.put(*ghost_shapes(frame.board, builder.look, label, claims))
    return {**write_levels(builder.take_shapes()), **_veil(frame)}


def without_veil(overlay: Overlay) -> Overlay:
    """Return the same shapes, but without what covers the rest of the board."""
    return {level: shapes for level, shapes in overlay.items() if level != "veil"}


def _veil(frame: Frame) -> Overlay:
    """Return an area over the whole board with a hole at every cell that the frame points out, or that is beside it."""
    ghosts = [claim.place for claims in frame.ghosts.values() for claim in claims]
    pointed = [*frame.hints, *frame.rules, *frame.reasons, *frame.boundary, *frame.errors, *frame.folded, *ghosts]
    grid = frame.board.grid
    cells = dict.fromkeys(cell for place in expand_places(grid, pointed) for cell in _cells_around(grid, place))
    if not cells:
        return {}
    holes = "".join(f"M{_write_ring(ring)}Z" for ring in layout.trace_outline(grid, cells))
    # Overlays that are shown at once have the same mask under the same name, or masks with different names.
    name = f"holes-{crc32(holes.encode()):x}"
    everywhere = f'x="{-_FAR}" y="{-_FAR}" width="{2 * _FAR}" height="{2 * _FAR}"'
    return {
        "veil": f'<mask id="{name}" maskUnits="userSpaceOnUse" {everywhere}><rect {everywhere} fill="#fff"/>'
        f'<path d="{holes}" fill-rule="evenodd" stroke="#000" stroke-width="{2 * _MARGIN * UNIT:g}" '
        f'stroke-linejoin="round"/></mask><rect {everywhere} fill="var(--paper)" mask="url(#{name})"/>'
    }


def _write_ring(ring: Ring) -> str:
    return "L".join("{:g} {:g}".format(*write_point(point)) for point in ring)


def _cells_around(grid: Grid, place: int) -> Sequence[int]:
    match grid.kind_of(place):
        case PlaceKind.EDGE:
            return grid.cells_beside(place)
        case PlaceKind.CORNER:
            return grid.cells_at(place)
    return (place,)


def overlay_of_errors(board: Board, places: Iterable[Place]) -> Overlay:
    """Return the highlights of places where rules are broken."""
    return without_veil(overlay_of(Frame(board, errors=[*dict.fromkeys(places)])))


def _draw_board(frame: Frame) -> tuple[SceneBuilder, list[Shape]]:
    """Return a builder that knows which cells are filled, and the shapes that cross out values."""
    look: Look = genres.load_part(frame.board.genre, "look", "LOOK")
    folded = expand_places(frame.board.grid, frame.folded)
    builder = SceneBuilder(frame.board, look, Role.MARK, folded, frame.before)
    for part in look.parts:
        draw_part(part, builder)
    drawn = builder.take_shapes()
    return builder, [shape for shape in drawn[Level.REST] if shape.role is Role.HINT]
