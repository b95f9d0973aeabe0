"""How Heyawake is written."""

from masume.core.facts_notation import CellMarks, Coordinates, Facts, Rectangles, Side
from masume.core.notation import (
    Notation,
    Notes,
    Pzpr,
    RoomNumberRows,
    RoomRows,
    RoomsWithNumbers,
    SignRows,
    WallRows,
)

SHADE = SignRows("shade", {"#": "shaded", "+": "white"})
ANSWER = CellMarks("black", "shade", "shaded", "white")
COLUMNS, ROWS = Side("m", "col"), Side("n", "row")
NOTATION = Notation(
    pzpr=Pzpr(
        "heyawake",
        body=(RoomsWithNumbers("rooms"),),
        files={
            0: (RoomRows("rooms"), RoomNumberRows("rooms"), SHADE, Notes(on_edges=True)),
            1: (WallRows("rooms"), RoomNumberRows("rooms"), SHADE, Notes(on_edges=True)),
        },
    ),
    facts={
        "cayli2007": Facts((Rectangles("rooms", none=-1),), ANSWER, columns=COLUMNS, rows=ROWS),
        "celik2009": Facts((Rectangles("rooms", first=1),), ANSWER, Coordinates(upwards=True), COLUMNS, ROWS),
    },
)
