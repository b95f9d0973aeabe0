"""Pictures of boards, drawn from the genre's look; there is no code per genre here.

A board becomes a scene, a list of shapes, and the scene becomes SVG, PNG or PDF.  The terminal picture is drawn
directly from the look.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Literal, TypedDict, Unpack, overload

from masume.core.arguments import require_board
from masume.core.board import Board
from masume.core.claims import Claim
from masume.core.errors import InputError, UnknownNameError
from masume.core.messages import quote, suggest_names
from masume.core.places import Place

__all__ = [
    "DEFAULT_CELL_SIZE",
    "MAX_COLUMNS_AND_ROWS",
    "PAPERS",
    "PICTURE_FORMATS",
    "THEMES",
    "Highlights",
    "Style",
    "render",
    "render_for_notebook",
]
PICTURE_FORMATS = ("terminal", "svg", "png", "pdf")
THEMES = ("light", "dark", "print")
PAPERS = {"a4": (595.276, 841.89), "letter": (612.0, 792.0)}  # width and height in points: 72 to an inch
MAX_COLUMNS_AND_ROWS = 10  # of boards on a page, each
DEFAULT_CELL_SIZE = 36  # pixels
_NOTEBOOK_WIDTH = 900  # pixels
_MAX_DEFAULT_PNG_SIDE = 10_000  # pixels; only an explicit cell size makes a larger PNG


class Highlights(TypedDict, total=False):
    """Places to point out in a picture.

    Hints are where to look next, and errors are where rules are broken.  Rules, reasons and the boundary are what the
    hints are based on.  Folded marks are drawn lighter, and ghosts are marks that are only assumed.
    """

    hints: Iterable[Place | str]
    rules: Iterable[Place | str]
    reasons: Iterable[Place | str]
    boundary: Iterable[Place | str]
    errors: Iterable[Place | str]
    folded: Iterable[Place | str]
    ghosts: Mapping[str, Iterable[Claim]]
    before: Board | None


class Style(Highlights, total=False):
    """The keyword arguments of `render`."""

    colour: bool
    ascii_only: bool
    coordinates: bool
    theme: str | None
    marks: str
    caption: str
    cell: float | None


@overload
def render(board: Board, to: Literal["terminal", "svg"] = "terminal", **style: Unpack[Style]) -> str: ...
@overload
def render(board: Board, to: Literal["png", "pdf"], **style: Unpack[Style]) -> bytes: ...
@overload
def render(board: Board, to: str, **style: Unpack[Style]) -> str | bytes: ...
def render(
    board: Board,
    to: str = "terminal",
    *,
    colour: bool = False,
    ascii_only: bool = False,
    coordinates: bool = False,
    theme: str | None = None,
    marks: str = "mark",
    hints: Iterable[Place | str] = (),
    rules: Iterable[Place | str] = (),
    reasons: Iterable[Place | str] = (),
    boundary: Iterable[Place | str] = (),
    errors: Iterable[Place | str] = (),
    folded: Iterable[Place | str] = (),
    ghosts: Mapping[str, Iterable[Claim]] = MappingProxyType({}),
    before: Board | None = None,
    caption: str = "",
    cell: float | None = None,
) -> str | bytes:
    """Draw a board: return text for `terminal` and `svg`, bytes for `png` and `pdf`.

    For every format:

    - `hints`, `errors`: places to point out, also by name: where to look next, and where rules are broken
    - `rules`, `reasons`, `boundary`: what the hints are based on: the places of rules, such as clues; other places,
      such as those of known marks; and what separates two parts; in the terminal they all look like reasons
    - `coordinates`: number the rows and columns

    For the terminal only:

    - `colour`: use escape sequences for colours
    - `ascii_only`: use ASCII instead of box-drawing characters

    For the other formats only:

    - `theme`: light, dark or print (default: print for PDF, otherwise light)
    - `marks`: whose marks these are: mark (a player's), solution, or common (those that all solutions share)
    - `folded`: places whose marks are drawn lighter, because they follow at once from others
    - `ghosts`: marks that are only assumed, by the number or sign to write beside them
    - `before`: an earlier board: values that have been ruled out since then are crossed out
    - `caption`: a line of text below the board
    - `cell`: the width of a cell in pixels (not for PDF, which fits the page)
    """
    require_board(board)
    if to not in PICTURE_FORMATS:
        raise UnknownNameError(f"unknown picture format {quote(to)}: {suggest_names(to, PICTURE_FORMATS)}")
    if to == "terminal":  # imports stay inside the branches, so that printing a board loads nothing else
        from masume.drawing import terminal
        from masume.drawing.roles import Role

        highlights = {Role.HINT: hints, Role.REASON: [*rules, *reasons, *boundary], Role.ERROR: errors}
        return terminal.draw(
            board, colour=colour, ascii_only=ascii_only, coordinates=coordinates, highlights=highlights
        )
    from masume.drawing import booklet, png, svg, themes
    from masume.drawing.board_scene import scene_of

    if cell is not None and not 1 <= cell <= 1000:
        raise InputError(f"expected a cell size of 1 to 1000 pixels, not {cell:g}")
    scene = scene_of(
        board,
        marks=marks,
        hints=hints,
        rules=rules,
        reasons=reasons,
        boundary=boundary,
        errors=errors,
        folded=folded,
        ghosts=ghosts,
        before=before,
        coordinates=coordinates,
        caption=caption,
    )
    palette = themes.find(theme or ("print" if to == "pdf" else "light"))
    if to == "pdf":
        return booklet.write_single_page(board, scene, palette)
    if to == "svg":
        return svg.write(scene, palette, cell or DEFAULT_CELL_SIZE)
    default = min(DEFAULT_CELL_SIZE, _MAX_DEFAULT_PNG_SIDE / max(scene.width, scene.height))
    return png.write(scene, palette, cell or default)


def render_for_notebook(board: Board, **style: Any) -> str:
    """Draw a board as SVG that is no wider than a notebook's page; the style is that of `scene_of`."""
    from masume.drawing import svg, themes
    from masume.drawing.board_scene import scene_of

    scene = scene_of(board, **style)
    return svg.write(scene, themes.find("light"), min(DEFAULT_CELL_SIZE, _NOTEBOOK_WIDTH / scene.width))
