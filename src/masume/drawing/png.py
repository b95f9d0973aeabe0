"""Scenes as PNG, by resvg, with the font that is shipped; the system's are asked for letters it has not."""

from masume.core.errors import InputError
from masume.drawing import svg
from masume.drawing.extras import extra
from masume.drawing.fonts import BOLD, FAMILY, REGULAR, has_letters
from masume.drawing.scene import Scene, Text
from masume.drawing.themes import Theme

LARGEST_SIDE = 16_384  # pixels: a picture of that size takes a gigabyte


def write(scene: Scene, theme: Theme, cell: float) -> bytes:
    """The scene as a PNG file, so many pixels a cell."""
    longest = max(scene.width, scene.height)
    if longest * cell > LARGEST_SIDE:
        most = int(LARGEST_SIDE / longest)
        raise InputError(f"png: the picture would be too large: expected at most {most} pixels a cell, not {cell:g}")
    resvg = extra("resvg_py", "png")
    drawn: bytes = resvg.svg_to_bytes(
        svg_string=svg.write(scene, theme, cell),
        skip_system_fonts=all(has_letters(shape.text) for shape in scene.shapes if isinstance(shape, Text)),
        font_files=[str(REGULAR), str(BOLD)],
        font_family=FAMILY,
        sans_serif_family=FAMILY,
    )
    return bytes(drawn)
