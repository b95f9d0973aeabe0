"""How Corral is written."""

from masume.core.facts_notation import Coordinates, Facts, Numbered, Outline, Side
from masume.core.notation import Notation, Notes, Number16, NumberRows, Pzpr, SignRows

NOTATION = Notation(
    pzpr=Pzpr(
        "cave",
        body=(Number16("numbers"),),
        files={
            0: (NumberRows("numbers"), SignRows("side", {"#": "outside", "+": "inside"}), Notes(on_edges=True)),
        },
    ),
    facts={
        "cayli2007": Facts(
            (Numbered("cell", "numbers", number_first=True),),
            Outline("line", "side", "inside", "outside"),
            Coordinates(upwards=True, first=0),
            columns=Side("n", "x"),
            rows=Side("m", "y"),
        )
    },
)
