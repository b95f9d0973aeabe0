"""How Kakuro is written in URLs, files and facts."""

from masume.core.facts_notation import CellNumberAtoms, Coordinates, Facts, RunSumFacts, SizeFact
from masume.core.file_blocks import Rows, RunSumRows
from masume.core.file_items import DIGITS
from masume.core.notation import Notation, Pzpr
from masume.core.url_parts import RunSums

NOTATION = Notation(
    pzpr=Pzpr("kakuro", body=(RunSums("sums"),), files={0: (RunSumRows("sums"), Rows("digits", DIGITS))}),
    facts={
        "celik2009": Facts(
            (RunSumFacts("sums", across="hHint", down="vHint", black="black"),),
            CellNumberAtoms("cellVal", "digits"),
            Coordinates(row_first=True, margin=1),
            columns=SizeFact("n", "column"),
        )
    },
)
