"""The look of Heyawake."""

from masume.core.look import Fill, Lattice, Look, Rooms, Satisfied, Symbol

LOOK = Look(
    Lattice.HAIRLINES,
    (Fill("shade", "shaded"), Symbol("shade", "white", sign="·", plain="."), Rooms("rooms")),
    feedback=(Satisfied("rooms", ("H3",)),),
)
