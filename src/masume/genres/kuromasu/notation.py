"""How Kuromasu is written."""

from masume.core.notation import Notation, Notes, Number16, NumberRows, Pzpr, SignRows

NOTATION = Notation(
    pzpr=Pzpr(
        "kurodoko",
        body=(Number16("numbers"),),
        files={
            0: (NumberRows("numbers"), SignRows("shade", {"#": "shaded", "+": "white"}), Notes(on_edges=True)),
        },
    )
)
