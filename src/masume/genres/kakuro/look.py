"""The look of Kakuro."""

from masume.core.look import Lattice, Look, Satisfied, SplitCells, Text

LOOK = Look(Lattice.LINES, (SplitCells("sums"), Text("digits")), feedback=(Satisfied("sums", ("K2", "K3")),))
