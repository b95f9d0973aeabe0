"""How boards show themselves in notebooks: core cannot draw, so whoever can says so here."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from masume.core.board import Board

LARGEST = 10_000  # cells: a larger board is nothing to look at on a page
_painters: list[Callable[..., str]] = []


def draw_with(painter: Callable[..., str]) -> None:
    """Let boards be drawn as SVG by a function of a board and of what its marks are and what is written below."""
    _painters[:] = [painter]


def picture_of(board: "Board", **style: Any) -> str | None:
    """A board as SVG; None, for which notebooks show text, if it is too large or nobody can draw."""
    if not _painters or len(board.grid.cells) > LARGEST:
        return None
    return _painters[0](board, **style)
