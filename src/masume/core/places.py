"""Places: the positions of rules, clues and marks.

Cells, edges, corners, seats, lines and the board itself are integers.  A grid numbers them without overlap, so that
the integer alone determines the kind (`grid.kind_of`).  Two kinds are composite: an area (a room, a block, a part of
the sea) is a frozenset of those integers, a chain (a pair, a run, the path of a long clue) is a tuple of them in order.
"""

from enum import Enum
from typing import TypeAlias

Area: TypeAlias = frozenset[int]
Chain: TypeAlias = tuple[int, ...]
Place: TypeAlias = int | Area | Chain
PlaceKey: TypeAlias = Place | str  # how users refer to a place: also by name, or a cell by (row, column) counted from 0


class PlaceKind(Enum):
    """The kind of a place."""

    CELL = "cell"
    EDGE = "edge"
    CORNER = "corner"
    SEAT = "seat"  # outside the board, at one end of a line
    LINE = "line"  # a row, a column, or any other straight line of cells through the grid
    BOARD = "board"
    AREA = "area"
    CHAIN = "chain"
