"""How Masyu is written in URLs, files, facts and game ids."""

from masume.core.facts_notation import Facts, LineAtoms, SymbolFact
from masume.core.file_blocks import Rows
from masume.core.file_items import Signs
from masume.core.game_ids import RUNS, Cells, Difficulty, GeneratorSetting
from masume.core.notation import Notation, Pzpr, Sgt
from masume.core.place_order import inner_edge_rows
from masume.core.url_items import Characters, OneOf, Packed
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
    sgt=Sgt(
        "pearl",
        description=(Cells("circles", OneOf(RUNS, Characters({"W": ("white",), "B": ("black",)}))),),
        parameters=(Difficulty({"e": "easy", "t": "tricky"}), GeneratorSetting("n")),  # n: perhaps several solutions
    ),
)
