"""How Masyu is written."""

from masume.core.facts_notation import Facts, LinesAcross, Symbol
from masume.core.notation import Circles, LineRows, Notation, Pzpr, SignRows

NOTATION = Notation(
    pzpr=Pzpr(
        "mashu",
        body=(Circles("circles", ("white", "black")),),
        flags={"f": ("visit_all", "yes")},
        files={0: (SignRows("circles", {"1": "white", "2": "black"}), LineRows("loop", on="line", off="cross"))},
    ),
    facts={
        "cayli2007": Facts(
            (Symbol("white", "circles", "white"), Symbol("black", "circles", "black")),
            LinesAcross("line", "loop", "line", "cross"),
        )
    },
)
