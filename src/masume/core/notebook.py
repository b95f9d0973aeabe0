"""How boards display themselves in notebooks.

`core` cannot draw, so `import masume` registers a function here that does.
"""

TYPE_CHECKING = False  # type checkers treat it as True; `import masume` imports this module, so it has to be quick

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from masume.core.board import Board

MAX_CELLS = 10_000  # a larger board would not be legible on a page
_FRAME_HEIGHT = 800  # pixels of a page
_renderers: "list[Callable[..., str]]" = []  # at most one; a list, so that it can be set without `global`


def register_renderer(renderer: "Callable[..., str]") -> None:
    """Set the function that draws a board as SVG; it takes the board, and `marks` and `caption` as keywords."""
    _renderers[:] = [renderer]


def render_svg(board: "Board", **style: "Any") -> str | None:
    """Return a board as SVG, or None (notebooks then show its repr) if it is too large or there is no renderer."""
    if not _renderers or len(board.grid.cells) > MAX_CELLS:
        return None
    return _renderers[0](board, **style)


def show_page(page: str) -> str:
    """Return the HTML with which a notebook shows a whole page, in a frame of its own."""
    from html import escape

    return f'<iframe srcdoc="{escape(page)}" style="width: 100%; height: {_FRAME_HEIGHT}px; border: 0"></iframe>'
