"""How Heyawake is written."""

from masume.core.notation import (
    Notation,
    Notes,
    Pzpr,
    RoomNumberRows,
    RoomRows,
    RoomsWithNumbers,
    SignRows,
    WallRows,
)

SHADE = SignRows("shade", {"#": "shaded", "+": "white"})
NOTATION = Notation(
    pzpr=Pzpr(
        "heyawake",
        body=(RoomsWithNumbers("rooms"),),
        files={
            0: (RoomRows("rooms"), RoomNumberRows("rooms"), SHADE, Notes(on_edges=True)),
            1: (WallRows("rooms"), RoomNumberRows("rooms"), SHADE, Notes(on_edges=True)),
        },
    )
)
