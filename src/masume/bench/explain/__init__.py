"""The quality and speed of explanations: `masume bench explain`.

>>> from masume.bench import explain
>>> boards = explain.select_boards(None, explain.BoardSelection(max_cells=30, boards_per_band=1, bands=explain.BANDS))
>>> all(board.cells <= 30 for board in boards)
True

`run` explains boards and asks for hints at some of the steps; `WRITERS` format the results, compared with the targets.
"""

from masume.bench.boards import BenchBoard, BoardSelection, select_boards
from masume.bench.explain.report import WRITERS
from masume.bench.explain.runner import ExplainRun, ExplainSettings, run
from masume.bench.explain.targets import BANDS

__all__ = [
    "BANDS",
    "WRITERS",
    "BenchBoard",
    "BoardSelection",
    "ExplainRun",
    "ExplainSettings",
    "run",
    "select_boards",
]
