"""The look of Sudoku."""

from masume.core.look import Lattice, Look, Text

LOOK = Look(Lattice.LINES, (Text("digits"),))
