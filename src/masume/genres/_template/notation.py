"""How Template is written in URLs and files."""

from masume.core.file_blocks import Rows
from masume.core.file_items import NUMBERS, Signs
from masume.core.notation import Notation, Pzpr
from masume.core.url_items import NUMBER16
from masume.core.url_parts import Items

# If puzz.link does not have your genre, NOTATION = Notation() is enough: text and JSON work for every genre.
NOTATION = Notation(
    pzpr=Pzpr(
        "template",  # the name in URLs, puzz.link/p?NAME/…
        body=(Items("numbers", NUMBER16),),  # masume.core.url_parts and url_items list what you can use
        # The blocks of a file, by its version; masume.core.file_blocks lists what you can use.
        files={0: (Rows("numbers", NUMBERS), Rows("shade", Signs({"#": "shaded", "+": "clear"})))},
    )
)
