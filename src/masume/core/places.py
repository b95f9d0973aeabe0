"""Places: where a rule, clue or mark lives.

Cells, edges, corners, seats, lines and the board itself are integers that one grid numbers without
overlap, so that an integer alone says which kind it is (`grid.kind_of`).  Two kinds are made of those:
an area (a room, a block, a part of the sea) is a frozenset of places, equal by content; a chain (a pair,
a run, the path of a long clue) is a tuple of places in order.
"""

from enum import Enum
from typing import TypeAlias

Area: TypeAlias = frozenset[int]
Chain: TypeAlias = tuple[int, ...]
Place: TypeAlias = int | Area | Chain


class PlaceKind(Enum):
    """What sort of place a place is."""

    CELL = "cell"
    EDGE = "edge"
    CORNER = "corner"
    SEAT = "seat"  # outside the board, at one end of a line
    LINE = "line"  # a row, a column, or whatever runs straight through a grid
    BOARD = "board"
    AREA = "area"
    CHAIN = "chain"
