"""How Nurikabe is written in URLs, files and facts."""

from masume.core.facts_notation import CellMarkAtoms, Facts, NumberFact
from masume.core.file_blocks import ClueOrMarkRows
from masume.core.file_items import NUMBERS
from masume.core.notation import Notation, Pzpr
from masume.core.url_items import NUMBER16
from masume.core.url_parts import Items

NOTATION = Notation(
    pzpr=Pzpr(
        "nurikabe",
        body=(Items("numbers", NUMBER16),),
        files={0: (ClueOrMarkRows("numbers", NUMBERS, "shade", {"#": "sea", "+": "island"}),)},
    ),
    facts={"cayli2007": Facts((NumberFact("numbered", "numbers"),), CellMarkAtoms("black", "shade", "sea", "island"))},
)
