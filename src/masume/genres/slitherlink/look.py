"""The look of Slitherlink."""

from masume.core.look import Lattice, Look, Stroke, Text

LOOK = Look(Lattice.DOTS, (Stroke("loop", on="line", off="cross"), Text("numbers")))
