"""How Kakuro is written."""

from masume.core.facts_notation import CellNumbers, Coordinates, Facts, RunHints, Side
from masume.core.notation import DigitRows, Notation, Pzpr, RunSumRows, RunSums

NOTATION = Notation(
    pzpr=Pzpr("kakuro", body=(RunSums("sums"),), files={0: (RunSumRows("sums"), DigitRows("digits"))}),
    facts={
        "celik2009": Facts(
            (RunHints("sums", across="hHint", down="vHint", black="black"),),
            CellNumbers("cellVal", "digits"),
            Coordinates(row_first=True, margin=1),
            columns=Side("n", "column"),
        )
    },
)
