"""How Template is written in addresses and files."""

from masume.core.file_blocks import NUMBERS, Rows, Signs
from masume.core.notation import Notation, Pzpr
from masume.core.url_items import NUMBER16
from masume.core.url_parts import Items

NOTATION = Notation(
    pzpr=Pzpr(
        "template",
        body=(Items("numbers", NUMBER16),),
        files={0: (Rows("numbers", NUMBERS), Rows("shade", Signs({"#": "shaded", "+": "clear"})))},
    )
)
