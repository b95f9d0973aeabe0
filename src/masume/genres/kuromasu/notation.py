"""How Kuromasu is written in URLs, files, facts and game ids."""

from masume.core.facts_notation import CellMarkAtoms, Facts, NumberFact, SizeFact
from masume.core.file_blocks import Notes, Rows
from masume.core.file_items import NUMBERS, Signs
from masume.core.game_ids import DECIMALS, RUNS, Cells
from masume.core.notation import Notation, Pzpr, Sgt
from masume.core.place_order import inner_edge_rows
from masume.core.url_items import NUMBER16, OneOf
from masume.core.url_parts import Items

NOTATION = Notation(
    pzpr=Pzpr(
        "kurodoko",
        body=(Items("numbers", NUMBER16),),
        files={
            0: (Rows("numbers", NUMBERS), Rows("shade", Signs({"#": "shaded", "+": "white"})), Notes(inner_edge_rows)),
        },
    ),
    facts={
        "report": Facts(
            (NumberFact("num", "numbers"),),
            CellMarkAtoms("black", "shade", "shaded", "white"),
            columns=SizeFact("n", "row"),  # its listing uses `row` for X, the column
            rows=SizeFact("m", "col"),
        )
    },
    sgt=Sgt("range", description=(Cells("numbers", OneOf(RUNS, DECIMALS)),)),
)
