"""The notation of Sudoku: it has only the formats that need none."""

from masume.core.notation import Notation

NOTATION = Notation()
