"""How Nurikabe is written."""

from masume.core.facts_notation import CellMarks, Facts, Numbered
from masume.core.notation import Notation, Number16, NumberSignRows, Pzpr

NOTATION = Notation(
    pzpr=Pzpr(
        "nurikabe",
        body=(Number16("numbers"),),
        files={0: (NumberSignRows("numbers", "shade", {"#": "sea", "+": "island"}),)},
    ),
    facts={"cayli2007": Facts((Numbered("numbered", "numbers"),), CellMarks("black", "shade", "sea", "island"))},
)
