"""How Masyu is written."""

from masume.core.notation import Circles, LineRows, Notation, Pzpr, SignRows

NOTATION = Notation(
    pzpr=Pzpr(
        "mashu",
        body=(Circles("circles", ("white", "black")),),
        flags={"f": ("visit_all", "yes")},
        files={0: (SignRows("circles", {"1": "white", "2": "black"}), LineRows("loop", on="line", off="cross"))},
    )
)
