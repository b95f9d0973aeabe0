"""How Template is written in addresses and files."""

from masume.core.file_blocks import NUMBERS, Rows, Signs
from masume.core.notation import Notation, Pzpr
from masume.core.url_items import NUMBER16
from masume.core.url_parts import Items

# If puzz.link does not have your genre, NOTATION = Notation() is all you need: masume's own formats work without.
NOTATION = Notation(
    pzpr=Pzpr(
        "template",  # the name in addresses, puzz.link/p?NAME/…
        body=(Items("numbers", NUMBER16),),  # the parts of an address, see masume.core.url_parts
        # The blocks of a file, by its version, see masume.core.file_blocks.
        files={0: (Rows("numbers", NUMBERS), Rows("shade", Signs({"#": "shaded", "+": "clear"})))},
    )
)
