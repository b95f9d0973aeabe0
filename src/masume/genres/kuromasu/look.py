"""The look of Kuromasu."""

from masume.core.look import Fill, Lattice, Look, Satisfied, Symbol, Text

LOOK = Look(
    Lattice.LINES,
    (Fill("shade", "shaded"), Symbol("shade", "white", sign="·", plain="."), Text("numbers")),
    feedback=(Satisfied("numbers", ("U1a", "U1b", "U2")),),
)
