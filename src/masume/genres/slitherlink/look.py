"""The look of Slitherlink."""

from masume.core.look import Lattice, Look, Pieces, Satisfied, Stroke, Text

LOOK = Look(
    Lattice.DOTS,
    (Stroke("loop", on="line", off="cross"), Text("numbers")),
    feedback=(Pieces("loop", "line"), Satisfied("numbers", ("S1a", "S1b"))),
)
