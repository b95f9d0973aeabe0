"""How Corral is written in URLs, files and facts."""

from masume.core.facts_notation import Coordinates, Facts, NumberFact, OutlineAtoms, SizeFact
from masume.core.file_blocks import Notes, Rows
from masume.core.file_items import NUMBERS, Signs
from masume.core.notation import Notation, Pzpr
from masume.core.place_order import inner_edge_rows
from masume.core.url_items import NUMBER16
from masume.core.url_parts import Items

NOTATION = Notation(
    pzpr=Pzpr(
        "cave",
        body=(Items("numbers", NUMBER16),),
        files={
            0: (Rows("numbers", NUMBERS), Rows("side", Signs({"#": "outside", "+": "inside"})), Notes(inner_edge_rows)),
        },
    ),
    facts={
        "cayli2007": Facts(
            (NumberFact("cell", "numbers", number_first=True),),
            OutlineAtoms("line", "side", "inside", "outside"),
            Coordinates(upwards=True, first=0),
            columns=SizeFact("n", "x"),
            rows=SizeFact("m", "y"),
        )
    },
)
