"""How Slitherlink is written."""

from masume.core.notation import Notation, Number4, Pzpr

NOTATION = Notation(pzpr=Pzpr("slither", body=(Number4("numbers"),), flags={"f": ("visit_all", "yes")}))
