"""How Template is written."""

from masume.core.notation import Notation, Number16, Pzpr

NOTATION = Notation(pzpr=Pzpr("template", body=(Number16("numbers"),)))
