"""How Corral is written."""

from masume.core.notation import Notation, Notes, Number16, NumberRows, Pzpr, SignRows

NOTATION = Notation(
    pzpr=Pzpr(
        "cave",
        body=(Number16("numbers"),),
        files={
            0: (NumberRows("numbers"), SignRows("side", {"#": "outside", "+": "inside"}), Notes(on_edges=True)),
        },
    )
)
