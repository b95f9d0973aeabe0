"""Scenes as PNG, drawn by resvg in the bundled font; system fonts are used only for characters that it lacks."""

from masume.core.errors import InputError
from masume.drawing import svg
from masume.drawing.extras import import_extra
from masume.drawing.fonts import BOLD, FAMILY, REGULAR, covers
from masume.drawing.scene import Label, Scene
from masume.drawing.themes import Theme

MAX_SIDE = 16_384  # pixels: a picture of that size takes a gigabyte


def write(scene: Scene, theme: Theme, cell_size: float) -> bytes:
    """Return the scene as a PNG file; `cell_size` is the width of a cell in pixels."""
    longest = max(scene.width, scene.height)
    if longest * cell_size > MAX_SIDE:
        limit = int(MAX_SIDE / longest)
        raise InputError(
            f"png: the picture would be too large: expected a cell size of at most {limit} pixels, not {cell_size:g}"
        )
    resvg = import_extra("resvg_py", "png")
    content: bytes = resvg.svg_to_bytes(
        svg_string=svg.write(scene, theme, cell_size),
        skip_system_fonts=all(covers(shape.text) for shape in scene.shapes if isinstance(shape, Label)),
        font_files=[str(REGULAR), str(BOLD)],
        font_family=FAMILY,
        sans_serif_family=FAMILY,
    )
    return bytes(content)
