"""The look of Template."""

from masume.core.look import Fill, Lattice, Look, Satisfied, Symbol, Text

# The grid lines, then what is drawn on them, later parts on top.  See masume.core.look for all parts.
LOOK = Look(
    Lattice.LINES,
    (
        Fill("shade", "shaded"),
        Symbol("shade", "clear", sign="·", plain="."),
        Text("numbers"),
    ),
    # What a page shows while somebody plays: here, numbers fade when neither rule would be broken at them.
    feedback=(Satisfied("numbers", ("T1a", "T1b")),),
)
