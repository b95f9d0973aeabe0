"""masume: a workbench for grid logic puzzles.

>>> import masume
>>> board = masume.read("https://puzz.link/p?nurikabe/5/5/g5k2o1k3g")
>>> masume.solve(board).unique
True
"""

from importlib import import_module
from typing import TYPE_CHECKING

from masume import engines, examples, formats, formulations, genres
from masume.checking import check
from masume.core.board import Board
from masume.core.errors import MasumeError
from masume.core.notebook import draw_with
from masume.core.outcome import Limits, Outcome, Status
from masume.drawing import render, render_on_page
from masume.formats import load, load_all, read, write
from masume.formulations import Formulation
from masume.solving import common, conflict, count, formulation_for, solve, violations

if TYPE_CHECKING:
    from masume.drawing.board_scene import scene_of
    from masume.drawing.booklet import bind
    from masume.explaining import explain, hint, mistakes
else:  # most who solve neither draw nor explain

    def __getattr__(name: str) -> object:
        explaining = dict.fromkeys(("explain", "hint", "mistakes"), "explaining")
        homes = {"bind": "drawing.booklet", "scene_of": "drawing.board_scene", **explaining}
        if name not in homes:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"masume.{homes[name]}"), name)


draw_with(render_on_page)
__version__ = "0.1.0"
__all__ = [
    "Board",
    "Formulation",
    "Limits",
    "MasumeError",
    "Outcome",
    "Status",
    "bind",
    "check",
    "common",
    "conflict",
    "count",
    "engines",
    "examples",
    "explain",
    "formats",
    "formulation_for",
    "formulations",
    "genres",
    "hint",
    "load",
    "load_all",
    "mistakes",
    "read",
    "render",
    "scene_of",
    "solve",
    "violations",
    "write",
]
