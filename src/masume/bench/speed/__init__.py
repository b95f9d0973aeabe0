"""How fast engines are, stage by stage, on boards of all genres and sizes: `masume bench speed`.

>>> from masume.bench import speed
>>> boards = speed.chosen(None, speed.Choice(cells=30, boards=1))
>>> all(board.cells <= 30 for board in boards)
True

`run` times boards, `WRITERS` show what it found, `plots.draw` draws it.
"""

from masume.bench.boards import HELD_OUT, Choice, Posed, chosen
from masume.bench.speed import plots
from masume.bench.speed.baselines import Baseline, baselines
from masume.bench.speed.peers import require as require_peers
from masume.bench.speed.report import WRITERS
from masume.bench.speed.runner import Run, Settings, checked_engines, run, usual_engines

__all__ = [
    "HELD_OUT",
    "WRITERS",
    "Baseline",
    "Choice",
    "Posed",
    "Run",
    "Settings",
    "baselines",
    "checked_engines",
    "chosen",
    "plots",
    "require_peers",
    "run",
    "usual_engines",
]
