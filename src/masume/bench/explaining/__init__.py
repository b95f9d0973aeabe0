"""How boards are explained, and how fast: `masume bench explain`.

>>> from masume.bench import explaining
>>> boards = explaining.chosen(None, explaining.Choice(cells=30, boards=1, bands=explaining.BANDS))
>>> all(board.cells <= 30 for board in boards)
True

`run` explains boards and asks for hints on the way, `WRITERS` show what it found beside what was aimed at.
"""

from masume.bench.boards import Choice, Posed, chosen
from masume.bench.explaining.goals import BANDS
from masume.bench.explaining.running import Run, Settings, run
from masume.bench.explaining.writing import WRITERS

__all__ = ["BANDS", "WRITERS", "Choice", "Posed", "Run", "Settings", "chosen", "run"]
