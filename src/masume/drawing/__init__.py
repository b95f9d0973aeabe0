"""Pictures of boards, made from the genre's look; no code per genre here."""

from masume.core.board import Board
from masume.core.errors import UnknownNameError

_PICTURES = ("terminal",)


def render(
    board: Board, to: str = "terminal", *, colour: bool = False, ascii_only: bool = False, coordinates: bool = False
) -> str:
    """Draw a board; `terminal` gives lines of text."""
    if to not in _PICTURES:
        raise UnknownNameError(f"unknown picture {to!r:.40}: expected one of {', '.join(_PICTURES)}")
    from masume.drawing import terminal  # a plain solve for machines draws nothing

    return terminal.draw(board, colour=colour, ascii_only=ascii_only, coordinates=coordinates)
