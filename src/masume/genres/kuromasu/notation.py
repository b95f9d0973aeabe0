"""How Kuromasu is written."""

from masume.core.facts_notation import CellMarks, Facts, Numbered, Side
from masume.core.notation import Notation, Notes, Number16, NumberRows, Pzpr, SignRows

NOTATION = Notation(
    pzpr=Pzpr(
        "kurodoko",
        body=(Number16("numbers"),),
        files={
            0: (NumberRows("numbers"), SignRows("shade", {"#": "shaded", "+": "white"}), Notes(on_edges=True)),
        },
    ),
    facts={
        "report": Facts(
            (Numbered("num", "numbers"),),
            CellMarks("black", "shade", "shaded", "white"),
            columns=Side("n", "row"),  # by its listing X, a column, ranges over `row`
            rows=Side("m", "col"),
        )
    },
)
