"""The look of Kuromasu."""

from masume.core.look import Fill, Lattice, Look, Symbol, Text

LOOK = Look(
    Lattice.LINES,
    (Fill("shade", "shaded"), Symbol("shade", "white", sign="·", plain="."), Text("numbers")),
)
