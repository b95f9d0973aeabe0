"""How Masyu is written in URLs, files and facts."""

from masume.core.facts_notation import Facts, LineAtoms, SymbolFact
from masume.core.file_blocks import Rows
from masume.core.file_items import Signs
from masume.core.notation import Notation, Pzpr
from masume.core.place_order import inner_edge_rows
from masume.core.url_items import Packed
from masume.core.url_parts import Items

NOTATION = Notation(
    pzpr=Pzpr(
        "mashu",
        body=(Items("circles", Packed((None, "white", "black"), 3)),),
        flags={"f": ("visit_all", "yes")},
        files={
            0: (
                Rows("circles", Signs({"1": "white", "2": "black"})),
                Rows("loop", Signs({"1": "line", "-1": "cross"}, empty="0"), inner_edge_rows),
            )
        },
    ),
    facts={
        "cayli2007": Facts(
            (SymbolFact("white", "circles", "white"), SymbolFact("black", "circles", "black")),
            LineAtoms("line", "loop", "line", "cross"),
        )
    },
)
