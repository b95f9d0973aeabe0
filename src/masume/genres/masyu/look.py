"""The look of Masyu."""

from masume.core.look import Lattice, Look, Path, Pieces, Satisfied, Symbol

LOOK = Look(
    Lattice.FRAME,
    (
        Path("loop", on="line", off="cross"),
        Symbol("circles", "white", sign="○", plain="O"),
        Symbol("circles", "black", sign="●", plain="@"),
    ),
    feedback=(Pieces("loop", "line"), Satisfied("circles", ("M2", "M3"))),
)
