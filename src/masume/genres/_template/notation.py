"""How Template is written."""

from masume.core.notation import Notation, Number16, NumberRows, Pzpr, SignRows

NOTATION = Notation(
    pzpr=Pzpr(
        "template",
        body=(Number16("numbers"),),
        files={0: (NumberRows("numbers"), SignRows("shade", {"#": "shaded", "+": "clear"}))},
    )
)
