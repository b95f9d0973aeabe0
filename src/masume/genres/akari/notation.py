"""How Akari is written in URLs, files, facts and game ids."""

from masume.core.facts_notation import CellMarkAtoms, ClueCellFact, Coordinates, Facts, NumberFact, SizeFact, SymbolFact
from masume.core.file_blocks import ClueOrMarkRows, Notes
from masume.core.file_items import NUMBERS
from masume.core.game_ids import RUNS, Cells, Difficulty, GeneratorSetting
from masume.core.layers import UNKNOWN_CLUE
from masume.core.notation import Notation, Pzpr, Sgt
from masume.core.url_items import NUMBER4, Characters, Digit, OneOf
from masume.core.url_parts import Items

NOTATION = Notation(
    pzpr=Pzpr(
        "akari",
        body=(Items("numbers", NUMBER4),),
        files={0: (ClueOrMarkRows("numbers", NUMBERS, "lamps", {"#": "lamp", "+": "empty"}), Notes())},
        file_pid="lightup",
    ),
    facts={
        "celik2009": Facts(
            (NumberFact("hint", "numbers"), ClueCellFact("black", "numbers")),
            CellMarkAtoms("bulb", "lamps", "lamp", "empty"),
            Coordinates(upwards=True),
            columns=SizeFact("n", "verticalIndex"),  # its name for the range of X, the column
            rows=SizeFact("m", "horizontalIndex"),
        ),
        "report": Facts(
            (NumberFact("black", "numbers"), SymbolFact("black", "numbers", "?")),
            CellMarkAtoms("lightbulb", "lamps", "lamp", "empty"),
            columns=SizeFact("n", "row"),  # its listing uses `row` for X, the column
            rows=SizeFact("m", "col"),
        ),
    },
    sgt=Sgt(
        "lightup",
        description=(Cells("numbers", OneOf(RUNS, Digit("01234"), Characters({"B": (UNKNOWN_CLUE,)}))),),
        parameters=(
            GeneratorSetting("b"),  # the percentage of black cells
            GeneratorSetting("s"),  # the symmetry
            Difficulty({"0": "easy", "1": "tricky", "2": "hard"}),
        ),
    ),
)
