"""How Slitherlink is written in URLs, files, Essence parameters and game ids."""

import re
from collections.abc import Mapping

from masume.core.errors import FormatError
from masume.core.file_blocks import Notes, Rows
from masume.core.file_items import NUMBERS, Signs
from masume.core.game_ids import FORMAT, RUNS, Cells, Difficulty, Parameter
from masume.core.messages import quote
from masume.core.notation import Essence, Notation, Pzpr, Sgt
from masume.core.place_order import edge_rows
from masume.core.url_items import NUMBER4, Digit, OneOf
from masume.core.url_parts import Items

_TILING = re.compile(r"t(\d*)", re.ASCII)
_TILINGS = (  # his names, by number
    "squares",
    "triangular",
    "honeycomb",
    "snub-square",
    "Cairo",
    "great-hexagonal",
    "octagonal",
    "kites",
    "floret",
    "dodecagonal",
    "great-dodecagonal",
    "Penrose (kite/dart)",
    "Penrose (rhombs)",
    "great-great-dodecagonal",
    "Kagome",
    "compass-dodecagonal",
    "hats",
    "spectres",
)


class Tiling(Parameter):
    """The tiling of the plane: t and its number; only that with squares, number 0, can be read."""

    def read(self, text: str, at: int) -> tuple[Mapping[str, str], int]:
        tiling = _TILING.match(text, at)
        if tiling is None:
            return {}, at
        if tiling[1] != "0":
            names = {str(number): name for number, name in enumerate(_TILINGS)}
            found = f"t{tiling[1]} is {names[tiling[1]]}" if tiling[1] in names else f"{quote(tiling[0])} is not known"
            raise FormatError(FORMAT, "tiling", f"{found}: expected t0, squares")
        return {}, tiling.end()

    def write(self, info: Mapping[str, str]) -> str:
        return "t0"


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
    sgt=Sgt(
        "loopy",
        description=(Cells("numbers", OneOf(RUNS, Digit("01234"))),),
        parameters=(Tiling(), Difficulty({"e": "easy", "n": "normal", "t": "tricky", "h": "hard"})),
    ),
)
