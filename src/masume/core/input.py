"""How a player puts marks on a board, as data: what a tap, a drag or a key does is the same for all genres.

A genre whose layers alone do not say it lists its inputs in INPUTS of its `input.py`, the usual one first.  Without
that file, every layer of marks has one input: `Lines` for edges on which its look draws lines, `Digits` for numbers,
otherwise `Cycle`.
"""

from typing import NamedTuple

from masume.core.layers import Value


class Cycle(NamedTuple):
    """A tap goes from one value to the next and at last to no mark; a drag paints the value that it began with.

    Cells with a clue of the layer `not_on` take no marks, because the rules leave no choice there.
    """

    layer: str
    values: tuple[Value, ...]
    not_on: str = ""


class Lines(NamedTuple):
    """Lines are drawn by dragging, along edges or from cell to cell; a tap near an edge goes from line to cross."""

    layer: str
    on: Value
    off: Value


class Digits(NamedTuple):
    """Numbers are typed, or chosen on a pad, also as pencil notes.

    `sums` is the layer of clues that are sums of different numbers: players see which combinations are left.
    """

    layer: str
    sums: str = ""


Input = Cycle | Lines | Digits
