"""The calibration of ratings, and their times: `masume bench rate`.

>>> from masume.bench import rate
>>> boards = rate.select_boards(None, [], rate.BoardSelection(max_cells=30, boards_per_band=1, bands=rate.BANDS))
>>> all(board.cells <= 30 for board in boards.all)
True

`run` rates boards, `WRITERS` format the results, `plots.draw_plots` plots them.
"""

from masume.bench.boards import BenchBoard, BoardSelection
from masume.bench.rate import plots
from masume.bench.rate.report import WRITERS
from masume.bench.rate.runner import RateRun, run
from masume.bench.rate.selection import BANDS, RateBoards, select_boards

__all__ = [
    "BANDS",
    "WRITERS",
    "BenchBoard",
    "BoardSelection",
    "RateBoards",
    "RateRun",
    "plots",
    "run",
    "select_boards",
]
