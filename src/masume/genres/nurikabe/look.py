"""The look of Nurikabe."""

from masume.core.look import Fill, Lattice, Look, Pieces, Satisfied, Symbol, Text

LOOK = Look(
    Lattice.LINES,
    (Fill("shade", "sea"), Symbol("shade", "island", sign="·", plain="."), Text("numbers")),
    feedback=(Pieces("shade", "sea"), Satisfied("numbers", ("N1", "N3", "N4a", "N4b"))),
)
