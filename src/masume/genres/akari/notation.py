"""How Akari is written."""

from masume.core.notation import Notation, Notes, Number4, NumberSignRows, Pzpr

NOTATION = Notation(
    pzpr=Pzpr(
        "akari",
        body=(Number4("numbers"),),
        files={0: (NumberSignRows("numbers", "lamps", {"#": "lamp", "+": "empty"}), Notes())},
        file_pid="lightup",
    )
)
