"""How Sudoku is written: in the formats that need no notation."""

from masume.core.notation import Notation

NOTATION = Notation()
