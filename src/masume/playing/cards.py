"""Cards: all genres, each with a picture of a board that is half solved, and with its shipped boards."""

from collections.abc import Mapping
from typing import Any

from masume import examples, genres
from masume.core.board import Board
from masume.core.genre import Genre
from masume.core.places import PlaceKind
from masume.core.square import SquareGrid
from masume.drawing import layout
from masume.playing.boards import key_of
from masume.playing.mark_looks import middle_of
from masume.playing.specimens import draw, solved_specimen

_PICTURE_WIDTH = 240  # pixels
_SHOWN_PART = 1.05  # of the way from the top left corner to the bottom right one, which is 2


def cards() -> list[dict[str, Any]]:
    """Return all genres as plain data, in the order of their titles."""
    shipped = {name: examples.find(name) for name in examples.names()}
    found = (genres.find(name) for name in genres.names())
    return [_card(genre, shipped) for genre in sorted(found, key=lambda genre: genre.title)]


def _card(genre: Genre, shipped: Mapping[str, Board]) -> dict[str, Any]:
    own = {name: board for name, board in shipped.items() if board.genre is genre}
    names = sorted(own, key=lambda name: (len(own[name].grid.cells), name))
    foreign = [name for name in genre.names if not name.isascii()]
    return {
        "name": genre.name,
        "title": genre.title,
        "other": (foreign or [*genre.names[1:], ""])[0],
        "sentence": genres.describe(genre),
        "picture": _picture(genre),
        "boards": [_write_board(name, own[name]) for name in names],
    }


def _write_board(name: str, board: Board) -> dict[str, str]:
    grid = board.grid
    return {
        "name": name,
        "key": key_of(board),
        "size": f"{grid.rows}x{grid.columns}" if isinstance(grid, SquareGrid) else grid.size,
        "difficulty": board.info.get("difficulty", ""),
        "source": board.info.get("source", ""),
    }


def _picture(genre: Genre) -> str:
    """Return the picture of the genre's tiny example, half solved; shipped boards would give their solutions away."""
    board = solved_specimen(genre)
    if board is None:
        return ""
    left, top, right, bottom = layout.bounding_box(board.grid)
    shown: dict[str, dict[Any, Any]] = {}
    for layer in board.genre.mark_layers:
        for place, mark in board.marks[layer.name].items():
            assert layer.kind in (PlaceKind.CELL, PlaceKind.EDGE, PlaceKind.CORNER)
            x, y = middle_of(board.grid, place)
            if (x - left) / (right - left) + (y - top) / (bottom - top) < _SHOWN_PART:
                shown.setdefault(layer.name, {})[place] = mark
    return draw(board.with_marks(shown), _PICTURE_WIDTH / (right - left + 1))
