"""A tiny board of each genre with its solution, which shows the rules at a glance: its specimen "solved"."""

import re
from functools import cache
from importlib import import_module
from importlib.resources import files

from masume.core.board import Board
from masume.core.genre import Genre
from masume.drawing import svg, themes
from masume.drawing.board_scene import scene_of
from masume.formats import read

_SOLVED = re.compile(r"^== solved\n(?P<board>.*?)(?=^== |\Z)", re.MULTILINE | re.DOTALL)
_CELL_SIZE = 28  # pixels


@cache
def example_pictures(genre: Genre) -> dict[str, str] | None:
    """Return pictures of a tiny board before and after it is solved, as SVG; None if the genre has no such specimen."""
    solved = solved_specimen(genre)
    return None if solved is None else {"before": draw(solved.with_marks({})), "after": draw(solved)}


def solved_specimen(genre: Genre) -> Board | None:
    """Return the genre's tiny solved board, if it has one."""
    text = files(import_module(genre.package)).joinpath("specimens.txt").read_text(encoding="utf-8")
    found = _SOLVED.search(text)
    return read(found["board"]) if found else None


def draw(board: Board, cell_size: float = _CELL_SIZE) -> str:
    """Return a picture as SVG whose colours are CSS variables."""
    return svg.write(scene_of(board), themes.variable_theme(), cell_size)
