"""How boards are explained, and how fast: `masume bench explain`.

>>> from masume.bench import explain
>>> boards = explain.chosen(None, explain.Choice(cells=30, boards=1, bands=explain.BANDS))
>>> all(board.cells <= 30 for board in boards)
True

`run` explains boards and asks for hints on the way, `WRITERS` show what it found beside what was aimed at.
"""

from masume.bench.boards import Choice, Posed, chosen
from masume.bench.explain.goals import BANDS
from masume.bench.explain.report import WRITERS
from masume.bench.explain.runner import Run, Settings, run

__all__ = ["BANDS", "WRITERS", "Choice", "Posed", "Run", "Settings", "chosen", "run"]
