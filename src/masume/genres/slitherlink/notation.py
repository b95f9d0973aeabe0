"""How Slitherlink is written in URLs, files and Essence parameters."""

from masume.core.file_blocks import Notes, Rows
from masume.core.file_items import NUMBERS, Signs
from masume.core.notation import Essence, Notation, Pzpr
from masume.core.place_order import edge_rows
from masume.core.url_items import NUMBER4
from masume.core.url_parts import Items

LOOP = Rows("loop", Signs({"1": "line", "-1": "cross"}, empty="0"), edge_rows)
NOTATION = Notation(
    pzpr=Pzpr(
        "slither",
        body=(Items("numbers", NUMBER4),),
        flags={"f": ("visit_all", "yes")},
        files={
            0: (Rows("numbers", NUMBERS), LOOP),
            1: (Rows("numbers", NUMBERS), Notes(optional=False), LOOP),
        },
    ),
    essence=Essence("numbers", zero=4),
)
