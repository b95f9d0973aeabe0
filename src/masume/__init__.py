"""masume: a workbench for grid logic puzzles.

>>> import masume
>>> board = masume.read("https://puzz.link/p?nurikabe/5/5/g5k2o1k3g")
>>> masume.solve(board).unique
True
"""

from masume import engines, examples, formats, formulations, genres
from masume.checking import check
from masume.core.board import Board
from masume.core.errors import MasumeError
from masume.core.outcome import Limits, Outcome, Status
from masume.drawing import render
from masume.formats import load, read, write
from masume.formulations import Formulation
from masume.solving import common, conflict, count, formulation_for, solve, violations

__version__ = "0.1.0"
__all__ = [
    "Board",
    "Formulation",
    "Limits",
    "MasumeError",
    "Outcome",
    "Status",
    "check",
    "common",
    "conflict",
    "count",
    "engines",
    "examples",
    "formats",
    "formulation_for",
    "formulations",
    "genres",
    "load",
    "read",
    "render",
    "solve",
    "violations",
    "write",
]
