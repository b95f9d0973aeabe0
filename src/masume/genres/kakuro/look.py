"""The look of Kakuro."""

from masume.core.look import Lattice, Look, SplitCells, Text

LOOK = Look(Lattice.LINES, (SplitCells("sums"), Text("digits")))
