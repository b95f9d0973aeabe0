"""The look of Corral."""

from masume.core.look import Fill, Lattice, Look, Outline, Pieces, Satisfied, Symbol, Text

LOOK = Look(
    Lattice.DOTS,
    (
        Fill("side", "outside", light=True),
        Symbol("side", "inside", sign="◦", plain="o"),
        Outline("side", inside="inside", outside="outside"),
        Text("numbers"),
    ),
    feedback=(Pieces("side", "inside"), Satisfied("numbers", ("B2", "B3a", "B3b"))),
)
