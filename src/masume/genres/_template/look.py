"""The look of Template."""

from masume.core.look import Fill, Lattice, Look, Symbol, Text

# The grid lines, then what is drawn on them, later parts on top.  See masume.core.look for all parts.
LOOK = Look(
    Lattice.LINES,
    (
        Fill("shade", "shaded"),
        Symbol("shade", "clear", sign="·", plain="."),
        Text("numbers"),
    ),
)
