"""The look of Akari."""

from masume.core.look import Lattice, Look, Rays, Symbol, Text

LOOK = Look(
    Lattice.FRAME,
    (
        Rays("lamps", "lamp", stopped_by="numbers"),
        Symbol("lamps", "lamp", sign="◉", plain="*"),
        Symbol("lamps", "empty", sign="×", plain="x"),
        Text("numbers", filled=True),
    ),
)
