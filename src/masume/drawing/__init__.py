"""Pictures of boards, made from the genre's look; no code per genre here.

A board becomes a scene, and that SVG, PNG or PDF; the terminal has a way of its own.
"""

from collections.abc import Iterable
from typing import Literal, TypedDict, Unpack, overload

from masume.core.board import Board
from masume.core.errors import InputError, UnknownNameError
from masume.core.places import Place

PICTURES = ("terminal", "svg", "png", "pdf")
THEMES = ("light", "dark", "print")
PAPERS = {"a4": (595.276, 841.89), "letter": (612.0, 792.0)}  # in points, of which an inch has 72
MOST_PER_PAGE = 10  # boards beside each other, or below
CELL = 36  # pixels, if nothing else is said
_PAGE = 900  # pixels that a notebook has room for
_LONGEST = 10_000  # pixels of a side, if nothing else is said


class Pointed(TypedDict, total=False):
    """Places that a picture points out: where to look next, what that rests on, where rules are broken."""

    hints: Iterable[Place]
    reasons: Iterable[Place]
    errors: Iterable[Place]


class Style(Pointed, total=False):
    """How a picture is drawn: what `render` takes by name."""

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
    hints: Iterable[Place] = (),
    reasons: Iterable[Place] = (),
    errors: Iterable[Place] = (),
    caption: str = "",
    cell: float | None = None,
) -> str | bytes:
    """Draw a board: `terminal` and `svg` give text, `png` and `pdf` bytes.

    `coordinates` numbers rows and columns; `hints`, `reasons` (what hints rest on) and `errors` are places to point
    out; `colour` and `ascii_only` are the terminal's, the others are for pictures: the theme is light, dark or print
    (which PDF has if nothing is said); `marks` says what the marks are: mark, solution or common; a caption is written
    below the board; `cell` is how many pixels wide a cell is.
    """
    if to not in PICTURES:
        raise UnknownNameError(f"unknown picture {to!r:.40}: expected one of {', '.join(PICTURES)}")
    if to == "terminal":  # what is not drawn is not imported
        from masume.drawing import terminal
        from masume.drawing.roles import Role

        pointed = {Role.HINT: hints, Role.REASON: reasons, Role.ERROR: errors}
        return terminal.draw(board, colour=colour, ascii_only=ascii_only, coordinates=coordinates, pointed=pointed)
    from masume.drawing import booklet, png, svg, themes
    from masume.drawing.board_scene import scene_of

    if cell is not None and not 1 <= cell <= 1000:
        raise InputError(f"expected 1 to 1000 pixels a cell, not {cell:g}")
    shown = scene_of(
        board, marks=marks, hints=hints, reasons=reasons, errors=errors, coordinates=coordinates, caption=caption
    )
    painted = themes.find(theme or ("print" if to == "pdf" else "light"))
    if to == "pdf":
        return booklet.one_page(board, shown, painted)
    if to == "svg":
        return svg.write(shown, painted, cell or CELL)
    return png.write(shown, painted, cell or min(CELL, _LONGEST / max(shown.width, shown.height)))


def render_on_page(board: Board, *, marks: str = "mark", caption: str = "") -> str:
    """Draw a board as SVG that is no wider than a notebook's page."""
    from masume.drawing import svg, themes
    from masume.drawing.board_scene import scene_of

    shown = scene_of(board, marks=marks, caption=caption)
    return svg.write(shown, themes.find("light"), min(CELL, _PAGE / shown.width))
