"""Overlays: highlights, ghosts and crossed-out notes as shapes that a page lays over a board."""

from collections.abc import Iterable

from masume import genres
from masume.core.board import Board
from masume.core.look import Look
from masume.core.places import Place
from masume.drawing.board_view import expand_places
from masume.drawing.ghosts import ghost_shapes
from masume.drawing.highlights import draw_highlights, draw_outlines
from masume.drawing.parts import draw_part
from masume.drawing.roles import Role
from masume.drawing.scene import Shape
from masume.drawing.scene_builder import Level, SceneBuilder
from masume.explaining.frames import Frame
from masume.playing.coding import write_levels

Overlay = dict[str, str]  # SVG by the name of a level


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
    return write_levels(builder.take_shapes())


def overlay_of_errors(board: Board, places: Iterable[Place]) -> Overlay:
    """Return the highlights of places where rules are broken."""
    return overlay_of(Frame(board, errors=[*dict.fromkeys(places)]))


def _draw_board(frame: Frame) -> tuple[SceneBuilder, list[Shape]]:
    """Return a builder that knows which cells are filled, and the shapes that cross out values."""
    look: Look = genres.load_part(frame.board.genre, "look", "LOOK")
    folded = expand_places(frame.board.grid, frame.folded)
    builder = SceneBuilder(frame.board, look, Role.MARK, folded, frame.before)
    for part in look.parts:
        draw_part(part, builder)
    drawn = builder.take_shapes()
    return builder, [shape for shape in drawn[Level.REST] if shape.role is Role.HINT]
