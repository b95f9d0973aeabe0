"""The look of Template."""

from masume.core.look import Fill, Lattice, Look, Symbol, Text

LOOK = Look(Lattice.LINES, (Fill("shade", "shaded"), Symbol("shade", "clear", sign="·", plain="."), Text("numbers")))
