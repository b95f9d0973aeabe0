"""The look of Masyu."""

from masume.core.look import Lattice, Look, Path, Pieces, Satisfied, Symbol

LOOK = Look(
    Lattice.FRAME,
    (
        Symbol("circles", "white", sign="○", plain="O"),
        Symbol("circles", "black", sign="●", plain="@"),
        Path("loop", on="line", off="cross"),
    ),
    feedback=(Pieces("loop", "line"), Satisfied("circles", ("M2", "M3"), straight_on="loop")),
)
