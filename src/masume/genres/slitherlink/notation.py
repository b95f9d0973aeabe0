"""How Slitherlink is written."""

from masume.core.notation import Essence, LineRows, Notation, Notes, Number4, NumberRows, Pzpr

LOOP = LineRows("loop", on="line", off="cross")
NOTATION = Notation(
    pzpr=Pzpr(
        "slither",
        body=(Number4("numbers"),),
        flags={"f": ("visit_all", "yes")},
        files={
            0: (NumberRows("numbers"), LOOP),
            1: (NumberRows("numbers"), Notes(optional=False), LOOP),
        },
    ),
    essence=Essence("numbers", zero=4),
)
