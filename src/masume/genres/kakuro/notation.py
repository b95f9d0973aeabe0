"""How Kakuro is written."""

from masume.core.notation import DigitRows, Notation, Pzpr, RunSumRows, RunSums

NOTATION = Notation(pzpr=Pzpr("kakuro", body=(RunSums("sums"),), files={0: (RunSumRows("sums"), DigitRows("digits"))}))
