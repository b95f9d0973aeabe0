"""The speed of engines, stage by stage, on boards of all genres and sizes: `masume bench speed`.

>>> from masume.bench import speed
>>> boards = speed.select_boards(None, speed.BoardSelection(max_cells=30, boards_per_band=1))
>>> all(board.cells <= 30 for board in boards)
True

`run` times boards, `WRITERS` format the results, `plots.draw_plots` plots them.
"""

from masume.bench.boards import BenchBoard, BoardSelection, select_boards
from masume.bench.speed import plots
from masume.bench.speed.baselines import Baseline, load_baselines
from masume.bench.speed.peers import require_peers
from masume.bench.speed.report import WRITERS
from masume.bench.speed.runner import SpeedRun, SpeedSettings, check_engines, default_engines, run

__all__ = [
    "WRITERS",
    "Baseline",
    "BenchBoard",
    "BoardSelection",
    "SpeedRun",
    "SpeedSettings",
    "check_engines",
    "default_engines",
    "load_baselines",
    "plots",
    "require_peers",
    "run",
    "select_boards",
]
