"""How Nurikabe is written."""

from masume.core.notation import Notation, Number16, Pzpr

NOTATION = Notation(pzpr=Pzpr("nurikabe", body=(Number16("numbers"),)))
