"""The look of Akari."""

from masume.core.look import Lattice, Look, Rays, Satisfied, Symbol, Text

LOOK = Look(
    Lattice.FRAME,
    (
        Rays("lamps", "lamp", stopped_by="numbers"),
        Symbol("lamps", "lamp", sign="◉", plain="*"),
        Symbol("lamps", "empty", sign="×", plain="x"),
        Text("numbers", filled=True),
    ),
    feedback=(Satisfied("numbers", ("A1a", "A1b")),),
)
