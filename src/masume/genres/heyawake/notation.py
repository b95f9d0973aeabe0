"""How Heyawake is written in URLs, files and facts."""

from masume.core.facts_notation import CellMarkAtoms, Coordinates, Facts, RectangleFacts, SizeFact
from masume.core.file_blocks import Notes, RoomClueRows, RoomRows, Rows, WallRows
from masume.core.file_items import Signs
from masume.core.notation import Notation, Pzpr
from masume.core.place_order import inner_edge_rows
from masume.core.url_parts import RoomClues, Walls

SHADE = Rows("shade", Signs({"#": "shaded", "+": "white"}))
ANSWER = CellMarkAtoms("black", "shade", "shaded", "white")
COLUMNS, ROWS = SizeFact("m", "col"), SizeFact("n", "row")
NOTATION = Notation(
    pzpr=Pzpr(
        "heyawake",
        body=(Walls("rooms"), RoomClues("rooms")),
        files={
            0: (RoomRows("rooms"), RoomClueRows("rooms"), SHADE, Notes(inner_edge_rows)),
            1: (WallRows("rooms"), RoomClueRows("rooms"), SHADE, Notes(inner_edge_rows)),
        },
    ),
    facts={
        "cayli2007": Facts((RectangleFacts("rooms", none=-1),), ANSWER, columns=COLUMNS, rows=ROWS),
        "celik2009": Facts((RectangleFacts("rooms", first=1),), ANSWER, Coordinates(upwards=True), COLUMNS, ROWS),
    },
)
