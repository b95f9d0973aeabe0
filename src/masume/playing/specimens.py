"""A tiny board of each genre with its solution, which shows the rules at a glance.

It is the specimen "example" of the genre, or, if there is none, the specimen "solved".
"""

import re
from functools import cache
from importlib import import_module
from importlib.resources import files

from masume.core.board import Board
from masume.core.genre import Genre
from masume.drawing import svg, themes
from masume.drawing.board_scene import scene_of
from masume.formats import read

_BLOCK = re.compile(r"^== (?P<label>example|solved)\n(?P<board>.*?)(?=^== |\Z)", re.MULTILINE | re.DOTALL)
_CELL_SIZE = 28  # pixels


@cache
def example_pictures(genre: Genre) -> dict[str, str] | None:
    """Return pictures of a tiny board before and after it is solved, as SVG; None if the genre has no such specimen."""
    solved = solved_specimen(genre)
    return None if solved is None else {"before": draw(solved.with_marks({})), "after": draw(solved)}


def solved_specimen(genre: Genre) -> Board | None:
    """Return the genre's tiny solved board, if it has one."""
    text = files(import_module(genre.package)).joinpath("specimens.txt").read_text(encoding="utf-8")
    blocks = {found["label"]: found["board"] for found in _BLOCK.finditer(text)}
    block = blocks.get("example") or blocks.get("solved")
    return None if block is None else read(block)


def draw(board: Board, cell_size: float = _CELL_SIZE) -> str:
    """Return a picture as SVG whose colours are CSS variables."""
    return svg.write(scene_of(board), themes.variable_theme(), cell_size)
