"""How Akari is written."""

from masume.core.facts_notation import CellMarks, ClueCells, Coordinates, Facts, Numbered, Side, Symbol
from masume.core.notation import Notation, Notes, Number4, NumberSignRows, Pzpr

NOTATION = Notation(
    pzpr=Pzpr(
        "akari",
        body=(Number4("numbers"),),
        files={0: (NumberSignRows("numbers", "lamps", {"#": "lamp", "+": "empty"}), Notes())},
        file_pid="lightup",
    ),
    facts={
        "celik2009": Facts(
            (Numbered("hint", "numbers"), ClueCells("black", "numbers")),
            CellMarks("bulb", "lamps", "lamp", "empty"),
            Coordinates(upwards=True),
            columns=Side("n", "verticalIndex"),  # the index that comes first
            rows=Side("m", "horizontalIndex"),
        ),
        "report": Facts(
            (Numbered("black", "numbers"), Symbol("black", "numbers", "?")),
            CellMarks("lightbulb", "lamps", "lamp", "empty"),
            columns=Side("n", "row"),  # by its listing X, a column, ranges over `row`
            rows=Side("m", "col"),
        ),
    },
)
