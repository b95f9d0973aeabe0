"""The look of Nurikabe."""

from masume.core.look import Fill, Lattice, Look, Symbol, Text

LOOK = Look(
    Lattice.LINES,
    (Fill("shade", "sea"), Symbol("shade", "island", sign="·", plain="."), Text("numbers")),
)
